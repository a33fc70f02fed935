/// What can be wrong with a property of a model, at its place and with a way to mend it.
struct PropertyProblems {
  let variable: VariableDeclaration
  let node: SyntaxNode

  private var position: Diagnostic.Position { node.position(at: variable.keywordOffset) }

  var severalBindings: Problem {
    Problem("@Model needs each persisted property in a declaration of its own", position)
  }

  func weakReference(_ name: String) -> Problem {
    Problem(
      "'\(name)' can't be persisted as a weak reference; a relationship is never a cycle in the "
        + "store, so leave the modifier out, or mark it @Transient", position)
  }

  func constantWithValue(_ name: String) -> Problem {
    Problem(
      "a persisted 'let' gets its value in an initializer; declare '\(name)' as 'var', or give it a "
        + "type and no initial value",
      position,
      fixIts: [
        Diagnostic.FixIt(
          message: "use 'var'",
          changes: [.init(range: node.range(variable.header.keyword.range), newText: "var")])
      ])
  }

  /// A transient property has no value in the store to start from.
  func checkTransient() throws {
    guard !variable.attributes(named: "Transient").isEmpty, !variable.isStatic, !variable.isLet,
      !variable.hasModifier("lazy")
    else { return }
    for binding in variable.bindings
    where binding.initialValue == nil && binding.accessorBlock?.isComputed != true {
      let type = (binding.resolvedType ?? binding.typeAnnotation)?.text ?? ""
      if !type.hasSuffix("?"), !type.hasSuffix("!"), !type.hasPrefix("Optional<") {
        throw Problem(
          "@Transient requires non-optional property '\(binding.pattern.text)' to have a default "
            + "value", position)
      }
    }
  }
}
