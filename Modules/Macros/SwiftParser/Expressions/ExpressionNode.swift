/// An expression of Swift, as a tree.
///
/// Only what may stand in a predicate has a structure; the rest is passed, and known by its range.
package struct ExpressionNode {
  package indirect enum Kind {
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

  package enum Cast {
    case check, coerce, conditional, forced
  }

  package let kind: Kind
  /// UTF-8 bytes from the start of the source.
  package let range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// The expression inside of parentheses and behind `try`.
  package var unwrapped: ExpressionNode {
    switch kind {
    case .parentheses(let inner), .effect(let inner): inner.unwrapped
    default: self
    }
  }
}

extension ExpressionNode {
  /// Reads the one expression of a source.
  package init(scanning source: String) throws(ScanError) {
    var parser = try ExpressionParser(source)
    self = try parser.expression()
    try parser.scanner.expectEndOfFile()
  }
}

/// What is appended to an operand.
package struct Suffix {
  package enum Kind {
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

  package let kind: Kind
  package let range: Range<Int>
}

package struct ArgumentNode {
  package let label: String?
  package let value: ExpressionNode
}

/// A closure's parameters and statements.
package struct ClosureNode {
  /// One entry of a capture list.
  package struct Capture {
    package let name: Name
    /// What stands behind the equals sign.
    package let value: ExpressionNode?
    package let isWeak: Bool
    package let range: Range<Int>
  }

  package struct Parameter {
    package let name: Name
    package let type: String?
  }

  package let captures: [Capture]
  /// Nil where the closure speaks of `$0`.
  package let parameters: [Parameter]?
  /// How many parameters it must have for those that it uses as `$0`, `$1`, …
  package let shorthandCount: Int
  package let statements: [StatementNode]
  /// The words in it, which may be names from outside.
  package let words: [Fragment]
  package let range: Range<Int>
}

package struct StatementNode {
  package enum Kind {
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

  package let kind: Kind
  package let range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// `if`, with what follows `else` as statements too.
package struct IfNode {
  package let conditions: [ConditionNode]
  package let body: [StatementNode]
  package let otherwise: [StatementNode]?
}

package struct ConditionNode {
  package enum Kind {
    case expression(ExpressionNode)
    /// `let name = value`
    case binding(Name, ExpressionNode)
    /// `case pattern = value`
    case match(PatternNode, ExpressionNode)
  }

  package let kind: Kind
  package let range: Range<Int>
}

package struct SwitchNode {
  package struct Case {
    package let patterns: [PatternNode]
    package let body: [StatementNode]
    package let isDefault: Bool
    package let range: Range<Int>
  }

  package let subject: ExpressionNode
  package let cases: [Case]
}

package struct PatternNode {
  package indirect enum Kind {
    case any
    case expression(ExpressionNode)
    case binding(Name)
    /// `let name?`, `.some(let name)`
    case some(Name)
    case type(String)
    /// Something that binds names in parts of a value.
    case parts
  }

  package let kind: Kind
  /// What stands behind `where`.
  package let condition: ExpressionNode?
  package let range: Range<Int>
}
