import StrataCompilerMessages
import StrataSwiftParser

/// The context of a `#Unique`, `#Index`, `#Search`, `@Attribute` or `@Relationship`.
///
/// Only `@Model` reads them, and only those in its own class. Elsewhere they would have no effect,
/// which is an error.
struct ModelSurroundings {
  /// The macro's use.
  private let node: SyntaxNode
  private let name: String
  /// The innermost enclosing declaration.
  private let around: SyntaxNode?

  init(_ request: FreestandingMacroRequest) {
    node = request.syntax
    name = "#" + request.macro.name
    around = request.lexicalContext.first
  }

  init(_ request: AttachedMacroRequest) {
    node = request.attribute
    name = "@" + request.macro.name
    around = request.lexicalContext.first
  }

  func checkConstraint() throws(Problem) {
    try check("; it stands between the braces of its class, not in an extension or a nested type")
  }

  func checkAttribute(on request: AttachedMacroRequest) throws(Problem) {
    // @Composite reads the members' original names.
    if name != "@Attribute" || !isInside("Composite") { try check("") }
    let member = try reading(request.declaration) { source throws(ScanError) in
      try Member(scanning: source)
    }
    guard case .variable(let variable) = member else {
      throw Problem("'\(name)' stands before a stored property only", position)
    }
    if let reason = variable.reasonNotToPersist {
      throw Problem("'\(name)' says nothing here: \(reason), and isn't persisted", position)
    }
  }

  private var position: Diagnostic.Position {
    let source = node.source
    let start = source.utf8.count - source.drop { $0.isWhitespace }.utf8.count
    return node.position(at: start)
  }

  private func isInside(_ macro: String) -> Bool {
    guard let around else { return false }
    do throws(ScanError) {
      guard case .nestedType(let type) = try Member(scanning: around.source) else { return false }
      return !type.attributes(named: macro).isEmpty
    } catch {
      // It is a closure, or `@Model` reports that it can't be parsed.
      return false
    }
  }

  private func check(_ advice: String) throws(Problem) {
    if isInside("Model") { return }
    throw Problem("'\(name)' says nothing outside of a class with @Model" + advice, position)
  }
}
