internal import Foundation
internal import StrataRuntime

/// The plainest values of types: what stands in where a value is missing and something has to be there.
package enum PlainestValue {
  /// Zero, empty, the first case, or what a type makes of such parts; nil where it refuses them all.
  package static func of<Value>(_ type: Value.Type) -> Value? {
    if let type = type as? any ExpressibleByNilLiteral.Type {
      return type.init(nilLiteral: ()) as? Value
    }
    if let value = known(type) as? Value { return value }
    if let value = composite(type) as? Value { return value }
    if let value = firstCase(of: type) { return value }
    guard let decodable = type as? any Decodable.Type else { return nil }
    return PlainestDecoder.Answers.allCases.lazy.compactMap { answers in
      // A type that refuses one set of parts may take another.
      (try? decodable.init(from: PlainestDecoder(answers))) as? Value
    }.first
  }

  /// The first case of an enum: of those that it lists, or of one without payload.
  package static func firstCase<Value>(of type: Value.Type) -> Value? {
    if let type = type as? any CaseIterable.Type {
      func first<Cases: CaseIterable>(_ type: Cases.Type) -> Value? {
        type.allCases.first as? Value
      }
      return first(type)
    }
    guard type is any RawRepresentable.Type || type is any CodingKey.Type else { return nil }
    // One that doesn't list its cases can't be asked for one.
    return EnumLayout.zero(of: type)
  }

  /// A composite value of the plainest members. Its type's own initializers aren't asked: they may take an
  /// empty value for a mistake of the program.
  fileprivate static func composite(_ type: any Any.Type) -> Any? {
    guard let type = type as? any _CompositeValue.Type else { return nil }
    var row = Row.blank(table: "\(type)")
    // A member that has no such value is told by who asks.
    return try? type.init(from: &row)
  }

  private static func known(_ type: any Any.Type) -> Any? {
    switch type {
    case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
    case is Data.Type: Data()
    case is URL.Type: URL(string: "about:blank")
    case is UUID.Type: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case is Decimal.Type: Decimal(0)
    case let type as any ExpressibleByArrayLiteral.Type: emptyArray(type)
    case let type as any ExpressibleByDictionaryLiteral.Type: emptyDictionary(type)
    default: nil
    }
  }

  private static func emptyArray<Value: ExpressibleByArrayLiteral>(_ type: Value.Type) -> Any {
    [] as Value
  }

  private static func emptyDictionary<Value: ExpressibleByDictionaryLiteral>(
    _ type: Value.Type
  ) -> Any { [:] as Value }
}

/// A decoder that answers whatever it is asked for with the plainest there is.
private struct PlainestDecoder: Decoder {
  /// What it answers where there is a choice.
  enum Answers: CaseIterable {
    case empty, ones, dates, addresses
  }

  let answers: Answers
  // A type that contains itself must end somewhere.
  private let depth: Int
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ answers: Answers, depth: Int = 0) {
    self.answers = answers
    self.depth = depth
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = plain(type) as? Value { return value }
    if let value = PlainestValue.firstCase(of: type) { return value }
    if let value = PlainestValue.composite(type) as? Value { return value }
    guard depth < 16 else { throw unanswered("\(type) is in itself") }
    if type is any ExpressibleByNilLiteral.Type || type is Date.Type || type is URL.Type
      || type is UUID.Type || type is Decimal.Type || type is Data.Type,
      let value = PlainestValue.of(type)
    {
      return value
    }
    return try Value(from: PlainestDecoder(answers, depth: depth + 1))
  }

  private func plain(_ type: any Any.Type) -> Any? {
    let number = answers == .empty ? 0 : 1
    switch type {
    case is Bool.Type: return answers != .empty
    case is String.Type:
      return switch answers {
      case .empty: ""
      case .ones: "1"
      case .dates: "2001-01-01T00:00:00Z"
      case .addresses: "a@example.com"
      }
    case let type as any BinaryFloatingPoint.Type: return real(type, number)
    case let type as any FixedWidthInteger.Type: return integer(type, number)
    default: return nil
    }
  }

  private func real<Value: BinaryFloatingPoint>(_ type: Value.Type, _ number: Int) -> Any {
    Value(number)
  }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ number: Int) -> Any {
    Value(number)
  }

  func unanswered(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: reason))
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: PlainestDecoder
    var codingPath: [any CodingKey] { [] }

    // An enum's case is its one key.
    var allKeys: [Key] { PlainestValue.firstCase(of: Key.self).map { [$0] } ?? [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.value(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder.container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder.unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
  }

  /// No elements, but for who asks for one all the same.
  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: PlainestDecoder
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex = 0

    mutating func decodeNil() throws -> Bool { true }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      // Who asks until there is no more would never end.
      guard currentIndex < 64 else { throw decoder.unanswered("there are no more elements") }
      currentIndex += 1
      return try decoder.value(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try decoder.container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
    mutating func superDecoder() throws -> any Decoder { decoder }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: PlainestDecoder
    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
  }
}
