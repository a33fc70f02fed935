import StrataCompilerMessages
import StrataSwiftParser

extension AttachedMacroRequest {
  /// The language that the client is written in; the newest where the compiler doesn't say.
  var language: SwiftLanguage { SwiftLanguage(mode: languageMode ?? 6) }

  /// Whether something around the declaration is generic. An extension doesn't say whether its type
  /// is. What can't be read may be: code for generic surroundings is right in any.
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

  /// The conformances that the declaration lacks, by their names.
  func wantedConformances() throws(Problem) -> [String] {
    guard let conformanceList else { return [] }
    let type = try reading(conformanceList) { source throws(ScanError) in
      try TypeDeclaration(scanning: source)
    }
    return type.inheritedTypes.map { QualifiedName($0.text).last }
  }

  /// Whether the class inherits from a model: only the topmost class of a hierarchy is given the
  /// protocol of this name.
  func inheritsModel() throws(Problem) -> Bool {
    try !wantedConformances().contains("_ModelRoot")
  }
}

/// What of the client's language matters to an expansion.
struct SwiftLanguage: Hashable {
  /// The language mode, such as 5 or 6.
  let mode: Int

  /// Whether the compiler lets an accessor macro stand on a `let`; it warns of it.
  var allowsAccessorsOnConstants: Bool { mode < 6 }
}
