/// A value in a predicate: a literal, a key path, or something worked out from them.
///
/// Two expressions are equal when their trees are; where they stood in the text doesn't count.
public struct ExpressionSyntax: Sendable {
  /// What an expression is made of.
  public indirect enum Kind: Sendable, Hashable {
    /// A value written out.
    case literal(LiteralSyntax)
    /// `SELF`, the object that the predicate is about.
    case selfObject
    /// A variable such as `$FETCH_SOURCE`, named without its `$`.
    case variable(String)
    /// A path that starts at the object that the predicate is about, such as `item.name`.
    case keyPath([KeyPathComponent])
    /// A path that starts at another value, such as `$day.name` or `SUBQUERY(…).@count`.
    case member(of: ExpressionSyntax, [KeyPathComponent])
    /// A list of values: `{1, 2, 3}`, or `(1, 2, 3)` after `IN`.
    case aggregate([ExpressionSyntax])
    /// A call, such as `uppercase(name)`.
    case function(PredicateFunction, [ExpressionSyntax])
    /// A number made of two, such as `price * 2`.
    case arithmetic(ExpressionSyntax, ArithmeticOperator, ExpressionSyntax)
    /// A number with its sign turned. The sign of a number written out belongs to the literal.
    case negated(ExpressionSyntax)
    /// The members of a collection for which a predicate holds; the variable is named without `$`.
    case subquery(ExpressionSyntax, variable: String, PredicateSyntax)
    /// A member of a collection, or its size.
    case element(of: ExpressionSyntax, IndexSyntax)
  }

  /// The form of this expression, with its parts.
  public let kind: Kind
  /// Where it stands in the text.
  public let range: SourceRange
  /// The number of nodes from here down to the deepest leaf; a leaf has 1.
  public let depth: Int

  /// Makes an expression.
  ///
  /// - Complexity: O(*n*) in the number of direct parts.
  public init(_ kind: Kind, range: SourceRange = .unknown) {
    self.kind = kind
    self.range = range
    depth = 1 + kind.depthOfParts
  }
}

extension ExpressionSyntax: Hashable {
  /// Whether two trees are the same, wherever they stood in their texts.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind
  }

  /// Hashes the tree without its position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
  }
}

extension ExpressionSyntax {
  /// A value written out.
  public static func literal(_ literal: LiteralSyntax) -> Self { Self(.literal(literal)) }

  /// A path from the object that the predicate is about.
  public static func keyPath(_ components: KeyPathComponent...) -> Self {
    Self(.keyPath(components))
  }

  /// A variable, named without its `$`.
  public static func variable(_ name: String) -> Self { Self(.variable(name)) }

  /// A list of values.
  public static func aggregate(_ members: [ExpressionSyntax]) -> Self { Self(.aggregate(members)) }
}

/// What stands between the brackets after a collection.
public enum IndexSyntax: Sendable, Hashable {
  /// `[FIRST]`, the first member.
  case first
  /// `[LAST]`, the last member.
  case last
  /// `[SIZE]`, the number of members.
  case size
  /// A position counted from zero, or a dictionary's key.
  case position(ExpressionSyntax)
}

extension ExpressionSyntax.Kind {
  fileprivate var depthOfParts: Int {
    switch self {
    case .literal, .selfObject, .variable, .keyPath: 0
    case .member(of: let base, _): base.depth
    case .aggregate(let parts), .function(_, let parts): parts.map(\.depth).max() ?? 0
    case .arithmetic(let left, _, let right): max(left.depth, right.depth)
    case .negated(let operand): operand.depth
    case .subquery(let collection, _, let predicate): max(collection.depth, predicate.depth)
    case .element(of: let base, .position(let index)): max(base.depth, index.depth)
    case .element(of: let base, _): base.depth
    }
  }
}
