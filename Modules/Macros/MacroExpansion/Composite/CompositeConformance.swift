import StrataCompilerMessages
import StrataSwiftParser

/// The extension that `@Composite` generates.
enum CompositeConformance {
  /// Returns the conformance, unless the type can't be a composite value or conforms already.
  ///
  /// The member role reports the errors.
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
    // `nonisolated`, so that the conformance holds everywhere, even if the type belongs to the main
    // actor.
    let start = "nonisolated extension \(name): StrataModel._Composite {"
    // In the struct itself, an initializer would suppress the memberwise one.
    guard case .members = type.content else { return ExpansionResult(expandedSource: start + "}") }
    return ExpansionResult(
      expandedSource: "\(start)\n\(CompositeCode(type).readingAndBinding)\n}")
  }
}
