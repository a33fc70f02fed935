/// A Swift expression as a syntax tree.
///
/// Only forms that predicates support have a structure. Others are skipped and known by their
/// range.
package struct ExpressionNode {
  package indirect enum Kind {
    /// An identifier without backticks, including `$0`.
    case name(String)
    /// An expression without references: a number, regular expression, key path, or `true`.
    case constant
    /// A string, with the words in its interpolations.
    case string([Fragment])
    case `nil`
    /// An implicit member, `.name`.
    case implicitMember(String)
    case postfix(base: ExpressionNode, [Suffix])
    case prefix(String, ExpressionNode)
    case binary(ExpressionNode, String, ExpressionNode)
    case ternary(ExpressionNode, ExpressionNode, ExpressionNode)
    case cast(ExpressionNode, Cast, type: String)
    case parentheses(ExpressionNode)
    /// A tuple or a collection literal.
    case several([ExpressionNode])
    /// Operands joined by operators, one of which has a precedence that only the compiler knows.
    case unordered([ExpressionNode], by: String)
    case closure(ClosureNode)
    case `if`(IfNode)
    case `switch`(SwitchNode)
    /// An expression after `try` or a similar keyword.
    case effect(ExpressionNode)
  }

  package enum Cast {
    case check, coerce, conditional, forced
  }

  package let kind: Kind
  /// The UTF-8 range from the start of the source.
  package let range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// The expression inside parentheses and after `try`.
  package var unwrapped: ExpressionNode {
    switch kind {
    case .parentheses(let inner), .effect(let inner): inner.unwrapped
    default: self
    }
  }
}

extension ExpressionNode {
  /// Parses a source that consists of one expression.
  package init(scanning source: String) throws(ScanError) {
    var parser = try ExpressionParser(source)
    self = try parser.expression()
    try parser.scanner.expectEndOfFile()
  }
}

/// A suffix of an operand.
package struct Suffix {
  package enum Kind {
    case member(Name)
    case call([ArgumentNode])
    case `subscript`([ArgumentNode])
    /// The `?` of optional chaining.
    case link
    /// The `!` of forced unwrapping.
    case unwrap
    /// A postfix operator, such as the periods of `3...`.
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
  /// An entry of a capture list.
  package struct Capture {
    package let name: Name
    /// The value after the equals sign.
    package let value: ExpressionNode?
    package let isWeak: Bool
    package let range: Range<Int>
  }

  package struct Parameter {
    package let name: Name
    package let type: String?
  }

  package let captures: [Capture]
  /// The parameters, or nil if the closure uses `$0`.
  package let parameters: [Parameter]?
  /// The number of parameters that the closure needs for its `$0`, `$1`, …
  package let shorthandCount: Int
  package let statements: [StatementNode]
  /// The words in the closure that may refer to outer names.
  package let words: [Fragment]
  package let range: Range<Int>
}

package struct StatementNode {
  package enum Kind {
    case expression(ExpressionNode)
    case `return`(ExpressionNode)
    case `let`(Name, type: String?, ExpressionNode)
    /// A tuple pattern, `let (a, b) = …`, with its names.
    case destructuring([Name], Fragment, ExpressionNode)
    /// An `#if`, with each clause's directive and statements.
    case conditional([(directive: String, statements: [StatementNode])])
    case `guard`([ConditionNode], [StatementNode])
    /// A statement that predicates don't support, by its first word.
    case other(String)
  }

  package let kind: Kind
  package let range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// An `if`, with the `else` branch as statements too.
package struct IfNode {
  package let conditions: [ConditionNode]
  package let body: [StatementNode]
  package let otherwise: [StatementNode]?
}

package struct ConditionNode {
  package enum Kind {
    case expression(ExpressionNode)
    /// An optional binding, `let name = value`.
    case binding(Name, ExpressionNode)
    /// A pattern match, `case pattern = value`.
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
    /// An optional pattern, `let name?` or `.some(let name)`.
    case some(Name)
    case type(String)
    /// A pattern that binds names in parts of a value.
    case parts
  }

  package let kind: Kind
  /// The condition after `where`.
  package let condition: ExpressionNode?
  package let range: Range<Int>
}
