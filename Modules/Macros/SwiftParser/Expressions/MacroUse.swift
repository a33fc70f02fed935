/// A use of a macro with a closure: `#name<…> { … }`.
package struct MacroUse {
  /// The generic arguments with their angle brackets, or an empty string.
  package let genericArguments: String
  package let closure: ClosureNode

  /// Parses a use of a macro.
  package init(scanning source: String) throws(ScanError) {
    var parser = try ExpressionParser(source)
    guard parser.kind == .poundWord else { throw parser.scanner.expected("a macro") }
    try parser.advance()
    while parser.kind == .period || parser.kind == .doubleColon {
      try parser.advance()
      _ = try parser.scanner.expectName("the name of a macro")
    }
    let start = parser.start
    try parser.scanner.skipGenericArgumentsIfPresent()
    genericArguments =
      parser.scanner.previousEnd > start ? parser.scanner.fragment(from: start).text : ""
    let arguments =
      parser.kind == .leftParenthesis ? try parser.arguments(to: .rightParenthesis) : []
    if let argument = arguments.first {
      guard arguments.count == 1, argument.label == nil,
        case .closure(let closure) = argument.value.unwrapped.kind
      else {
        throw ScanError(
          "expected a closure that says what must be true", at: argument.value.range.lowerBound)
      }
      self.closure = closure
    } else {
      closure = try parser.closure()
    }
    try parser.scanner.expectEndOfFile()
  }
}
