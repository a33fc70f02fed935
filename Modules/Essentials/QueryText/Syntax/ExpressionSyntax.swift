/// A value in a predicate: a literal, a key path, or an expression of them.
///
/// Two expressions are equal if their trees are. Their positions in the text don't matter.
public struct ExpressionSyntax: Sendable {
  /// The form of an expression.
  public indirect enum Kind: Sendable, Hashable {
    /// A literal.
    case literal(LiteralSyntax)
    /// `SELF`, the object that the predicate is about.
    case selfObject
    /// A variable such as `$FETCH_SOURCE`, named without its `$`.
    case variable(String)
    /// A path from the object that the predicate is about, such as `item.name`.
    case keyPath([KeyPathComponent])
    /// A path from another value, such as `$day.name` or `SUBQUERY(…).@count`.
    case member(of: ExpressionSyntax, [KeyPathComponent])
    /// A list of values: `{1, 2, 3}`, or `(1, 2, 3)` after `IN`.
    case aggregate([ExpressionSyntax])
    /// A call, such as `uppercase(name)`.
    case function(ExpressionFunction, [ExpressionSyntax])
    /// An arithmetic operation on two numbers, such as `price * 2`.
    case arithmetic(ExpressionSyntax, ArithmeticOperator, ExpressionSyntax)
    /// A negated number.
    ///
    /// The sign of a number literal is part of the literal.
    case negated(ExpressionSyntax)
    /// The members of a collection that meet a predicate.
    ///
    /// The variable is named without `$`.
    case subquery(ExpressionSyntax, variable: String, PredicateSyntax)
    /// A member of a collection, or its size.
    case element(of: ExpressionSyntax, IndexSyntax)
  }

  /// The form of this expression, with its parts.
  public let kind: Kind
  /// The position in the text.
  public let range: SourceRange
  /// The number of nodes from here down to the deepest leaf.
  ///
  /// A leaf has 1.
  public let depth: Int

  /// Creates an expression.
  ///
  /// - Complexity: O(*n*) in the number of direct parts.
  public init(_ kind: Kind, range: SourceRange = .unknown) {
    self.kind = kind
    self.range = range
    depth = 1 + kind.depthOfParts
  }
}

extension ExpressionSyntax: Hashable {
  /// Returns true if both trees are equal, whatever their positions.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind
  }

  /// Hashes the tree without its position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
  }
}

extension ExpressionSyntax {
  /// Creates a literal.
  public static func literal(_ literal: LiteralSyntax) -> Self { Self(.literal(literal)) }

  /// Creates a path from the object that the predicate is about.
  public static func keyPath(_ components: KeyPathComponent...) -> Self {
    Self(.keyPath(components))
  }

  /// Creates a variable, named without its `$`.
  public static func variable(_ name: String) -> Self { Self(.variable(name)) }

  /// Creates a list of values.
  public static func aggregate(_ members: [ExpressionSyntax]) -> Self { Self(.aggregate(members)) }
}

/// An index in brackets after a collection.
public enum IndexSyntax: Sendable, Hashable {
  /// `[FIRST]`, the first member.
  case first
  /// `[LAST]`, the last member.
  case last
  /// `[SIZE]`, the number of members.
  case size
  /// A position from zero, or a dictionary's key.
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
