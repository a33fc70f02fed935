public import Foundation

/// A value of a property list, with the references that keyed archives have.
public enum PropertyListValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// An integer that is too large for ``integer(_:)``.
  case unsignedInteger(UInt64)
  case real(Double)
  case date(Date)
  case data(Data)
  case string(String)
  /// A reference to an object of a keyed archive, by number.
  case uid(Int)
  case array([PropertyListValue])
  case set([PropertyListValue])
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
  /// The value for a key, or nil if there is none or the value isn't a dictionary.
  public subscript(key: String) -> PropertyListValue? {
    if case .dictionary(let values) = self { values[key] } else { nil }
  }

  /// The text, or nil for other values.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The bytes, or nil for other values.
  public var data: Data? { if case .data(let data) = self { data } else { nil } }

  /// The date, or nil for other values.
  public var date: Date? { if case .date(let date) = self { date } else { nil } }

  /// The integer, or nil for other values. Booleans are 1 and 0.
  public var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .real(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// The number as a double, rounded if necessary, or nil for other values.
  public var double: Double? {
    switch self {
    case .real(let number): number
    case .unsignedInteger(let number): Double(number)
    default: integer.map(Double.init)
    }
  }

  /// The Boolean, or nil for other values. Numbers other than zero are true.
  public var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { integer.map { $0 != 0 } }
  }

  /// The elements of an array or a set, or nil for other values.
  public var elements: [PropertyListValue]? {
    switch self {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }

  /// The values of a dictionary, or nil for other values.
  public var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}

extension PropertyListValue {
  /// Reads a property list, binary or XML. O(size), within the limits.
  ///
  /// - Throws: ``ArchiveError`` if the data isn't a property list or is too large.
  public init(
    propertyList data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    let bytes = [UInt8](data)
    if bytes.starts(with: BinaryPropertyList.magic) {
      try self.init(binaryPropertyList: bytes, limits: limits)
    } else {
      try self.init(xmlPropertyList: data, limits: limits)
    }
  }

  /// Reads a binary property list, `bplist00`. O(size), within the limits.
  ///
  /// - Throws: ``ArchiveError`` if the data isn't such a list or is too large. It also rejects
  ///   lists in which a value contains itself or the bytes of values overlap, which no program
  ///   writes.
  public init(
    binaryPropertyList bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    var list = try BinaryPropertyList(bytes, limits: limits)
    self = try list.root()
  }
}
