import StrataCompilerMessages
import StrataSwiftParser

/// The expansion of `#Predicate` and `#Expression`.
struct PredicateExpansion {
  private let request: FreestandingMacroRequest
  /// The type of the result.
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
