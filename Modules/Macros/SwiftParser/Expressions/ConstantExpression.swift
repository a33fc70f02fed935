/// Returns true if an initial value is a literal, and so the same for each object.
///
/// Any other expression may have another value each time: `UUID()`, `.now`, `next()`. An expression
/// that can't be parsed counts as such.
package func isConstant(_ source: String) -> Bool {
  // A `#` may begin a macro. The compiler reports errors of an expression that can't be parsed.
  guard !source.contains("#"), let node = try? ExpressionNode(scanning: source) else {
    return false
  }
  return node.isLiteral
}

extension ExpressionNode {
  fileprivate var isLiteral: Bool {
    switch kind {
    case .constant, .nil: true
    case .string(let interpolations): interpolations.isEmpty
    case .prefix(let sign, let operand): ["-", "+"].contains(sign) && operand.isLiteral
    case .parentheses(let inner): inner.isLiteral
    case .several(let elements): elements.allSatisfy(\.isLiteral)
    default: false
    }
  }
}
