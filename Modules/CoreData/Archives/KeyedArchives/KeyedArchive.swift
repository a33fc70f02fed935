public import Foundation

/// What `NSKeyedArchiver` has written: a list of objects that refer to each other by number.
///
/// Nothing in it becomes an object of the class that it names: ``Node`` has names and values, whatever
/// they are. Every reference has been checked when the archive is there.
public struct KeyedArchive: Sendable, Hashable {
  /// The objects by number; the first is the text `$null`, which stands for none.
  public let objects: [PropertyListValue]
  /// Where to begin, by name; usually there is only `root`.
  public let top: [String: PropertyListValue]

  /// Reads an archive that is a binary property list, as all but very old ones are, or one of XML.
  ///
  /// - Throws: ``ArchiveError`` for what is no archive, or one that is damaged or too large.
  public init(_ data: Data, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(try PropertyListValue(propertyList: data, limits: limits))
  }

  /// Takes a property list as an archive. O(number of values).
  ///
  /// - Throws: ``ArchiveError`` for what is none.
  public init(_ list: PropertyListValue) throws(ArchiveError) {
    guard case .array(let objects)? = list["$objects"], case .dictionary(let top)? = list["$top"]
    else { throw .corrupt(reason: "the property list is no keyed archive", offset: nil) }
    self.objects = objects
    self.top = top
    for object in objects {
      // A reference in place of an object could lead to itself.
      if case .uid = object { throw Self.leadsNowhere }
      guard Self.refersOnly(object, upTo: objects.count) else { throw Self.leadsNowhere }
    }
    guard Self.refersOnly(.dictionary(top), upTo: objects.count) else { throw Self.leadsNowhere }
  }

  /// The object that the others belong to: the one that is named `root`, or the only one.
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
