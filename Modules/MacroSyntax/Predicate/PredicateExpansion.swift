/// What `#Predicate` and `#Expression` write.
struct PredicateExpansion {
  private let request: FreestandingMacroRequest
  /// The type that is made.
  private let type: String

  init(_ request: FreestandingMacroRequest, type: String) {
    self.request = request
    self.type = type
  }

  private var node: SyntaxNode { request.syntax }

  func result() throws(Problem) -> ExpansionResult {
    let use: MacroUse
    do throws(ScanError) {
      use = try MacroUse(scanning: node.source)
    } catch {
      throw unreadable(error)
    }
    return ExpansionResult(expandedSource: try source(of: use))
  }

  private func unreadable(_ error: ScanError) -> Problem {
    guard error.isTooDeep else { return Problem(error, in: node) }
    return Problem(
      "this is too long or nested too deep for a predicate; ask 'contains' of a list, or make several "
        + "predicates and join them with 'Predicate(all:)' or 'Predicate(any:)'",
      node.position(at: error.offset))
  }

  private func source(of use: MacroUse) throws(Problem) -> String {
    var writer = PredicateWriter(node)
    var context = PredicateWriter.Context()
    let closure = use.closure
    var parameters: [String] = []
    for parameter in closure.parameters ?? [] {
      let name = parameter.name
      parameters.append(
        name.written + (parameter.type.map { ": PredicateExpressions.Variable<\($0)>" } ?? ""))
      if name.text != "_" { context.names[name.text] = name.written }
    }
    for index in 0..<(closure.parameters == nil ? closure.shorthandCount : 0) {
      let name = writer.newName()
      parameters.append(name)
      context.names["$\(index)"] = name
    }
    let isTyped = closure.parameters?.contains { $0.type != nil } ?? false
    let list = parameters.isEmpty ? "_" : parameters.joined(separator: ", ")
    let statements = try writer.declarations(of: closure.captures) + closure.statements
    let body = try writer.body(statements, context, at: closure.range)
    let code = PredicateCode.call(
      "Foundation.\(type)\(use.genericArguments)",
      [(nil, .closure(parameters: isTyped ? "(\(list))" : list, body))])
    return code.source()
  }
}

/// A use of a macro with a closure: `#name<…> { … }`.
struct MacroUse {
  /// With its angles; empty if there are none.
  let genericArguments: String
  let closure: ClosureNode

  /// Reads the use of a macro.
  init(scanning source: String) throws(ScanError) {
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
