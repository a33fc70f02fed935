/// A word in front of a declaration that says more about it: `public`, `private(set)`, `static`.
public struct Modifier: Equatable, Sendable {
  /// The word.
  public let name: String
  /// What stands in parentheses behind it: `set`, `unsafe`, `safe`.
  public let argument: String?
  /// The whole modifier.
  public let source: Fragment
}

extension Modifier: CustomStringConvertible {
  /// The word with its argument.
  public var description: String {
    argument.map { "\(name)(\($0))" } ?? name
  }
}
