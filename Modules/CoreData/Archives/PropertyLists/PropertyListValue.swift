public import Foundation

/// A value of a property list, with the references that keyed archives have.
public enum PropertyListValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// A whole number that is too large for ``integer(_:)``.
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
  /// The value under a key; nil for a value without keys.
  public subscript(key: String) -> PropertyListValue? {
    if case .dictionary(let values) = self { values[key] } else { nil }
  }

  /// The text; nil for other values.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The bytes; nil for other values.
  public var data: Data? { if case .data(let data) = self { data } else { nil } }

  /// The moment; nil for other values.
  public var date: Date? { if case .date(let date) = self { date } else { nil } }

  /// The whole number; 1 or 0 for true and false, and nil for other values.
  public var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .real(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// The number, the nearest one where it is a large whole number; nil for other values.
  public var double: Double? {
    switch self {
    case .real(let number): number
    case .unsignedInteger(let number): Double(number)
    default: integer.map(Double.init)
    }
  }

  /// Whether it is true, or a number but zero; nil for other values.
  public var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { integer.map { $0 != 0 } }
  }

  /// The values of an array or a set; nil for other values.
  public var elements: [PropertyListValue]? {
    switch self {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }

  /// The values of a dictionary; nil for other values.
  public var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}

extension PropertyListValue {
  /// Reads a property list, binary or as XML. O(size), within the limits.
  ///
  /// - Throws: ``ArchiveError`` for what is no property list, or too large a one.
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
  /// - Throws: ``ArchiveError`` for what is none, or too large a one. So is one in which a value
  ///   contains itself, or in which the bytes of values overlap, which no program writes.
  public init(
    binaryPropertyList bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    var list = try BinaryPropertyList(bytes, limits: limits)
    self = try list.root()
  }
}
