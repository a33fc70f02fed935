/// Whether an initial value is a literal, and so the same for each object.
///
/// Anything else may be another value each time: `UUID()`, `.now`, `next()`. What can't be read counts
/// as such.
package func isConstant(_ source: String) -> Bool {
  // What `#` begins may be a macro's, and the compiler will say what is wrong with what can't be read.
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
