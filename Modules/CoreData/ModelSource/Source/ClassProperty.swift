/// A property of a class as it is written.
struct ClassProperty {
  /// What stands above it, a line each.
  var comments: [String] = []
  /// The attribute, such as `@Attribute(.unique)`, its arguments apart.
  var attribute: (name: String, arguments: [String])?
  /// The name, in backticks where it needs them.
  var name: String
  /// The type as it is written.
  var type: String
  /// The initial value; nil for none.
  var initialValue: String?
  /// Whether an initializer has to give it a value.
  var needsValue: Bool { initialValue == nil && !type.hasSuffix("?") }
}

/// A class's initializer, or what it takes from its superclass's.
struct ClassParameter: Equatable {
  let name: String
  let type: String

  var code: String { "\(name): \(type)" }
}
