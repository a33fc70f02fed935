internal import Foundation

/// Values of no column type of their own, kept as JSON text that a person can read.
package enum JSONColumn {
  // One of each for all: both may be used from any thread, and making one costs a quarter of what
  // decoding a small value does.
  private static let encoder = {
    let encoder = JSONEncoder()
    // The same value gives the same text, so that texts can be compared.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return encoder
  }()

  static let decoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }()

  /// The JSON text of a value; the same for the same value.
  package static func encode(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value of a JSON text.
  package static func decode<Value: Decodable>(_ text: String) throws -> Value {
    if let value = JSONTextDecoder.value(of: text, as: Value.self) { return value }
    return try decoder.decode(Value.self, from: Data(text.utf8))
  }

  /// The value of a JSON text.
  ///
  /// - Throws: ``InvalidDocument``, which says what is wrong with the text.
  package static func value<Value: Decodable>(
    of text: String, as type: Value.Type
  ) throws -> Value {
    do {
      return try decode(text)
    } catch {
      throw InvalidDocument(reason: "is no valid \(type): \(reason(error))")
    }
  }

  /// The error for a text that isn't the JSON of a value.
  package struct InvalidDocument: Error, CustomStringConvertible {
    package let reason: String
    package init(reason: String) { self.reason = reason }
    package var description: String { reason }
  }

  static func reason(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
    return switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      path(context)
    default: "\(error)"
    }
  }
}
