/// A Swift type that is written down by its mangled name, and found again where the program has it.
package struct NamedType: Sendable {
  package let name: String
  /// The type; `Any` where the program has none of the name.
  package let type: any Any.Type

  package init(_ type: any Any.Type) {
    self.type = type
    name = (RuntimeFeature.isTrusted ? _mangledTypeName(type) : nil) ?? String(reflecting: type)
  }
}

extension NamedType: Hashable {
  package static func == (lhs: NamedType, rhs: NamedType) -> Bool { lhs.name == rhs.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension NamedType: Codable {
  package init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
    type = (RuntimeFeature.isTrusted ? _typeByName(name) : nil) ?? Any.self
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
