public import Foundation

/// An archive written by `NSKeyedArchiver`: a list of objects that refer to each other by number.
///
/// Reading it creates no objects of the classes that it names. A ``Node`` only has names and
/// values. The initializer checks every reference.
public struct KeyedArchive: Sendable, Hashable {
  /// The objects by number. The first is the text `$null`, which denotes no object.
  public let objects: [PropertyListValue]
  /// The root objects by name. Usually there is only `root`.
  public let top: [String: PropertyListValue]

  /// Reads an archive in the form of a binary property list, or an XML one for very old archives.
  ///
  /// - Throws: ``ArchiveError`` if the data isn't an archive, is damaged or too large.
  public init(_ data: Data, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(try PropertyListValue(propertyList: data, limits: limits))
  }

  /// Creates an archive from a property list. O(number of values).
  ///
  /// - Throws: ``ArchiveError`` if the list isn't a keyed archive.
  public init(_ list: PropertyListValue) throws(ArchiveError) {
    guard case .array(let objects)? = list["$objects"], case .dictionary(let top)? = list["$top"]
    else { throw .corrupt(reason: "the property list is no keyed archive", offset: nil) }
    self.objects = objects
    self.top = top
    for object in objects {
      // A reference as an object could refer to itself.
      if case .uid = object { throw Self.leadsNowhere }
      guard Self.refersOnly(object, upTo: objects.count) else { throw Self.leadsNowhere }
    }
    guard Self.refersOnly(.dictionary(top), upTo: objects.count) else { throw Self.leadsNowhere }
  }

  /// The root object: the one named `root`, or the only one.
  public var root: Node? {
    guard let value = top["root"] ?? (top.count == 1 ? top.first?.value : nil) else { return nil }
    return Node(value, of: self)
  }

  private static var leadsNowhere: ArchiveError {
    .corrupt(reason: "a reference of the archive leads nowhere", offset: nil)
  }

  private static func refersOnly(_ value: PropertyListValue, upTo end: Int) -> Bool {
    switch value {
    case .uid(let number): number < end
    case .array(let elements), .set(let elements):
      elements.allSatisfy { refersOnly($0, upTo: end) }
    case .dictionary(let values): values.values.allSatisfy { refersOnly($0, upTo: end) }
    default: true
    }
  }
}
