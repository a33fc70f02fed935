import StrataCompilerMessages
import StrataSwiftParser

/// What `@Composite` adds beside the type.
enum CompositeConformance {
  /// What is wrong with the type is said by the member role; a type that can't be a composite value at
  /// all isn't made one, nor is one that has its columns already.
  static func result(_ request: AttachedMacroRequest) throws(Problem) -> ExpansionResult {
    let type: CompositeType
    do {
      type = try CompositeType(request)
    } catch {
      return ExpansionResult(expandedSource: "")
    }
    guard try !request.wantedConformances().isEmpty else {
      return ExpansionResult(expandedSource: "")
    }
    let name = (request.extendedType?.source ?? type.type.name.written)
      .split(whereSeparator: \.isWhitespace).joined()
    // The conformance holds everywhere, also where the type belongs to the main actor.
    let start = "nonisolated extension \(name): StrataModel._Composite {"
    // In the struct itself an initializer would take the place of the one that it has by its members.
    guard case .members = type.content else { return ExpansionResult(expandedSource: start + "}") }
    return ExpansionResult(
      expandedSource: "\(start)\n\(CompositeCode(type).readingAndBinding)\n}")
  }
}
