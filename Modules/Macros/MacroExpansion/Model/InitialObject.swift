import StrataCompilerMessages
import StrataSwiftParser

/// An initial value that creates an object, judged by its spelling.
///
/// If the property is a relationship, each new object creates one, and each fetched object creates
/// one in vain. The macro knows that the property is a relationship only if it has `@Relationship`.
/// For others the compiler decides by the property's type.
struct InitialObject {
  private let property: ModelProperty
  private let value: Fragment

  /// Returns nil for a property whose initial value creates no object.
  init?(_ property: ModelProperty) {
    guard property.storage == .slot, !property.isEphemeral,
      let value = property.variable.bindings.first?.initialValue,
      // If the expression can't be parsed, the compiler reports that.
      let node = try? ExpressionNode(scanning: value.text),
      node.makesObject(unlessEmpty: property.type?.isArray ?? false)
    else { return nil }
    self.property = property
    self.value = value
  }

  /// True if `@Relationship` states that the property is a relationship.
  var isStated: Bool { property.attributes.contains { $0.baseName == "Relationship" } }

  /// Returns the warning, with a fix-it.
  func warning(in node: SyntaxNode) -> Diagnostic {
    let name = property.name
    var fixIts: [Diagnostic.FixIt] = []
    let binding = property.variable.bindings.first
    if let type = binding?.resolvedType ?? binding?.typeAnnotation {
      fixIts.append(
        .init(
          message: "leave the initial value out",
          changes: [
            .init(range: node.range(type.range.upperBound..<value.range.upperBound), newText: "")
          ]))
    }
    return Diagnostic(
      "the initial value of '\(name)' makes an object of its own for each object, also for one that is "
        + "only read, which throws it away; give it in the initializer, or let '\(name)' be optional",
      severity: .warning, at: node.position(at: value.offset), fixIts: fixIts)
  }

  /// Returns code that causes a compiler warning if the property is a relationship.
  func check(in model: String) -> String {
    "  _$initialValue(of: \\\(model).\(property.written))"
  }
}

extension String {
  fileprivate var isArray: Bool {
    hasPrefix("[") || hasPrefix("Array<") || hasPrefix("Swift.Array<") || hasPrefix("Optional<[")
  }
}

extension ExpressionNode {
  /// Returns true if an expression calls a class's initializer, as far as its spelling shows.
  ///
  /// - Parameter unlessEmpty: True if `.init()` creates an empty collection.
  fileprivate func makesObject(unlessEmpty isCollection: Bool) -> Bool {
    switch unwrapped.kind {
    case .several(let elements): elements.contains { $0.makesObject(unlessEmpty: false) }
    case .postfix(let base, let suffixes): Self.makesObject(base, suffixes, isCollection)
    default: false
    }
  }

  private static func makesObject(
    _ base: ExpressionNode, _ suffixes: [Suffix], _ isCollection: Bool
  ) -> Bool {
    guard case .call(let arguments)? = suffixes.last?.kind else { return false }
    var path: [String] = []
    switch base.kind {
    case .name(let name): path.append(name)
    case .implicitMember("init"): return !arguments.isEmpty || !isCollection
    default: return false
    }
    for suffix in suffixes.dropLast() {
      guard case .member(let name) = suffix.kind else { return false }
      path.append(name.text)
    }
    if path.last == "init" { path.removeLast() }
    guard let type = path.last, !["Array", "Optional", "Set", "Dictionary"].contains(type) else {
      return false
    }
    return type.first?.isUppercase ?? false
  }
}
