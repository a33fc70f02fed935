/// An expression of Swift, as a tree.
///
/// Only what may stand in a predicate has a structure; the rest is passed, and known by its range.
struct ExpressionNode {
  indirect enum Kind {
    /// An identifier, `$0` too, without backticks.
    case name(String)
    /// What can't mention anything: numbers, regular expressions, key paths, `true`.
    case constant
    /// A string, with the words of its interpolations.
    case string([Fragment])
    case `nil`
    /// `.name`
    case implicitMember(String)
    case postfix(base: ExpressionNode, [Suffix])
    case prefix(String, ExpressionNode)
    case binary(ExpressionNode, String, ExpressionNode)
    case ternary(ExpressionNode, ExpressionNode, ExpressionNode)
    case cast(ExpressionNode, Cast, type: String)
    case parentheses(ExpressionNode)
    /// A tuple or a collection literal.
    case several([ExpressionNode])
    /// Operands with operators between them, one of which has a precedence that only the compiler
    /// knows.
    case unordered([ExpressionNode], by: String)
    case closure(ClosureNode)
    case `if`(IfNode)
    case `switch`(SwitchNode)
    /// `try` and its like, in front of an expression.
    case effect(ExpressionNode)
  }

  enum Cast {
    case check, coerce, conditional, forced
  }

  let kind: Kind
  /// UTF-8 bytes from the start of the source.
  let range: Range<Int>

  /// The expression inside of parentheses and behind `try`.
  var unwrapped: ExpressionNode {
    switch kind {
    case .parentheses(let inner), .effect(let inner): inner.unwrapped
    default: self
    }
  }
}

/// What is appended to an operand.
struct Suffix {
  enum Kind {
    case member(Name)
    case call([ArgumentNode])
    case `subscript`([ArgumentNode])
    /// `?`
    case link
    /// `!`
    case unwrap
    /// An operator such as the periods of `3...`.
    case `operator`
  }

  let kind: Kind
  let range: Range<Int>
}

struct ArgumentNode {
  let label: String?
  let value: ExpressionNode
}

/// A closure's parameters and statements.
struct ClosureNode {
  /// One entry of a capture list.
  struct Capture {
    let name: Name
    /// What stands behind the equals sign.
    let value: ExpressionNode?
    let isWeak: Bool
    let range: Range<Int>
  }

  struct Parameter {
    let name: Name
    let type: String?
  }

  let captures: [Capture]
  /// Nil where the closure speaks of `$0`.
  let parameters: [Parameter]?
  /// How many parameters it must have for those that it uses as `$0`, `$1`, …
  let shorthandCount: Int
  let statements: [StatementNode]
  /// The words in it, which may be names from outside.
  let words: [Fragment]
  let range: Range<Int>
}

struct StatementNode {
  enum Kind {
    case expression(ExpressionNode)
    case `return`(ExpressionNode)
    case `let`(Name, type: String?, ExpressionNode)
    /// `let (a, b) = …`, with the names.
    case destructuring([Name], Fragment, ExpressionNode)
    /// `#if`, with each clause's directive and statements.
    case conditional([(directive: String, statements: [StatementNode])])
    case `guard`([ConditionNode], [StatementNode])
    /// A statement that no predicate can have, by its first word.
    case other(String)
  }

  let kind: Kind
  let range: Range<Int>
}

/// `if`, with what follows `else` as statements too.
struct IfNode {
  let conditions: [ConditionNode]
  let body: [StatementNode]
  let otherwise: [StatementNode]?
}

struct ConditionNode {
  enum Kind {
    case expression(ExpressionNode)
    /// `let name = value`
    case binding(Name, ExpressionNode)
    /// `case pattern = value`
    case match(PatternNode, ExpressionNode)
  }

  let kind: Kind
  let range: Range<Int>
}

struct SwitchNode {
  struct Case {
    let patterns: [PatternNode]
    let body: [StatementNode]
    let isDefault: Bool
    let range: Range<Int>
  }

  let subject: ExpressionNode
  let cases: [Case]
}

struct PatternNode {
  indirect enum Kind {
    case any
    case expression(ExpressionNode)
    case binding(Name)
    /// `let name?`, `.some(let name)`
    case some(Name)
    case type(String)
    /// Something that binds names in parts of a value.
    case parts
  }

  let kind: Kind
  /// What stands behind `where`.
  let condition: ExpressionNode?
  let range: Range<Int>
}
