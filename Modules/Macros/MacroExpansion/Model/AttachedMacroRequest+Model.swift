import StrataCompilerMessages
import StrataSwiftParser

extension AttachedMacroRequest {
  /// The client's language mode, or the newest one if the compiler doesn't state it.
  var language: SwiftLanguage { SwiftLanguage(mode: languageMode ?? 6) }

  /// True if an enclosing declaration is generic.
  ///
  /// An extension doesn't show whether its type is generic. A declaration that can't be parsed
  /// counts as generic, since the code for generic types works in any.
  var isInGenericType: Bool {
    lexicalContext.contains { node in
      guard node.kind == "declaration" else { return false }
      do throws(ScanError) {
        switch try Member(scanning: node.source) {
        case .nestedType(let type): return type.genericParameters != nil
        case .function(let function): return function.signature.genericParameters != nil
        case .initializer(let declaration):
          return declaration.signature.genericParameters != nil
        default: return false
        }
      } catch {
        return true
      }
    }
  }

  /// Returns the names of the conformances that the declaration lacks.
  func wantedConformances() throws(Problem) -> [String] {
    guard let conformanceList else { return [] }
    let type = try reading(conformanceList) { source throws(ScanError) in
      try TypeDeclaration(scanning: source)
    }
    return type.inheritedTypes.map { QualifiedName($0.text).last }
  }

  /// Returns true if the class inherits from a model.
  ///
  /// Only the topmost class of a hierarchy is missing the conformance to `_ModelRoot`.
  func inheritsModel() throws(Problem) -> Bool {
    try !wantedConformances().contains("_ModelRoot")
  }
}

/// The properties of the client's language mode that affect an expansion.
struct SwiftLanguage: Hashable {
  /// The language mode, such as 5 or 6.
  let mode: Int

  /// True if the compiler allows an accessor macro on a `let`, with a warning.
  var allowsAccessorsOnConstants: Bool { mode < 6 }
}
