/// A value of a JSON-RPC message.
enum RPCValue: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// An integer that no `Int` holds, such as an identifier of 64 bits.
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([RPCValue])
  case object([String: RPCValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each try? fails for a value of another type, which the next one reads. The last error stays.
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([RPCValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: RPCValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  subscript(name: String) -> RPCValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}

extension RPCValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: RPCValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, RPCValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
