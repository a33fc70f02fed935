import Foundation

/// The JSON coding of an export's values, for lines and for fields of CSV.
enum DocumentCoding {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    // Sorted keys make exports of the same store equal.
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

  /// The key of the decoder's user info for the plugins whose records it decodes.
  static let kindsKey = CodingUserInfoKey(rawValue: "recordKinds")
}
