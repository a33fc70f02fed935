/// The source of a class's property.
struct ClassProperty {
  /// The comment lines above it.
  var comments: [String] = []
  /// The attribute, such as `@Attribute(.unique)`, with its arguments separate.
  var attribute: (name: String, arguments: [String])?
  /// The access level with a space behind it, or empty.
  var access = ""
  /// The name, in backticks if necessary.
  var name: String
  /// The type's source.
  var type: String
  /// The initial value's source, or nil for none.
  var initialValue: String?
  /// True if an initializer has to set the property.
  var needsValue: Bool { initialValue == nil && !type.hasSuffix("?") }
}

/// A parameter of a class's initializer.
struct ClassParameter: Equatable {
  let name: String
  let type: String

  var code: String { "\(name): \(type)" }
}
