import Foundation

/// A part of an export as a line of JSON: an object with one key that says what it is, and for the
/// header the form's name and version.
struct DocumentLine: Codable {
  private var format: String?
  private var version: Int?
  private var tag: String?
  private var item: ItemRecord?
  private var data: DataRecord?
  private var end: Int?

  init(_ record: DocumentRecord) {
    switch record {
    case .header(let version): (format, self.version) = (DocumentRecord.format, version)
    case .tag(let name): tag = name
    case .item(let record): item = record
    case .data(let record): data = record
    case .end(let count): end = count
    }
  }

  /// - Throws: ``DocumentProblem`` when it is none of them.
  func record() throws(DocumentProblem) -> DocumentRecord {
    if let item { return .item(item) }
    if let data { return .data(data) }
    if let tag { return .tag(tag) }
    if let end { return .end(count: end) }
    if format == DocumentRecord.format, let version { return .header(version: version) }
    throw DocumentProblem("the line is none of item, data, tag and end")
  }
}

/// What is wrong with a part of a file.
struct DocumentProblem: Error {
  let message: String

  init(_ message: String) { self.message = message }

  /// What a decoder found wrong, with the way to it.
  init(_ error: any Error) {
    switch error {
    case let problem as DocumentProblem: self = problem
    case DecodingError.keyNotFound(let key, let context):
      self.init("\(Self.path(context.codingPath + [key])) is missing")
    case DecodingError.valueNotFound(_, let context):
      self.init("\(Self.path(context.codingPath)) is missing")
    case DecodingError.typeMismatch(_, let context):
      self.init("\(Self.path(context.codingPath)) is of the wrong type")
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      self.init("the line is not JSON")
    case DecodingError.dataCorrupted(let context):
      self.init("\(Self.path(context.codingPath)): \(context.debugDescription)")
    default: self.init("\(error)")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: ".")
  }
}
