import Foundation

/// How values of an export are written as JSON, in lines and in the fields of a CSV file.
enum DocumentCoding {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    // One order, so that the same store gives the same bytes.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { try ExactDate($0).encode(to: $1) }
    return encoder
  }

  static func decoder(_ kinds: RecordKinds) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { try ExactDate(from: $0).date }
    if let kindsKey { decoder.userInfo[kindsKey] = kinds }
    return decoder
  }

  /// The plugins whose records a decoder reads.
  static let kindsKey = CodingUserInfoKey(rawValue: "recordKinds")
}
