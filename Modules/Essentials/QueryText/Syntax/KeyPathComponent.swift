/// One name in a key path: a property, or a collection operator such as `@count`.
///
/// Two components are equal when their names are; where they stood in the text doesn't count.
public struct KeyPathComponent: Sendable, ExpressibleByStringLiteral {
  /// The name, without the `#` that escapes a keyword and with the `@` of an operator.
  public let name: String
  /// Where the name stands in the text.
  public let range: SourceRange

  /// Makes a component.
  public init(_ name: String, range: SourceRange = .unknown) {
    self.name = name
    self.range = range
  }

  /// Makes a component that stands nowhere in a text.
  public init(stringLiteral name: String) {
    self.init(name)
  }

  /// Whether this is a collection operator, such as `@count`, rather than a property.
  public var isCollectionOperator: Bool { name.hasPrefix("@") }
}

extension KeyPathComponent: Hashable {
  /// Whether two components have the same name.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

extension [KeyPathComponent] {
  /// The path's text. Only the first name can be taken for a keyword, so only it is escaped.
  package var keyPathText: String {
    guard let first else { return "" }
    let escape = PredicateKeyword(word: first.name) == nil ? "" : "#"
    return escape + map(\.name).joined(separator: ".")
  }
}
