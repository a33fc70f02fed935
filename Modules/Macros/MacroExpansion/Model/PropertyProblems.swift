import StrataCompilerMessages
import StrataSwiftParser

/// The errors of a model's property, with their positions and fix-its.
struct PropertyProblems {
  let variable: VariableDeclaration
  let node: SyntaxNode

  private var position: Diagnostic.Position { node.position(at: variable.keywordOffset) }

  private func insertion(_ text: String) -> Diagnostic.FixIt.Change {
    let start = variable.range.lowerBound
    return .init(range: node.range(start..<start), newText: text)
  }

  var severalBindings: Problem {
    Problem("@Model needs each persisted property in a declaration of its own", position)
  }

  func weakReference(_ name: String) -> Problem {
    Problem(
      "'\(name)' can't be persisted as a weak reference; a relationship is never a cycle in the "
        + "store, so leave the modifier out, or mark it @Transient", position)
  }

  func lazy(_ name: String) -> Problem {
    Problem(
      "'\(name)' can't be persisted as it is made only when it is asked for; mark it @Transient, or "
        + "leave 'lazy' out",
      position,
      fixIts: [.init(message: "mark it @Transient", changes: [insertion("@Transient ")])])
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

  /// Returns the error for an ephemeral property without an initial value, which a fetched object
  /// couldn't have.
  func ephemeral(_ name: String) -> Problem {
    Problem(
      "'\(name)' is ephemeral, and a fetched object has its initial value: declare it as 'var' with an "
        + "initial value, or let it be optional", position)
  }

  /// Checks a property that saves or deletions set.
  func check(
    _ timestamp: PropertyAttributes.Timestamp, _ name: String, _ binding: Binding,
    _ attributes: PropertyAttributes
  ) throws(Problem) {
    let option = timestamp.rawValue
    let types = timestamp == .deletedAt ? "'Date?'" : "'Date' or 'Date?'"
    let spelled = (binding.resolvedType ?? binding.typeAnnotation).map { type in
      type.text.hasPrefix("Foundation.")
        ? String(type.text.dropFirst("Foundation.".count)) : type.text
    }
    if !variable.attributes(named: "Relationship").isEmpty || attributes.transformer != nil
      || !["Date", "Date?"].contains(spelled) || (timestamp == .deletedAt && spelled == "Date")
    {
      throw Problem("'\(name)' is '.\(option)', which needs the type \(types)", position)
    }
    if attributes.isEphemeral {
      throw Problem("'\(name)' is '.\(option)', and can't be '.ephemeral' as well", position)
    }
    if variable.isLet {
      throw Problem("saves set '\(name)', which is '.\(option)'; declare it as 'var'", position)
    }
    if let value = binding.initialValue, !(value.text == "nil" && spelled == "Date?") {
      throw Problem(
        timestamp == .deletedAt
          ? "'\(name)' is '.deletedAt', and nil in a new object; leave its initial value out"
          : "a save sets '\(name)', which is '.\(option)'; leave its initial value out",
        node.position(at: value.offset))
    }
  }

  func isTaken(_ name: String) -> Problem {
    Problem(
      "'\(name)' is what every model has from its protocol; choose another name", position)
  }

  /// Throws for a type that can't be stored, judged by its spelling.
  func checkType(_ name: String, _ type: Fragment) throws(Problem) {
    let what: String
    switch TypeShape(type) {
    case .tuple: what = "a tuple has no place in a store; make a Codable struct of it"
    case .function: what = "a function has no place in a store"
    case .metatype: what = "a type has no place in a store"
    case .opaque: what = "the store must know its type; write the type itself"
    case .inlineArray: what = "an array of fixed size has no place in a store; make it an array"
    case .set(let element) where isRelationship:
      throw Problem(
        "'\(name)' is a relationship to many objects, which is an array: write '[\(element)]'",
        node.position(at: type.offset),
        fixIts: [
          .init(
            message: "make it an array",
            changes: [.init(range: node.range(type.range), newText: "[\(element)]")])
        ])
    case .dictionary where isRelationship:
      throw Problem(
        "'\(name)' is a relationship to many objects, which is an array, not a dictionary",
        node.position(at: type.offset))
    case .set, .dictionary, .other: return
    }
    throw Problem("'\(name)' can't be persisted: \(what), or mark it @Transient", position)
  }

  private var isRelationship: Bool { !variable.attributes(named: "Relationship").isEmpty }

  /// Checks that `@Transient` has no condition and that the property has an initial value.
  func checkTransient() throws(Problem) {
    let attributes = variable.attributes(named: "Transient")
    if let attribute = attributes.first(where: { $0.condition != nil }) {
      throw Problem(
        "@Transient can't stand under '#if'; put the whole property there, once with it and once "
          + "without", node.position(at: attribute.source.offset))
    }
    guard !attributes.isEmpty, !variable.isStatic, !variable.isLet, !variable.hasModifier("lazy")
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
