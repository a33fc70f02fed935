/// A predicate in `NSPredicate`'s format language, parsed but not yet checked against a model.
///
/// Key paths remain names. Later analysis checks that `item.name` exists and that a comparison
/// suits its type, and can refer to the text by ``range``. Two predicates are equal if their trees
/// are. Their positions in the text don't matter.
public struct PredicateSyntax: Sendable {
  /// The form of a predicate.
  public indirect enum Kind: Sendable, Hashable {
    /// A comparison of two values, such as `age >= 18`.
    case comparison(ComparisonSyntax)
    /// Predicates that must all hold.
    ///
    /// The parser creates at least two terms.
    case and([PredicateSyntax])
    /// Predicates of which at least one must hold.
    ///
    /// The parser creates at least two terms.
    case or([PredicateSyntax])
    /// The negation of a predicate.
    case not(PredicateSyntax)
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
  }

  /// The form of this predicate, with its parts.
  public let kind: Kind
  /// The position in the text.
  public let range: SourceRange
  /// The number of nodes from here down to the deepest leaf.
  ///
  /// A constant has 1.
  public let depth: Int

  /// The maximum depth of a parsed tree, so that code can walk it recursively.
  public static let maximumDepth = 50

  /// Creates a predicate.
  ///
  /// - Complexity: O(*n*) in the number of direct parts.
  public init(_ kind: Kind, range: SourceRange = .unknown) {
    self.kind = kind
    self.range = range
    depth = 1 + kind.depthOfParts
  }
}

extension PredicateSyntax: Hashable {
  /// Returns true if both trees are equal, whatever their positions.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind
  }

  /// Hashes the tree without its position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
  }
}

extension PredicateSyntax {
  /// Creates a comparison of two values.
  public static func comparison(
    _ lhs: ExpressionSyntax, _ comparisonOperator: ComparisonOperator, _ rhs: ExpressionSyntax,
    modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
  ) -> Self {
    Self(
      .comparison(
        ComparisonSyntax(
          lhs: lhs, modifier: modifier, comparisonOperator: comparisonOperator, options: options,
          rhs: rhs)))
  }

  /// Creates a predicate that holds if all `terms` do.
  public static func and(_ terms: [PredicateSyntax]) -> Self { Self(.and(terms)) }

  /// Creates a predicate that holds if at least one of `terms` does.
  public static func or(_ terms: [PredicateSyntax]) -> Self { Self(.or(terms)) }

  /// Creates a predicate that holds if `term` doesn't.
  public static func not(_ term: PredicateSyntax) -> Self { Self(.not(term)) }

  /// Creates a predicate that always or never holds.
  public static func constant(_ value: Bool) -> Self { Self(.constant(value)) }
}

extension PredicateSyntax.Kind {
  fileprivate var depthOfParts: Int {
    switch self {
    case .comparison(let comparison): max(comparison.lhs.depth, comparison.rhs.depth)
    case .and(let terms), .or(let terms): terms.map(\.depth).max() ?? 0
    case .not(let term): term.depth
    case .constant: 0
    }
  }
}
