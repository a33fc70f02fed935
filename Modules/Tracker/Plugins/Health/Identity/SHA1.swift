import Foundation

/// The hash function for UUIDs of version 5 (RFC 3174). It isn't used for security.
enum SHA1 {
  /// Returns the 20 bytes of a message's hash.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var message = message
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var words = [UInt32](repeating: 0, count: 80)
    for start in stride(from: 0, to: message.count, by: 64) {
      for index in 0..<16 {
        let at = start + index * 4
        words[index] =
          UInt32(message[at]) << 24 | UInt32(message[at + 1]) << 16
          | UInt32(message[at + 2]) << 8 | UInt32(message[at + 3])
      }
      for index in 16..<80 {
        words[index] = rotate(
          words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
      }
      mix(words, into: &state)
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (function, constant): (UInt32, UInt32)
      switch index {
      case ..<20: (function, constant) = ((b & c) | (~b & d), 0x5A82_7999)
      case ..<40: (function, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
      case ..<60: (function, constant) = ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
      default: (function, constant) = (b ^ c ^ d, 0xCA62_C1D6)
      }
      let next = rotate(a, by: 5) &+ function &+ e &+ words[index] &+ constant
      (a, b, c, d, e) = (next, a, rotate(b, by: 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}

extension UUID {
  /// Makes the UUID of a name in a namespace, by version 5 (RFC 9562, section 5.5).
  ///
  /// Equal names always have equal UUIDs.
  init(name: String, in namespace: UUID) {
    let space = withUnsafeBytes(of: namespace.uuid) { Array($0) }
    var bytes = SHA1.hash(space + Array(name.utf8))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// The namespace of identifiers from health exports.
  static let health = UUID(
    uuid: (
      0x5F, 0x1B, 0x7C, 0x3E, 0x0C, 0x6A, 0x4E, 0x0B, 0x9C, 0x57, 0x3C, 0x1B, 0x5E, 0x1C, 0x9A, 0x42
    ))
}
