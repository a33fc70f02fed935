/// A modifier of a declaration, such as `public`, `private(set)` or `static`.
public struct Modifier: Equatable, Sendable {
  /// The keyword.
  public let name: String
  /// The argument in parentheses: `set`, `unsafe`, `safe`.
  public let argument: String?
  /// The whole modifier.
  public let source: Fragment
}

extension Modifier: CustomStringConvertible {
  /// The keyword with its argument.
  public var description: String {
    argument.map { "\(name)(\($0))" } ?? name
  }
}
