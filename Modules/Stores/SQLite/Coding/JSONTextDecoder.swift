internal import Foundation

/// Decodes values from a ``JSONText``, as Foundation's `JSONDecoder` does and several times as fast.
///
/// A store holds small documents, for which Foundation's decoder takes some 10 µs each. This one reads strings,
/// Booleans, integers and numbers itself. Foundation reads all other single values from their part of the text,
/// and the whole text wherever an error was thrown on the way, also where a type's own code caught it: then the
/// value and the error are Foundation's.
struct JSONTextDecoder: Decoder {
  fileprivate let text: JSONText
  /// The position of the value.
  fileprivate let position: Int
  private let path: Path?

  /// The value of a text, or nil if Foundation's decoder must decide.
  static func value<Value: Decodable>(of text: String, as type: Value.Type) -> Value? {
    guard let text = JSONText(text) else { return nil }
    // Foundation's decoder throws it again, with its words.
    guard let value = try? JSONTextDecoder(text: text, position: 0, path: nil).decode(type) else {
      return nil
    }
    return text.hasFailed ? nil : value
  }

  var codingPath: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = path
    while let last = path {
      keys.append(last.key)
      path = last.parent
    }
    return keys.reversed()
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard text[position].kind == .object else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(Members<Key>(of: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard text[position].kind == .array else { throw mismatch([Any].self) }
    return Elements(of: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// The decoder of a value in this one.
  fileprivate func decoder(at position: Int, _ key: some CodingKey) -> JSONTextDecoder {
    JSONTextDecoder(text: text, position: position, path: Path(path, key))
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    failure(.typeMismatch(type, context("is no \(type)")))
  }

  fileprivate func failure(_ error: DecodingError) -> DecodingError {
    text.hasFailed = true
    return error
  }

  fileprivate func context(_ reason: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: reason)
  }
}

/// The keys to a value, from the last to the first.
private final class Path {
  let parent: Path?
  let key: any CodingKey

  init(_ parent: Path?, _ key: any CodingKey) {
    self.parent = parent
    self.key = key
  }
}

extension JSONTextDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { text[position].kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool { try text.bool(at: position) ?? foundation(type) }
  func decode(_ type: String.Type) throws -> String {
    try text.characters(at: position) ?? foundation(type)
  }
  func decode(_ type: Double.Type) throws -> Double {
    try text.double(at: position) ?? foundation(type)
  }
  func decode(_ type: Float.Type) throws -> Float { try foundation(type) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try foundation(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try foundation(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Foundation's decoder has ways of its own for these, which their own code doesn't know.
    if type == Data.self || type == URL.self || type == Decimal.self { return try foundation(type) }
    return try Value(from: self)
  }

  private func integer<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    if let value = text.integer(at: position).flatMap(Value.init(exactly:)) { return value }
    return try foundation(type)
  }

  /// The value that Foundation's decoder reads from this part of the text.
  private func foundation<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try JSONColumn.decoder.decode(type, from: Data(text.part(at: position)))
    } catch {
      text.hasFailed = true
      throw error
    }
  }
}

extension JSONText {
  fileprivate func bool(at position: Int) -> Bool? {
    switch self[position].kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  fileprivate func characters(at position: Int) -> String? {
    switch self[position].kind {
    case .ascii, .string, .escaped: string(at: position)
    default: nil
    }
  }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: JSONTextDecoder

  init(of decoder: JSONTextDecoder) { self.decoder = decoder }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    // compactMap(_:) isn't specialized for keys of other modules, and takes as long as all the rest.
    var keys: [Key] = []
    for name in decoder.text.names(in: decoder.position) {
      if let key = Key(stringValue: decoder.text.string(at: name)) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { position(of: key.stringValue) != nil }

  private func position(of name: String) -> Int? {
    decoder.text.member(name, of: decoder.position)
  }

  private func decoder(of key: some CodingKey) throws -> JSONTextDecoder {
    decoder.decoder(at: try value(of: key), key)
  }

  private func value(of key: some CodingKey) throws -> Int {
    guard let position = position(of: key.stringValue) else {
      throw decoder.failure(.keyNotFound(key, decoder.context("has no \(key.stringValue)")))
    }
    return position
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    decoder.text[try value(of: key)].kind == .null
  }

  // The types of most members, without a decoder for each. The generic method below serves the others, but for those of
  // which the protocol has methods of its own that refuse them.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.text.bool(at: value(of: key)) ?? decoder(of: key).decode(type)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.text.characters(at: value(of: key)) ?? decoder(of: key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.text.double(at: value(of: key)) ?? decoder(of: key).decode(type)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.text.integer(at: value(of: key)).flatMap(Int.init(exactly:))
      ?? decoder(of: key).decode(type)
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoder(of: key).decode(type)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decoder(of: key).decode(type)
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(of: key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(of: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(of: SuperKey()) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }
}

private struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

private struct IndexKey: CodingKey {
  let index: Int
  var stringValue: String { "Index \(index)" }
  var intValue: Int? { index }
  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { index = intValue }
}

/// The values of an array.
private struct Elements: UnkeyedDecodingContainer {
  private let decoder: JSONTextDecoder
  private var position: Int
  private let all: Int
  private(set) var currentIndex = 0

  init(of decoder: JSONTextDecoder) {
    self.decoder = decoder
    position = decoder.position + 1
    all = Int(decoder.text[decoder.position].count)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { all }
  var isAtEnd: Bool { currentIndex == all }

  /// Reads the next value, and stays where it is if that fails.
  private mutating func next<Value>(
    _ type: Any.Type, _ read: (JSONTextDecoder) throws -> Value
  ) throws -> Value {
    let key = IndexKey(currentIndex)
    guard !isAtEnd else {
      throw decoder.failure(
        .valueNotFound(
          type,
          DecodingError.Context(codingPath: codingPath + [key], debugDescription: "is at its end")))
    }
    let value = try read(decoder.decoder(at: position, key))
    position = Int(decoder.text[position].next)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { return try next(Never.self) { _ in false } }
    guard decoder.text[position].kind == .null else { return false }
    return try next(Never.self) { _ in true }
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try $0.decode(type) }
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(type) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next(Elements.self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next(Elements.self) { $0 } }
}
