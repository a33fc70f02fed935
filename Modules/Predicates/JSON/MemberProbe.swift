import Foundation
import StrataSQLite

/// A decoder that answers whatever it is asked for, and notes it: each key another value, and other
/// values in each variant.
final class MemberProbe: Decoder {
  /// One thing that was asked for.
  struct Member {
    var keys: [String]
    let type: any Any.Type
    let value: Any
    /// How many values it is inside of.
    var depth = 0

    /// Whether no other property has the value by chance.
    var isUnmistakable: Bool {
      switch value {
      case is String, is any BinaryFloatingPoint, is UUID, is URL, is Date, is Decimal: true
      case let value as any FixedWidthInteger: value.bitWidth >= 16
      default: false
      }
    }
  }

  /// What was asked for, shared with the decoders of nested containers.
  package final class Members {
    var members: [Member] = []
    var count = 0
  }

  /// Enough variants to tell 255 truth values apart.
  static let variantCount = 8

  let variant: Int
  private let salt: Int
  /// How deep in values this is; a type that contains itself must end somewhere.
  private let depth: Int
  let members: Members
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(
    variant: Int, salt: Int = 0, depth: Int = 0, members: Members = Members(),
    codingPath: [any CodingKey] = []
  ) {
    self.variant = variant
    self.salt = salt
    self.depth = depth
    self.members = members
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedProbe<Key>(probe: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { UnkeyedProbe(probe: self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleProbe(probe: self)
  }

  func inside(_ key: any CodingKey) -> MemberProbe {
    MemberProbe(
      variant: variant, salt: salt, depth: depth, members: members, codingPath: codingPath + [key])
  }

  var isDeep: Bool { depth > 3 }
  /// Differs between members in one variant at least.
  var bit: Int { (members.count + salt) >> variant & 1 }
  private var number: Int { (salt * 64 + members.count) * Self.variantCount + variant }

  /// A value of a type; what is inside it is not recorded.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var inner: [Member] = []
    return try value(type, &inner)
  }

  private func value<Value: Decodable>(
    _ type: Value.Type, _ inner: inout [Member]
  ) throws -> Value {
    members.count += 1
    if let value = plain(type) as? Value { return value }
    let cases = listedCases(of: type) ?? []
    if !cases.isEmpty { return cases[bit % cases.count] }
    // An enum with raw values that doesn't list its cases can't be asked for one.
    if type is any RawRepresentable.Type, let value = PlainestValue.firstCase(of: type) {
      return value
    }
    let probe = MemberProbe(variant: variant, salt: salt * 16 + members.count, depth: depth + 1)
    defer { inner = probe.members.members }
    return try Value(from: probe)
  }

  func note<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value {
    var inner: [Member] = []
    let value = try value(type, &inner)
    let keys = (codingPath + [key]).map(\.stringValue)
    members.members.append(Member(keys: keys, type: type, value: value))
    for var member in inner {
      member.keys = keys + member.keys
      member.depth += 1
      members.members.append(member)
    }
    return value
  }

  // Values that no computed property makes of another by chance.
  private func plain(_ type: any Any.Type) -> Any? {
    let real = (variant == 0 ? -1 : 1) * (Double(number) + 1234.8125)
    switch type {
    case is String.Type: return "Member \(number) of e\u{301}"
    case is Bool.Type: return bit == 1
    case is Double.Type: return real
    case is Float.Type: return Float(real)
    case is CGFloat.Type: return CGFloat(real)
    case is Date.Type: return Date(timeIntervalSinceReferenceDate: real)
    case is Decimal.Type: return Decimal(real)
    case is Data.Type: return Data("\(number)".utf8)
    case is URL.Type: return URL(string: "https://example.com/\(number)")
    case is UUID.Type:
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return UUID(
        uuid: (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, bytes[3], bytes[2], bytes[1], bytes[0]))
    case let type as any FixedWidthInteger.Type: return integer(type)
    default: return nil
    }
  }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
    Value(truncatingIfNeeded: variant == 0 && Value.isSigned ? -number - 60 : number + 60)
  }
}

/// Answers each key.
private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: MemberProbe
  var codingPath: [any CodingKey] { probe.codingPath }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { !probe.isDeep }
  func decodeNil(forKey key: Key) throws -> Bool { probe.isDeep }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try probe.note(type, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try probe.inside(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try probe.inside(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { probe }
  func superDecoder(forKey key: Key) throws -> any Decoder { probe.inside(key) }
}

/// An array of one element in one variant, and of none in the other.
private struct UnkeyedProbe: UnkeyedDecodingContainer {
  let probe: MemberProbe
  var codingPath: [any CodingKey] { probe.codingPath }
  var count: Int? { length }
  var currentIndex = 0
  var isAtEnd: Bool { currentIndex >= length }
  private let length: Int

  init(probe: MemberProbe) {
    self.probe = probe
    length = probe.isDeep ? 0 : probe.bit
  }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try probe.value(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return try probe.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return UnkeyedProbe(probe: probe)
  }

  mutating func superDecoder() throws -> any Decoder { probe }
}

/// Answers the one value.
private struct SingleProbe: SingleValueDecodingContainer {
  let probe: MemberProbe
  var codingPath: [any CodingKey] { probe.codingPath }

  func decodeNil() -> Bool { probe.isDeep }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.value(type) }
}
