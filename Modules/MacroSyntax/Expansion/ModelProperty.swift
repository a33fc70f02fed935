/// One persisted property of a model, as its source has it.
struct ModelProperty {
  /// The position among the persisted properties of the class: an expression, since conditional
  /// members and a superclass shift it.
  let index: String
  /// The condition of the `#if` clause that the property stands in.
  let condition: String?
  /// The name without backticks.
  let name: String
  /// The name as it must be written in code.
  let written: String
  /// Whether it is a constant that is kept as it stands, without accessors.
  let isConstant: Bool
  /// The type as it was written, with `?` for `!`; nil where only the initial value tells it.
  let type: String?
  let initialValue: String?
  let storage: Storage
  let variable: VariableDeclaration

  /// How the property's value is kept.
  enum Storage: Equatable {
    /// As it is, in a stored property of a type that can't be a model.
    case direct(type: String)
    /// In a slot, which can also hold a link to another model.
    case slot
    /// As it is, and as data that a value transformer makes of it in the store.
    case transformed(by: String)
  }

  /// Reads a variable; nil for one that isn't persisted.
  init?(
    _ variable: VariableDeclaration, index: String, condition: String? = nil,
    language: SwiftLanguage, in node: SyntaxNode
  ) throws {
    let problems = PropertyProblems(variable: variable, node: node)
    guard !variable.isStatic, !variable.hasModifier("lazy"),
      variable.attributes(named: "Transient").isEmpty
    else {
      try problems.checkTransient()
      return nil
    }
    guard let binding = variable.bindings.first else { return nil }
    if binding.accessorBlock?.isComputed == true { return nil }
    guard variable.bindings.count == 1, let name = binding.name else {
      throw problems.severalBindings
    }
    if variable.modifiers.contains(where: { $0.name == "weak" || $0.name == "unowned" }) {
      throw problems.weakReference(name.text)
    }
    let type = (binding.resolvedType ?? binding.typeAnnotation).map { Self.spelled($0.text) }
    // A link can't be kept as a constant: it is followed when somebody looks.
    let isAccessible =
      language.allowsAccessorsOnConstants
      && (binding.initialValue != nil || type.map(PlainType.isPlain) == false)
    if variable.isLet, !isAccessible {
      guard type != nil, binding.initialValue == nil else {
        throw problems.constantWithValue(name.text)
      }
    }
    self.index = index
    self.condition = condition
    self.name = name.text
    written = name.written
    isConstant = variable.isLet && !isAccessible
    self.type = type
    initialValue = binding.initialValue?.text
    storage = Self.storage(variable, type: type, initialValue: binding.initialValue?.text)
    self.variable = variable
  }

  /// The name of the stored property behind the computed one.
  var storageName: String { isConstant ? "self.\(written)" : "_$v_" + identifier }

  // A raw identifier may have characters that need backticks; the stored property's may not.
  private var identifier: String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  /// Whether values are plainly of a kind that is changed in place, so that a copy would be dear: a
  /// collection, text or data, without observers that want the old value.
  var changesInPlace: Bool {
    if variable.bindings.first?.accessorBlock?.hasObservers == true { return false }
    if case .direct(let type) = storage {
      return ["String", "Swift.String", "Data", "Foundation.Data"].contains(type)
    }
    let text = type ?? initialValue ?? ""
    let isCollection = ["[", "Array<", "Swift.Array<", "Set<", "Swift.Set<", "Dictionary<"]
      .contains { text.hasPrefix($0) }
    return storage == .slot && isCollection && !text.hasSuffix("?")
  }

  var isOptional: Bool {
    type.map { $0.hasSuffix("?") || $0.hasPrefix("Optional<") || $0.hasPrefix("Swift.Optional<") }
      ?? false
  }

  // An implicitly unwrapped optional is kept as an optional.
  private static func spelled(_ type: String) -> String {
    type.hasSuffix("!") ? String(type.dropLast()) + "?" : type
  }

  private static func storage(
    _ variable: VariableDeclaration, type: String?, initialValue: String?
  ) -> Storage {
    let options = variable.attributes(named: "Attribute").flatMap(\.arguments)
    for option in options where option.label == nil {
      if let transformer = transformer(in: option.value.text) {
        return .transformed(by: transformer)
      }
    }
    if let type { return PlainType.isPlain(type) ? .direct(type: type) : .slot }
    if let literal = PlainType.ofLiteral(initialValue ?? "") { return .direct(type: literal) }
    return .slot
  }

  /// The argument of `.transformable(by: …)`.
  private static func transformer(in option: String) -> String? {
    guard let start = option.firstRange(of: ".transformable(by:") else { return nil }
    let rest = option[start.upperBound...].drop(while: \.isWhitespace)
    return rest.last == ")" ? String(rest.dropLast()) : nil
  }
}

extension String {
  /// Where a text occurs first; the standard library has this only with Foundation.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

/// What of the client's language matters to an expansion.
struct SwiftLanguage {
  /// The language mode, such as 5 or 6.
  let mode: Int

  /// Whether the compiler lets an accessor macro stand on a `let`; it warns of it.
  var allowsAccessorsOnConstants: Bool { mode < 6 }
}
