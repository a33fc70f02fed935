public import Foundation

/// The content of an archive, such as a transformable attribute's value, as a tree of plain values.
public enum ArchivedValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// An integer that is too large for ``integer(_:)``.
  case unsignedInteger(UInt64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case data(Data)
  case date(Date)
  case uuid(UUID)
  case url(URL)
  /// An array or an ordered set.
  case array([ArchivedValue])
  /// A set, in the archive's order.
  case set([ArchivedValue])
  /// A dictionary, in the archive's order. Keys are usually texts.
  case dictionary([Entry])
  /// An object of another class, with its values by key.
  case object(className: String, fields: [String: ArchivedValue])
  /// A reference to an enclosing object, which would make the tree infinite.
  ///
  /// - Parameter number: The object's number in the archive.
  case cycle(number: Int)

  /// A key and value of a dictionary.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public var key: ArchivedValue
    /// The value.
    public var value: ArchivedValue

    /// Creates an entry.
    public init(key: ArchivedValue, value: ArchivedValue) {
      self.key = key
      self.value = value
    }
  }
}

extension ArchivedValue {
  /// Reads the root of a keyed archive, like `NSSecureUnarchiveFromData` but without creating
  /// objects.
  ///
  /// - Throws: ``ArchiveError`` if the data isn't an archive, is damaged or too large.
  public init(
    keyedArchive data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    let archive = try KeyedArchive(data, limits: limits)
    guard !archive.top.isEmpty else {
      throw .corrupt(reason: "the archive has no root", offset: nil)
    }
    self =
      try archive.root.map { root throws(ArchiveError) in
        try ArchivedValue(root, limits: limits)
      } ?? .null
  }

  /// Creates a tree of an object and everything that it refers to.
  ///
  /// - Throws: ``ArchiveError/tooLarge(what:limit:)`` if the tree exceeds the limits. An object
  ///   that is referred to several times is included each time.
  public init(
    _ node: KeyedArchive.Node, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    var reader = ArchivedValueReader(limits: limits)
    self = try reader.value(of: node)
  }

  /// Reads the value of a SwiftData property that is an array, such as `[String]`.
  ///
  /// SwiftData archives either the array, or data with the array as JSON. Both result in an array.
  /// UUIDs are texts in JSON.
  ///
  /// - Throws: ``ArchiveError`` if the data isn't an archive, is damaged or too large.
  public init(
    transformedValue data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    try self.init(keyedArchive: data, limits: limits)
    guard case .data(let content) = self else { return }
    // Data that isn't JSON remains data.
    if let value = try? ArchivedValue(json: content, limits: limits) { self = value }
  }
}
