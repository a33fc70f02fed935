/// The generated code of a predicate, before it is formatted.
indirect enum PredicateCode {
  case text(String)
  case call(String, [(label: String?, value: PredicateCode)])
  case closure(parameters: String, Body)
  /// A closure that is called immediately, for statements in the place of an expression.
  case immediate(Body)
  /// The end of a body, for each clause of an `#if`.
  case configurations([(directive: String, body: Body)])

  /// Declarations, and the value after them.
  struct Body {
    var lines: [(name: String, value: PredicateCode)] = []
    var result: PredicateCode
  }

  /// Returns a call of one of the builder functions of `#Predicate`.
  static func build(
    _ name: String, _ arguments: (label: String?, value: PredicateCode)...
  ) -> PredicateCode {
    .call("PredicateExpressions.build_" + name, arguments)
  }

  /// True if it is a conditional, or needs statements.
  var isChoice: Bool {
    switch self {
    case .call("PredicateExpressions.build_Conditional", _), .immediate, .configurations: true
    case .text, .call, .closure: false
    }
  }

  /// Returns the source code, for a line with an indentation.
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

  /// The source code, or nil if it needs statements or line breaks.
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
