/// A Swift type that is written down by its mangled name, and found again where the program has it.
struct NamedType: Sendable {
  let name: String
  /// The type; `Any` where the program has none of the name.
  let type: any Any.Type

  init(_ type: any Any.Type) {
    self.type = type
    name = _mangledTypeName(type) ?? String(reflecting: type)
  }
}

extension NamedType: Hashable {
  static func == (lhs: NamedType, rhs: NamedType) -> Bool { lhs.name == rhs.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension NamedType: Codable {
  init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
    type = _typeByName(name) ?? Any.self
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
