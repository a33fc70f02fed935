import StrataCompilerMessages
import StrataSwiftParser

/// A persisted property of a model, parsed from its source.
struct ModelProperty {
  /// The position among the class's persisted properties.
  ///
  /// It is an expression, since a superclass and conditional members shift it.
  let index: String
  /// The condition of the `#if` clause around the property.
  let condition: String?
  /// The name without backticks.
  let name: String
  /// The name, with backticks if the source has them.
  let written: String
  /// True for a constant that is stored without accessors.
  let isConstant: Bool
  /// The type in the source, with `?` instead of `!`, or nil if it is inferred from the initial
  /// value.
  let type: String?
  let initialValue: String?
  /// The `@Attribute` or `@Relationship`, or several with different conditions.
  let attributes: [Attribute]
  let storage: Storage
  /// True if the value is never saved, so that rows don't have it.
  let isEphemeral: Bool
  /// The option by which saves or deletions set the property, or nil.
  let timestamp: PropertyAttributes.Timestamp?
  let variable: VariableDeclaration

  /// The storage of the property's value.
  enum Storage: Equatable {
    /// A stored property of its own type, which can't be a model.
    case direct(type: String)
    /// A slot, which can also have a link to another model.
    case slot
    /// A slot.
    ///
    /// The store has the data that a value transformer makes of it.
    case transformed(by: String)
  }

  /// The coding as code.
  ///
  /// The compiler chooses it by the type, except for a transformer.
  var coding: String {
    guard case .transformed(let transformer) = storage else { return "StrataModel._Codings.of()" }
    return "StrataModel._Codings.transformed(by: \(transformer))"
  }

  /// Parses a variable, or returns nil if it isn't persisted.
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
    // A relationship can't be a constant, since its link is followed at the first access.
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
    timestamp = attributes.timestamp
    if let timestamp {
      try problems.check(timestamp, name.text, binding, attributes)
    }
    // A date in the past marks the property of a new object that no save has set.
    initialValue =
      binding.initialValue?.text
      ?? (timestamp != nil && written?.text.hasSuffix("Date") == true ? ".distantPast" : nil)
    self.attributes = attributes.all
    storage = Self.storage(
      attributes, type: type, initialValue: binding.initialValue?.text)
    self.variable = variable
    isEphemeral = attributes.isEphemeral
    if isEphemeral, isConstant || (initialValue == nil && !isOptional) {
      throw problems.ephemeral(name.text)
    }
  }

  /// The stored property's initial value in a fetched object.
  var ephemeralStart: String {
    let value = initialValue ?? "nil"
    if case .direct = storage { return value }
    // `if` and `switch` can't be arguments.
    let argument = value.startsWithStatement ? "{ \(value) }()" : value
    return type.map { "StrataModel._Slot<\($0)>(\(argument))" } ?? "StrataModel._Slot(\(argument))"
  }

  /// The name of the stored property.
  var storageName: String {
    if isConstant { return "self.\(written)" }
    // A raw identifier may have characters that need backticks.
    return Name.isIdentifier(name) ? "_$v_\(name)" : "`_$v_\(name)`"
  }

  /// The name as a string literal.
  ///
  /// A raw identifier may have quotes, but no backslashes.
  var literal: String { Self.literal(name) }

  static func literal(_ name: String) -> String {
    "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\\"") + "\""
  }

  /// True if the value should be changed in place, since a copy would be costly: a collection, text
  /// or data, without observers that need the old value.
  var changesInPlace: Bool {
    if variable.bindings.first?.accessorBlock?.hasObservers == true { return false }
    if case .direct(let type) = storage {
      return ["String", "Swift.String", "Data", "Foundation.Data"].contains(type)
    }
    var text = type ?? initialValue ?? ""
    if isOptional {
      for prefix in ["Optional<", "Swift.Optional<"] where text.hasPrefix(prefix) {
        text.removeFirst(prefix.count)
      }
      text.removeLast()
    }
    let isCollection = ["[", "Array<", "Swift.Array<", "Set<", "Swift.Set<", "Dictionary<"]
      .contains { text.hasPrefix($0) }
    return storage == .slot && isCollection && !text.hasSuffix("?")
  }

  var isOptional: Bool {
    type.map { $0.hasSuffix("?") || $0.hasPrefix("Optional<") || $0.hasPrefix("Swift.Optional<") }
      ?? false
  }

  // An implicitly unwrapped optional is stored as an optional.
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
  /// The reason why a variable isn't persisted, or nil if it is.
  var reasonNotToPersist: String? {
    if isStatic { return "this property belongs to the type" }
    if !attributes(named: "Transient").isEmpty { return "this property is transient" }
    if hasModifier("override") { return "this property is its superclass's" }
    if bindings.first?.accessorBlock?.isComputed == true { return "this property is computed" }
    return nil
  }
}
