import Foundation
import Strata

/// A part of an export as a line of JSON: an object with one key for the kind of record.
///
/// The header has the format's name and version.
struct DocumentLine: Codable {
  let record: DocumentRecord

  /// The keys of a line. Plugins have further keys for their records.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }

    static let format = Key("format")
    static let version = Key("version")
    static let tag = Key("tag")
    static let item = Key("item")
    static let data = Key("data")
    static let end = Key("end")
  }

  init(_ record: DocumentRecord) { self.record = record }

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Key.self)
    switch record {
    case .header(let version):
      try line.encode(DocumentRecord.format, forKey: .format)
      try line.encode(version, forKey: .version)
    case .tag(let name): try line.encode(name, forKey: .tag)
    case .item(let item): try line.encode(item, forKey: .item)
    case .data(let data): try line.encode(data, forKey: .data)
    case .object(let object):
      var content = line.nestedContainer(keyedBy: ObjectRecord.Key.self, forKey: Key(object.kind))
      try content.encode(object.item, forKey: .item)
      try content.encodeIfPresent(object.author, forKey: .author)
      try content.encode(object.fields, forKey: .fields)
    case .end(let count): try line.encode(count, forKey: .end)
    }
  }

  /// Decodes a line.
  ///
  /// - Throws: `DecodingError`, or ``DocumentProblem`` for a line that isn't part of an export.
  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    if let item = try line.decodeIfPresent(ItemRecord.self, forKey: .item) {
      record = .item(item)
    } else if let data = try line.decodeIfPresent(DataRecord.self, forKey: .data) {
      record = .data(data)
    } else if let tag = try line.decodeIfPresent(String.self, forKey: .tag) {
      record = .tag(tag)
    } else if let end = try line.decodeIfPresent(Int.self, forKey: .end) {
      record = .end(count: end)
    } else if try line.decodeIfPresent(String.self, forKey: .format) == DocumentRecord.format {
      record = .header(version: try line.decode(Int.self, forKey: .version))
    } else if let key = line.allKeys.first, line.allKeys.count == 1 {
      record = .object(try Self.object(in: line, key, decoder))
    } else {
      throw DocumentProblem("the line is none of item, data, tag and end")
    }
  }

  private static func object(
    in line: KeyedDecodingContainer<Key>, _ key: Key, _ decoder: any Decoder
  ) throws -> ObjectRecord {
    let kinds = DocumentCoding.kindsKey.flatMap { decoder.userInfo[$0] as? RecordKinds }
    guard let kinds else { throw DocumentProblem("the line is none of item, data, tag and end") }
    let plugin = try kinds.plugin(of: key.stringValue)
    let content = try line.nestedContainer(keyedBy: ObjectRecord.Key.self, forKey: key)
    return ObjectRecord(
      kind: key.stringValue, item: try content.decode(String.self, forKey: .item),
      author: try content.decodeIfPresent(TransactionAuthor.self, forKey: .author),
      fields: try plugin.fields(in: content))
  }
}

/// An error of a part of a file.
struct DocumentProblem: Error {
  let message: String

  init(_ message: String) { self.message = message }

  /// Converts a decoder's error, with its coding path.
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
