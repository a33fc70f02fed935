public import Foundation

extension ArchivedValue {
  /// Parses JSON, RFC 8259. Integers are exact, and all other numbers are doubles.
  ///
  /// - Throws: ``ArchiveError`` if the data isn't valid JSON or is too large.
  public init(
    json data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    var parser = JSONParser([UInt8](data), limits: limits)
    self = try parser.document()
  }

  /// The elements of an array or a set, or nil for other values.
  public var elements: [ArchivedValue]? {
    switch self {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }

  /// The text, or nil for other values.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value for a key of a dictionary or object, or nil if there is none.
  public subscript(key: String) -> ArchivedValue? {
    switch self {
    case .dictionary(let entries): entries.first { $0.key == .string(key) }?.value
    case .object(_, let fields): fields[key]
    default: nil
    }
  }
}
