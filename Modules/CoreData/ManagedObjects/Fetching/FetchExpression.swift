/// A value that a fetch works out, as an ``ExpressionDescription`` and a condition on groups have it.
///
/// It takes the place of Foundation's `NSExpression`, of which there is only the name on other platforms than
/// Apple's.
public struct FetchExpression: Sendable, Hashable {
  indirect enum Kind: Sendable, Hashable {
    case keyPath(String)
    case function(String, [FetchExpression])
    case variable(String)
    case object
  }

  let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// What is at the end of a key path.
  public init(forKeyPath path: String) { self.init(.keyPath(path)) }

  /// What a function makes of the values of a group's objects: `count:`, `sum:`, `average:`, `min:` or `max:`, of
  /// a key path; `count:` also of the objects themselves.
  public init(forFunction name: String, arguments: [FetchExpression]) {
    self.init(.function(name, arguments))
  }

  /// In a condition on groups, what an ``ExpressionDescription`` with a name works out.
  public init(forVariable name: String) { self.init(.variable(name)) }

  /// The object itself.
  public static func expressionForEvaluatedObject() -> FetchExpression { FetchExpression(.object) }
}
