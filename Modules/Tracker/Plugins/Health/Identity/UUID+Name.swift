import Foundation

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
