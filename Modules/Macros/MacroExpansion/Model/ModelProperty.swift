import StrataCompilerMessages
import StrataSwiftParser

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
  /// `@Attribute` or `@Relationship`; several only under conditions.
  let attributes: [Attribute]
  let storage: Storage
  /// Whether the value is never saved, so that no row has it.
  let isEphemeral: Bool
  let variable: VariableDeclaration

  /// How the property's value is kept.
  enum Storage: Equatable {
    /// As it is, in a stored property of a type that can't be a model.
    case direct(type: String)
    /// In a slot, which can also hold a link to another model.
    case slot
    /// In a slot, which may have no value, and as data that a value transformer makes of it in the
    /// store.
    case transformed(by: String)
  }

  /// How the value is kept in columns, as code. But for a transformer's, the compiler picks it by type.
  var coding: String {
    guard case .transformed(let transformer) = storage else { return "StrataModel._Codings.of()" }
    return "StrataModel._Codings.transformed(by: \(transformer))"
  }

  /// Reads a variable; nil for one that isn't persisted.
  init?(
    _ variable: VariableDeclaration, index: String, condition: String? = nil,
    language: SwiftLanguage, in node: SyntaxNode
  ) throws(Problem) {
    let problems = PropertyProblems(variable: variable, node: node)
    try problems.checkTransient()
    let attributes = try PropertyAttributes(variable, in: node)
    if variable.reasonNotToPersist != nil { return nil }
    guard let binding = variable.bindings.first else { return nil }
    guard variable.bindings.count == 1, let name = binding.name else {
      throw problems.severalBindings
    }
    if variable.hasModifier("lazy") { throw problems.lazy(name.text) }
    if variable.modifiers.contains(where: { $0.name == "weak" || $0.name == "unowned" }) {
      throw problems.weakReference(name.text)
    }
    if ["persistentModelID", "modelContext", "schemaMetadata"].contains(name.text) {
      throw problems.isTaken(name.text)
    }
    let written = binding.resolvedType ?? binding.typeAnnotation
    if let written, attributes.transformer == nil {
      try problems.checkType(name.text, written)
    }
    let type = written.map { Self.spelled($0.text) }
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
    self.written = name.written
    isConstant = variable.isLet && !isAccessible
    self.type = type
    initialValue = binding.initialValue?.text
    self.attributes = attributes.all
    storage = Self.storage(
      attributes, type: type, initialValue: binding.initialValue?.text)
    self.variable = variable
    isEphemeral = attributes.isEphemeral
    if isEphemeral, isConstant || (initialValue == nil && !isOptional) {
      throw problems.ephemeral(name.text)
    }
  }

  /// The value that the stored property begins with in an object that is read.
  var ephemeralStart: String {
    let value = initialValue ?? "nil"
    if case .direct = storage { return value }
    // ‘if’ and ‘switch’ can't be arguments.
    let argument = value.startsWithStatement ? "{ \(value) }()" : value
    return type.map { "StrataModel.Slot<\($0)>(\(argument))" } ?? "StrataModel.Slot(\(argument))"
  }

  /// The name of the stored property behind the computed one.
  var storageName: String {
    if isConstant { return "self.\(written)" }
    // A raw identifier may have characters that need backticks.
    return Name.isIdentifier(name) ? "_$v_\(name)" : "`_$v_\(name)`"
  }

  /// The name as a literal in code; a raw identifier may have quotes, but no backslashes.
  var literal: String {
    "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\\"") + "\""
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
    _ attributes: PropertyAttributes, type: String?, initialValue: String?
  ) -> Storage {
    if let transformer = attributes.transformer { return .transformed(by: transformer) }
    if let type { return PlainType.isPlain(type) ? .direct(type: type) : .slot }
    if let literal = PlainType.ofLiteral(initialValue ?? "") { return .direct(type: literal) }
    return .slot
  }
}

extension VariableDeclaration {
  /// Why a variable isn't kept in the store, if it isn't.
  var reasonNotToPersist: String? {
    if isStatic { return "this property belongs to the type" }
    if !attributes(named: "Transient").isEmpty { return "this property is transient" }
    if hasModifier("override") { return "this property is its superclass's" }
    if bindings.first?.accessorBlock?.isComputed == true { return "this property is computed" }
    return nil
  }
}
