extension Schema {
  /// A number that stands for all that a store knows of the schema, and is the same in every
  /// process: without Swift types and default values.
  ///
  /// It hashes what ``encode(to:)`` would write, so that no property of a schema can be forgotten.
  /// Two schemas that differ may have the same number, with a probability of about 2⁻⁶⁴.
  package func fingerprint() throws -> UInt64 {
    let digest = Digest()
    try version.encode(to: DigestEncoder(digest: digest))
    for entity in entities {
      let form = Entity.Form(entity, properties: entity.ownProperties.map(\.structure))
      try form.encode(to: DigestEncoder(digest: digest))
    }
    return digest.value
  }
}

/// The 64-bit hash FNV-1a of Fowler, Noll and Vo (RFC 9923), which depends on its input alone.
///
/// `Hasher` gives other numbers in each process.
package final class Digest {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Combines a text, and its end.
  package func combine(_ text: String) {
    combine(text.utf8)
    combine(CollectionOfOne(0xFF))
  }

  fileprivate func combine(bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { combine($0) }
  }
}

/// Encodes a value into a digest.
private struct DigestEncoder: Encoder {
  let digest: Digest
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedDigest(digest: digest))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ValueDigest(digest: digest) }
  func singleValueContainer() -> any SingleValueEncodingContainer { ValueDigest(digest: digest) }
}

private struct KeyedDigest<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let digest: Digest
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) { digest.combine(key.stringValue) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    digest.combine(key.stringValue)
    try value.encode(to: DigestEncoder(digest: digest))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    digest.combine(key.stringValue)
    return KeyedEncodingContainer(KeyedDigest<Nested>(digest: digest))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    digest.combine(key.stringValue)
    return ValueDigest(digest: digest)
  }

  mutating func superEncoder() -> any Encoder { DigestEncoder(digest: digest) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    digest.combine(key.stringValue)
    return DigestEncoder(digest: digest)
  }
}

private struct ValueDigest: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let digest: Digest
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  mutating func encodeNil() { digest.combine("nil") }
  mutating func encode(_ value: Bool) { digest.combine(bits: value ? 1 : 0) }
  mutating func encode(_ value: String) { digest.combine(value) }
  mutating func encode(_ value: Double) { digest.combine(bits: value.bitPattern) }
  mutating func encode(_ value: Float) { digest.combine(bits: UInt64(value.bitPattern)) }
  mutating func encode(_ value: some Encodable & BinaryInteger) {
    digest.combine(bits: UInt64(truncatingIfNeeded: value))
  }
  mutating func encode(_ value: some Encodable) throws {
    // An array's elements have a beginning, so that [[a], []] isn't [[], [a]].
    digest.combine(CollectionOfOne(0xFE))
    try value.encode(to: DigestEncoder(digest: digest))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    digest.combine(CollectionOfOne(0xFE))
    return KeyedEncodingContainer(KeyedDigest<Nested>(digest: digest))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    digest.combine(CollectionOfOne(0xFE))
    return self
  }

  mutating func superEncoder() -> any Encoder { DigestEncoder(digest: digest) }
}
