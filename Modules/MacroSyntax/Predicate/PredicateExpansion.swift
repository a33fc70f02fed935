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

  var result: ExpansionResult {
    do throws(Problem) {
      let use: MacroUse
      do {
        use = try MacroUse(scanning: node.source)
      } catch {
        return ExpansionResult(expandedSource: foundations)
      }
      return ExpansionResult(expandedSource: try source(of: use))
    } catch {
      return ExpansionResult(
        diagnostics: [Diagnostic(error.message, at: error.position, fixIts: error.fixIts)])
    }
  }

  /// The same use of Foundation's own macro: it may understand what wasn't understood here, and else
  /// says why it doesn't.
  private var foundations: String {
    var source = Substring(node.source)
    guard let pound = source.firstIndex(of: "#") else { return node.source }
    source = source[pound...].dropFirst()
    let rest = source.drop { $0.isLetter || $0.isNumber || "_.`".contains($0) }
    return "#_Foundation\(type)" + rest
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
    let body = try writer.body(closure.statements, context, at: closure.range)
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
    while parser.kind == .period {
      try parser.advance()
      _ = try parser.scanner.expectName("the name of a macro")
    }
    let start = parser.start
    try parser.scanner.skipGenericArgumentsIfPresent()
    genericArguments =
      parser.scanner.previousEnd > start ? parser.scanner.fragment(from: start).text : ""
    if parser.kind == .leftParenthesis {
      let arguments = try parser.arguments(to: .rightParenthesis)
      if arguments.count == 1, arguments[0].label == nil,
        case .closure(let closure) = arguments[0].value.unwrapped.kind
      {
        self.closure = closure
      } else {
        throw parser.scanner.expected("a closure")
      }
    } else {
      closure = try parser.closure()
    }
    try parser.scanner.expectEndOfFile()
  }
}
