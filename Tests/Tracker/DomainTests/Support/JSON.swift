import Foundation
import Testing

/// The JSON of a value, with sorted keys.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// The value that a JSON text stands for; `"NaN"` and `"inf"` are read as such numbers.
func value<T: Decodable>(_ type: T.Type = T.self, ofJSON text: String) throws -> T {
  let decoder = JSONDecoder()
  decoder.nonConformingFloatDecodingStrategy = .convertFromString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "NaN")
  return try decoder.decode(T.self, from: Data(text.utf8))
}

/// What comes of decoding a text that a type refuses: the text and the path of the `DecodingError`.
func refusal<T: Decodable>(
  of text: String, as type: T.Type, sourceLocation: SourceLocation = #_sourceLocation
) -> (text: String, path: [String])? {
  let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
    _ = try value(T.self, ofJSON: text)
  }
  guard case .dataCorrupted(let context)? = error else { return nil }
  return (context.debugDescription, context.codingPath.map(\.stringValue))
}
