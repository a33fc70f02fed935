public import Foundation

/// What an archive says, as a tree of plain values: what transformable attributes are saved as.
public enum ArchivedValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// A whole number that is too large for ``integer(_:)``.
  case unsignedInteger(UInt64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case data(Data)
  case date(Date)
  case uuid(UUID)
  case url(URL)
  /// An array, or an ordered set.
  case array([ArchivedValue])
  /// A set, in the archive's order.
  case set([ArchivedValue])
  /// A dictionary, in the archive's order; its keys are texts as a rule.
  case dictionary([Entry])
  /// An object of another class, with what it has under each key.
  case object(className: String, fields: [String: ArchivedValue])
  /// An object that this place is in, so that the tree would never end.
  ///
  /// - Parameter number: The object's number in the archive.
  case cycle(number: Int)

  /// One value of a dictionary.
  public struct Entry: Sendable, Hashable {
    /// What the value is under.
    public var key: ArchivedValue
    /// The value.
    public var value: ArchivedValue

    /// Makes an entry of its key and its value.
    public init(key: ArchivedValue, value: ArchivedValue) {
      self.key = key
      self.value = value
    }
  }
}

extension ArchivedValue {
  /// Reads a keyed archive's root, as `NSSecureUnarchiveFromData` does without making objects.
  ///
  /// - Throws: ``ArchiveError`` for what is no archive, or one that is damaged or too large.
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

  /// Makes a tree of an object and all that it refers to.
  ///
  /// - Throws: ``ArchiveError/tooLarge(what:limit:)`` for a tree over the limits: an object that is used
  ///   often is in it as often.
  public init(
    _ node: KeyedArchive.Node, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    var reader = ArchivedValueReader(limits: limits)
    self = try reader.value(of: node)
  }

  /// Reads the value of a SwiftData property that is an array, such as `[String]`.
  ///
  /// SwiftData archives either an array, or data that holds the array as JSON; both become an array. UUIDs
  /// are texts in JSON.
  ///
  /// - Throws: ``ArchiveError`` for what is no archive, or one that is damaged or too large.
  public init(
    transformedValue data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    try self.init(keyedArchive: data, limits: limits)
    guard case .data(let content) = self else { return }
    // Data that isn't JSON is what it is.
    if let value = try? ArchivedValue(json: content, limits: limits) { self = value }
  }
}
