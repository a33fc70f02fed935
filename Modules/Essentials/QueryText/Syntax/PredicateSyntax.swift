/// A predicate in `NSPredicate`'s format language, read but not yet checked against a model.
///
/// Key paths stay names: whether `item.name` exists, and whether a comparison makes sense for its
/// type, is for later analysis, which can point at the text by ``range``. Two predicates are equal
/// when their trees are; where they stood in the text doesn't count.
public struct PredicateSyntax: Sendable {
  /// What a predicate is made of.
  public indirect enum Kind: Sendable, Hashable {
    /// Two values compared, such as `age >= 18`.
    case comparison(ComparisonSyntax)
    /// Predicates that must all hold. The parser makes at least two terms.
    case and([PredicateSyntax])
    /// Predicates of which one must hold. The parser makes at least two terms.
    case or([PredicateSyntax])
    /// The opposite of a predicate.
    case not(PredicateSyntax)
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
  }

  /// The form of this predicate, with its parts.
  public let kind: Kind
  /// Where it stands in the text.
  public let range: SourceRange
  /// The number of nodes from here down to the deepest leaf; a constant has 1.
  public let depth: Int

  /// The deepest tree the parser makes, so that whoever walks a tree may recurse.
  public static let maximumDepth = 50

  /// Makes a predicate.
  ///
  /// - Complexity: O(*n*) in the number of direct parts.
  public init(_ kind: Kind, range: SourceRange = .unknown) {
    self.kind = kind
    self.range = range
    depth = 1 + kind.depthOfParts
  }
}

extension PredicateSyntax: Hashable {
  /// Whether two trees are the same, wherever they stood in their texts.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind
  }

  /// Hashes the tree without its position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
  }
}

extension PredicateSyntax {
  /// A comparison of two values.
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

  /// A predicate that holds when all `terms` do.
  public static func and(_ terms: [PredicateSyntax]) -> Self { Self(.and(terms)) }

  /// A predicate that holds when one of `terms` does.
  public static func or(_ terms: [PredicateSyntax]) -> Self { Self(.or(terms)) }

  /// A predicate that holds when `term` doesn't.
  public static func not(_ term: PredicateSyntax) -> Self { Self(.not(term)) }

  /// A predicate that always or never holds.
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
