import StrataCompilerMessages
import StrataSwiftParser

/// The attribute that `@Model` adds to a persisted property, with its position.
struct ModelMemberAttribute {
  let result: ExpansionResult

  init(_ request: AttachedMacroRequest) throws(Problem) {
    result = ExpansionResult(expandedSource: try Self.source(request))
  }

  private static func source(_ request: AttachedMacroRequest) throws(Problem) -> String? {
    guard let parent = request.parentDeclaration else {
      throw Problem(
        "the compiler doesn't say which class this belongs to", request.declaration.position(at: 0))
    }
    let model: ModelClass
    do {
      model = try ModelClass.remembered(parent, language: request.language)
    } catch {
      // The member role reports the class's errors.
      return nil
    }
    let member = try reading(request.declaration) { source throws(ScanError) in
      try Member(scanning: source)
    }
    guard case .variable(let variable) = member else { return nil }
    // Several clauses of an `#if` may declare the same name, so that the property is found by its
    // offset.
    let position = request.declaration.position(at: variable.keywordOffset)
    let offset = position.offset - parent.location.offset
    guard position.fileName == parent.location.fileName, model.hasVariable(at: offset) else {
      throw Problem("this property isn't found in its class", position)
    }
    guard let property = model.property(at: offset), !property.isConstant else { return nil }
    return "@StrataContexts._PersistedProperty(\"\(property.index)\")"
  }
}
