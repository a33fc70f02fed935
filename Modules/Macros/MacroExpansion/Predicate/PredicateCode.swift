/// Code that a predicate is made of, until it is laid out in lines.
indirect enum PredicateCode {
  case text(String)
  case call(String, [(label: String?, value: PredicateCode)])
  case closure(parameters: String, Body)
  /// Statements where an expression must stand.
  case immediate(Body)
  /// The end of a body in each clause of an `#if`.
  case configurations([(directive: String, body: Body)])

  /// Declarations, and the value behind them.
  struct Body {
    var lines: [(name: String, value: PredicateCode)] = []
    var result: PredicateCode
  }

  /// A call of one of the functions that `#Predicate` is made of.
  static func build(
    _ name: String, _ arguments: (label: String?, value: PredicateCode)...
  ) -> PredicateCode {
    .call("PredicateExpressions.build_" + name, arguments)
  }

  /// Whether it is one of several results, or needs statements.
  var isChoice: Bool {
    switch self {
    case .call("PredicateExpressions.build_Conditional", _), .immediate, .configurations: true
    case .text, .call, .closure: false
    }
  }

  /// The source code, from a line that is indented so far.
  func source(indent: Int = 0) -> String {
    if let line = line, line.utf8.count + indent <= 92 { return line }
    switch self {
    case .text(let text): return text
    case .call(let name, let arguments):
      if arguments.count == 1, case .closure? = arguments.first?.value {
        return name + "(" + arguments[0].value.source(indent: indent) + ")"
      }
      let margin = "\n" + String(repeating: " ", count: indent + 2)
      let parts = arguments.map { argument in
        (argument.label.map { $0 + ": " } ?? "") + argument.value.source(indent: indent + 2)
      }
      return name + "(" + margin + parts.joined(separator: "," + margin) + ")"
    case .closure(let parameters, let body):
      return "{ \(parameters) in" + body.source(indent: indent) + "}"
    case .immediate(let body):
      return "{" + body.source(indent: indent) + "}()"
    case .configurations(let clauses):
      return clauses.map { clause in
        clause.directive + clause.body.source(indent: indent, isReturned: true)
      }.joined() + "#endif"
    }
  }

  /// The source code if it has no statements and no line breaks.
  private var line: String? {
    switch self {
    case .text(let text): return text.contains(where: \.isNewline) ? nil : text
    case .call(let name, let arguments):
      var parts: [String] = []
      for argument in arguments {
        guard let value = argument.value.line else { return nil }
        parts.append((argument.label.map { $0 + ": " } ?? "") + value)
      }
      return name + "(" + parts.joined(separator: ", ") + ")"
    case .closure, .immediate, .configurations: return nil
    }
  }
}

extension PredicateCode.Body {
  fileprivate func source(indent: Int, isReturned: Bool = false) -> String {
    let margin = "\n" + String(repeating: " ", count: indent + 2)
    let declarations = lines.map { line in
      margin + "let \(line.name) = " + line.value.source(indent: indent + 2)
    }
    if case .configurations = result {
      return declarations.joined() + "\n" + result.source(indent: indent) + "\n"
    }
    return declarations.joined() + margin + (lines.isEmpty && !isReturned ? "" : "return ")
      + result.source(indent: indent + 2) + "\n" + String(repeating: " ", count: indent)
  }
}
