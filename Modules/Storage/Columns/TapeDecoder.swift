/// Decodes a ``JSONTape`` as Foundation's `JSONDecoder` would, for a fraction of its cost.
///
/// What isn't sure to be the same is given up (``Document/isGivenUp``): all errors, and types that
/// Foundation reads in a way of its own. Whoever decodes must then ask Foundation, whatever came of it: a
/// type may have caught an error on the way.
struct TapeDecoder: Decoder {
  /// What the decoders of one text share.
  final class Document {
    let tape: JSONTape
    /// Whether the result, if there is one, says nothing.
    var isGivenUp = false

    init(_ tape: JSONTape) { self.tape = tape }

    func giveUp() -> GivenUp {
      isGivenUp = true
      return GivenUp()
    }
  }

  struct GivenUp: Error {}

  let document: Document
  let index: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private var node: JSONTape.Node { document.tape.nodes[index] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard node.kind == .object else { throw document.giveUp() }
    return KeyedDecodingContainer(Keyed<Key>(document: document, index: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard node.kind == .array else { throw document.giveUp() }
    return Unkeyed(document: document, index: index)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension TapeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { node.kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch node.kind {
    case .truth: return true
    case .falsehood: return false
    default: throw document.giveUp()
    }
  }

  func decode(_ type: String.Type) throws -> String {
    guard node.kind == .string else { throw document.giveUp() }
    return document.tape.text(of: node)
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard node.kind == .number, let value = document.tape.real(of: node), value.isFinite else {
      throw document.giveUp()
    }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard node.kind == .number, let value = Float(document.tape.text(of: node)), value.isFinite
    else { throw document.giveUp() }
    return value
  }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    guard node.kind == .number,
      let value = document.tape.integer(of: node).flatMap({ Value(exactly: $0) })
    else { throw document.giveUp() }
    return value
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !ForeignForms.has(type) else { throw document.giveUp() }
    return try Value(from: self)
  }
}

extension TapeDecoder {
  /// The members of an object.
  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: Document
    let index: Int

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
      var keys: [Key] = []
      forEachKey {
        keys.append(contentsOf: Key(stringValue: document.tape.text(of: $0)).map { [$0] } ?? [])
      }
      return keys
    }

    private func forEachKey(_ body: (JSONTape.Node) -> Void) {
      let nodes = document.tape.nodes
      var place = index + 1
      while place < Int(nodes[index].next) {
        body(nodes[place])
        place = Int(nodes[place + 1].next)
      }
    }

    /// The value of a key; nil where there is none. Which of two has the say is Foundation's to know.
    private func find(_ key: Key) throws -> Int? {
      let tape = document.tape
      let name = key.stringValue
      var found: Int?
      var place = index + 1
      let end = Int(tape.nodes[index].next)
      while place < end {
        if tape.says(tape.nodes[place], name) {
          guard found == nil else { throw document.giveUp() }
          found = place + 1
        }
        place = Int(tape.nodes[place + 1].next)
      }
      return found
    }

    private func decoder(_ key: Key) throws -> TapeDecoder {
      guard let place = try find(key) else { throw document.giveUp() }
      return TapeDecoder(document: document, index: place)
    }

    func contains(_ key: Key) -> Bool {
      // What is there twice is found out when it is decoded.
      do { return try find(key) != nil } catch { return true }
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
      try decoder(key).decode(type)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      try decoder(key).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw document.giveUp() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw document.giveUp() }
  }

  /// The elements of an array.
  private struct Unkeyed: UnkeyedDecodingContainer {
    let document: Document
    private let end: Int
    private var place: Int
    let count: Int?
    private(set) var currentIndex = 0

    init(document: Document, index: Int) {
      self.document = document
      let nodes = document.tape.nodes
      end = Int(nodes[index].next)
      place = index + 1
      var count = 0
      var next = place
      while next < end {
        count += 1
        next = Int(nodes[next].next)
      }
      self.count = count
    }

    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { place >= end }

    private mutating func next() throws -> TapeDecoder {
      guard !isAtEnd else { throw document.giveUp() }
      defer {
        place = Int(document.tape.nodes[place].next)
        currentIndex += 1
      }
      return TapeDecoder(document: document, index: place)
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd else { throw document.giveUp() }
      guard document.tape.nodes[place].kind == .null else { return false }
      _ = try next()
      return true
    }

    mutating func decode(_ type: Int.Type) throws -> Int { try next().decode(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try next().decode(type) }
    mutating func decode(_ type: String.Type) throws -> String { try next().decode(type) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next().decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { throw document.giveUp() }
  }
}
