/// A Swift type that is encoded as its mangled name, and looked up by the name when it is decoded.
package struct NamedType: Sendable {
  package let name: String
  /// The type, or `Any` if the program has no type of that name.
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
