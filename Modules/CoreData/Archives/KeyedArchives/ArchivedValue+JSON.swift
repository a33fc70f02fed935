public import Foundation

extension ArchivedValue {
  /// Reads JSON, RFC 8259. Whole numbers are exact; all others are doubles.
  ///
  /// - Throws: ``ArchiveError`` for what is no JSON, or too much of it.
  public init(
    json data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    var parser = JSONParser([UInt8](data), limits: limits)
    self = try parser.document()
  }

  /// The values of an array or a set; nil for other values.
  public var elements: [ArchivedValue]? {
    switch self {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }

  /// The text; nil for other values.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value under a text in a dictionary, or under a key of an object; nil where there is none.
  public subscript(key: String) -> ArchivedValue? {
    switch self {
    case .dictionary(let entries): entries.first { $0.key == .string(key) }?.value
    case .object(_, let fields): fields[key]
    default: nil
    }
  }
}
