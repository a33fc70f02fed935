/// A digest of an entity or a model that tells whether a store needs migration.
///
/// It is a 128-bit FNV-1a over a canonical form, which ``ManagedObjectModel/entityVersionHashes``
/// describes. A model has the same hash in every process and on every system. It isn't Apple's
/// hash, whose form isn't published. It doesn't protect against someone who constructs two models
/// with the same hash.
public struct VersionHash: Sendable, Hashable {
  /// The 128 bits.
  public var value: UInt128

  /// Creates a hash from a stored value.
  public init(value: UInt128) { self.value = value }

  /// Parses a hash in the form of ``description``. Returns nil for any other text.
  public init?(_ text: String) {
    guard text.utf8.count == 32,
      text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 }),
      let value = UInt128(text, radix: 16)
    else { return nil }
    self.value = value
  }
}

extension VersionHash: CustomStringConvertible {
  /// The hash as 32 lowercase hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}

/// Computes a hash of texts, numbers and flags. The encoding of each ends where the next begins.
struct VersionHasher {
  private(set) var hash = VersionHash(value: 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)

  private mutating func add(byte: UInt8) {
    hash.value = (hash.value ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
  }

  /// Adds a number as eight bytes, the lowest first.
  mutating func add(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Adds a byte: 0 or 1.
  mutating func add(_ flag: Bool) { add(byte: flag ? 1 : 0) }

  /// Adds the number of UTF-8 bytes and then the bytes. Adds -1 for nil.
  mutating func add(_ text: String?) {
    guard let text else { return add(-1) }
    add(text.utf8.count)
    for byte in text.utf8 { add(byte: byte) }
  }

  /// Adds the 16 bytes of another hash, the lowest first.
  mutating func add(_ other: VersionHash) {
    var rest = other.value
    for _ in 0..<16 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
