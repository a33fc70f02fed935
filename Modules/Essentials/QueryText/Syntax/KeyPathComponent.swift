/// A name in a key path: a property, or a collection operator such as `@count`.
///
/// Two components are equal if their names are. Their positions in the text don't matter.
public struct KeyPathComponent: Sendable, ExpressibleByStringLiteral {
  /// The name, without the `#` that escapes a keyword and with the `@` of an operator.
  public let name: String
  /// The position in the text.
  public let range: SourceRange

  /// Creates a component.
  public init(_ name: String, range: SourceRange = .unknown) {
    self.name = name
    self.range = range
  }

  /// Creates a component without a position in a text.
  public init(stringLiteral name: String) {
    self.init(name)
  }

  /// True for a collection operator such as `@count`, false for a property.
  public var isCollectionOperator: Bool { name.hasPrefix("@") }
}

extension KeyPathComponent: Hashable {
  /// Returns true if both components have the same name.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

extension [KeyPathComponent] {
  /// The path's text.
  ///
  /// Only the first name can be mistaken for a keyword, so that only it is escaped.
  package var keyPathText: String {
    guard let first else { return "" }
    let escape = PredicateKeyword(word: first.name) == nil ? "" : "#"
    return escape + map(\.name).joined(separator: ".")
  }
}
