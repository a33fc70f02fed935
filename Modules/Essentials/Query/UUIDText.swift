package import Foundation

extension Data {
  /// The text of a UUID's 16 bytes, as JSON has it, or nil for any other number of bytes.
  package var uuidText: String? {
    guard count == 16 else { return nil }
    return UUID(uuid: withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
  }
}
