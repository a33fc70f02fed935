internal import Foundation

/// Values of no column type of their own, kept as JSON text that a person can read.
package enum JSONColumn {
  /// The JSON text of a value; the same for the same value.
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    // The same value gives the same text, so that texts can be compared.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value of a JSON text.
  package static func decode<Value: Decodable>(_ text: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try decoder.decode(Value.self, from: Data(text.utf8))
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
