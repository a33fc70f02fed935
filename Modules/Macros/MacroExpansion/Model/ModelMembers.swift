import StrataCompilerMessages
import StrataSwiftParser

/// The members that `@Model` generates: the bookkeeping, the metadata, and the code that converts
/// properties to columns and back.
struct ModelMembers {
  private let model: ModelClass
  private let lines: SourceLines

  init(_ model: ModelClass) {
    self.model = model
    lines = SourceLines(model.node)
  }

  private var properties: [ModelProperty] { model.properties }
  private var name: String { model.type.name.written }
  private var access: String { model.access }
  // The generated code may use conformances of property types that belong to the main actor.
  private var mainActor: String { "@MainActor \(access)" }
  /// The modifiers of a member that subclasses override or that overrides.
  private var overridable: String { model.overridableAccess + "nonisolated " + override }
  private var overridableOnMainActor: String { "@MainActor \(model.overridableAccess)" + override }
  private var isSubclass: Bool { model.superclass != nil }
  private var override: String { isSubclass ? "override " : "" }
  /// The keyword of a type member, which allows overriding if subclasses need it.
  private var typeLevel: String { model.isFinal && !isSubclass ? "static" : "class" }

  var result: ExpansionResult {
    let parts = [
      state, indices, entity, metadata, keyPaths, computedProperties, constraints, initializer,
      reading, writing, visiting, releasing,
    ]
    // The code is generated even if there are errors. Without it, the compiler would report missing
    // members as well.
    return ExpansionResult(
      expandedSource: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"),
      diagnostics: problems.map(\.diagnostic) + warnings)
  }

  private var warnings: [Diagnostic] {
    properties.compactMap(InitialObject.init).filter(\.isStated)
      .map { $0.warning(in: model.node) } + RepeatedConstraints(model).warnings
  }

  private var problems: [Problem] {
    let problems = model.problems + SearchDeclarations(model).problems + repeatedTimestamps
    guard !model.hasInitializer else { return problems }
    return problems + [
      Problem(
        "@Model requires an initializer be provided for '\(model.type.name.text)'",
        model.node.position(at: model.type.name.offset))
    ]
  }

  private var repeatedTimestamps: [Problem] {
    PropertyAttributes.Timestamp.allCases.compactMap { timestamp in
      let found = properties.filter { $0.timestamp == timestamp && $0.condition == nil }
      guard found.count > 1 else { return nil }
      return Problem(
        "a class has one '.\(timestamp.rawValue)', and '\(found[0].name)' is it",
        model.node.position(at: found[1].variable.keywordOffset))
    }
  }

  // Each access is a single statement without calls to foreign code, so that two can't overlap. An
  // object is confined to its context, whatever actor its class belongs to.
  private var state: String {
    isSubclass
      ? ""
      : "@exclusivity(unchecked) nonisolated(unsafe) \(access)final var _$state "
        + "= StrataModel._ModelState()"
  }

  private var indices: String {
    guard model.mayInherit || !model.counts.isEmpty else { return "" }
    var lines = ["private nonisolated enum _$Index {"]
    if let superclass = model.superclass {
      let count = "\(superclass)._$entity.propertyCount"
      lines.append(
        model.isInGenericType
          ? "  static var base: Swift.Int { \(count) }" : "  static let base = \(count)")
    } else if model.mayInherit {
      lines.append("  static var base: Swift.Int { 0 }")
    }
    for (name, clauses) in model.counts {
      for (number, clause) in clauses.enumerated() {
        let keyword = number == 0 ? "#if" : clause.condition == nil ? "#else" : "#elseif"
        lines.append("\(keyword) \(clause.condition ?? "")")
        lines.append("  static var \(name): Swift.Int { \(code(clause.count)) }")
      }
      if clauses.last?.condition != nil {
        lines.append("#else\n  static var \(name): Swift.Int { 0 }")
      }
      lines.append("#endif")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  // Inside the enum its members have no prefix.
  private func code(_ count: String) -> String {
    count.split(separator: " ").map { word in
      word.hasPrefix("Self._$Index.") ? String(word.dropFirst("Self._$Index.".count)) : String(word)
    }.joined(separator: " ")
  }

  private var entity: String {
    let superclass = model.superclass.map { ", superclass: \($0).self" } ?? ""
    // Generic types can't have static storage.
    if model.isInGenericType {
      return """
        \(overridable)\(typeLevel) var _$entity: StrataModel._ModelEntity {
          StrataModel._ModelEntity.of(\(name).self\(superclass))
        }
        """
    }
    if model.isFinal, !isSubclass {
      return "\(access)nonisolated static let _$entity = StrataModel._ModelEntity(\(name).self)"
    }
    return """
      private nonisolated static let _$ownEntity = StrataModel._ModelEntity(\(name).self\(superclass))
      \(overridable)class var _$entity: StrataModel._ModelEntity { _$ownEntity }
      """
  }

  private var metadata: String {
    let start = isSubclass ? "super._$metadata" : "[]"
    return """
      \(overridableOnMainActor)\(typeLevel) var _$metadata: [StrataSchema.Schema.PropertyMetadata] {
        \(properties.isEmpty ? "let" : "var") _$properties: [StrataSchema.Schema.PropertyMetadata] \
      = \(start)
      \(properties.map { conditional($0.condition, describe($0)) }.joined(separator: "\n"))
        return _$properties
      }
      """
  }

  // A subclass's key path to an inherited property isn't equal to its superclass's. Generated code
  // can form an equal one only with a type parameter as its root.
  private var keyPaths: String {
    let inherited = model.superclass.map { "\($0)._$keyPaths(\(name).self)" } ?? "[]"
    guard isSubclass || !model.isFinal else { return "" }
    let property = """
      \(overridableOnMainActor)class var _$inheritedKeyPaths: [Swift.AnyKeyPath] { \(inherited) }
      """
    guard !model.isFinal else { return property }
    let start = model.superclass.map { "\($0)._$keyPaths(_$Root.self)" } ?? "[]"
    let lines = properties.map {
      conditional($0.condition, "  _$keyPaths.append(\\_$Root.\($0.written))")
    }
    return """
      \(property)

      \(mainActor)static func _$keyPaths<_$Root: \(name)>(
        _ _$root: _$Root.Type
      ) -> [Swift.AnyKeyPath] {
        \(properties.isEmpty ? "let" : "var") _$keyPaths: [Swift.AnyKeyPath] = \(start)
      \(lines.joined(separator: "\n"))
        return _$keyPaths
      }
      """
  }

  private func conditional(_ condition: String?, _ code: String) -> String {
    condition.map { "#if \($0)\n\(code)\n#endif" } ?? code
  }

  /// Returns the code that describes a property, for each build configuration with its attribute
  /// there.
  private func describe(_ property: ModelProperty) -> String {
    let place = property.variable.keywordOffset
    let attributes = property.attributes
    let conditional = attributes.filter { $0.condition != nil }
    var code: [String] = []
    for (number, attribute) in conditional.enumerated() {
      code.append("#\(number == 0 ? "if" : "elseif") \(attribute.condition ?? "")")
      code.append(lines.code(append(property, attribute), at: place))
    }
    if !conditional.isEmpty { code.append("#else") }
    let last = attributes.first { $0.condition == nil }
    code.append(lines.code(append(property, last), at: place))
    if !conditional.isEmpty { code.append("#endif") }
    if let object = InitialObject(property), !object.isStated {
      code.append(lines.code(object.check(in: name), at: place))
    }
    let error =
      "#error(\"a property has one @Attribute or @Relationship; write all arguments in one\")"
    for (number, attribute) in conditional.enumerated() {
      // Two attributes in one configuration are an error.
      for other in attributes[(number + 1)...] {
        let condition = other.condition.map { " && (\($0))" } ?? ""
        code.append("#if (\(attribute.condition ?? ""))\(condition)")
        code.append(lines.code(error, at: place))
        code.append("#endif")
      }
    }
    return code.joined(separator: "\n")
  }

  private func append(_ property: ModelProperty, _ attribute: Attribute?) -> String {
    var arguments = [
      property.index, property.literal, "\\\(name).\(property.written)", property.coding,
    ]
    if let attribute {
      let kind = attribute.baseName == "Attribute" ? "attribute" : "relationship"
      arguments.append(".\(kind)(\(list(attribute.arguments)))")
    }
    var suffix = ""
    if let value = property.initialValue {
      arguments.append("default: { \(value) }")
      if isConstant(value) { suffix = ".withConstantDefault" }
    }
    if property.isEphemeral { suffix += ".keptInMemory" }
    let call = "StrataModel._Persisted.property(\(arguments.joined(separator: ", ")))"
    return "  _$properties.append(\(call)\(suffix))"
  }

  private func list(_ arguments: [Argument]) -> String {
    arguments.map { argument in
      (argument.label.map { "\($0.written): " } ?? "") + argument.value.text
    }.joined(separator: ", ")
  }

  private var computedProperties: String {
    // A class that may have subclasses needs a member that they can override.
    guard !model.computed.isEmpty || (!isSubclass && !model.isFinal) else { return "" }
    let type = "[(keyPath: Swift.AnyKeyPath, name: Swift.String)]"
    let start = isSubclass ? "super._$computedProperties" : "[]"
    let all = model.computed.map { property in
      let literal = ModelProperty.literal(property.name.text)
      let code = "  _$computed.append((\\\(name).\(property.name.written), \(literal)))"
      return conditional(property.condition, code)
    }
    return """
      \(overridableOnMainActor)\(typeLevel) var _$computedProperties: \(type) {
        \(all.isEmpty ? "let" : "var") _$computed: \(type) = \(start)
      \(all.joined(separator: "\n"))
        return _$computed
      }
      """
  }

  private var constraints: String {
    // A class that may have subclasses needs a member that they can override.
    guard !model.constraints.isEmpty || (!isSubclass && !model.isFinal) else { return "" }
    let start = isSubclass ? "super._$constraints" : "[]"
    let all = model.constraints.map { constraint in
      let expansion = constraint.expansion
      let type = "StrataSchema.Schema.\(constraint.kind)"
      // A constraint of another class doesn't convert, which the compiler reports.
      let generics = expansion.genericArguments.map(\.text).joined(separator: ", ")
      let value =
        "\(type)<\(generics.isEmpty ? name : generics)>(\(list(expansion.arguments)))"
      let code = "  _$constraints.append(\(value) as \(type)<\(name)>)"
      return conditional(
        constraint.condition, lines.code(code, at: expansion.keywordOffset))
    }
    return """
      \(overridableOnMainActor)\(typeLevel) var _$constraints: [any StrataSchema.SchemaConstraint] {
        \(all.isEmpty ? "let" : "var") _$constraints: [any StrataSchema.SchemaConstraint] = \(start)
      \(all.joined(separator: "\n"))
        return _$constraints
      }
      """
  }

  private func read(_ property: ModelProperty, from row: String) -> String {
    switch property.storage {
    case .direct: "try \(row).decode()"
    case .slot where property.isConstant: "try \(row).constant { try $0.decode() }"
    case .transformed where property.isConstant: "try \(property.coding).decode(from: &\(row))"
    case .slot where property.initialValue != nil:
      "try \(row).slotWithDefault(\(property.coding))"
    case .slot, .transformed: "try \(row).slot(\(property.coding))"
    }
  }

  private var initializer: String {
    guard problems.isEmpty else {
      // The program doesn't compile anyway, and properties with errors have no value here.
      return "\(mainActor)required init(_$row: inout StrataModel._Row) { Swift.fatalError() }"
    }
    let lines = properties.map {
      conditional(
        $0.condition,
        "  \($0.storageName) = "
          + ($0.isEphemeral ? $0.ephemeralStart : read($0, from: "_$row")))
    }
    guard let superclass = model.superclass else {
      return """
        \(mainActor)required init(_$row: inout StrataModel._Row) throws {
        \(lines.joined(separator: "\n"))
        }
        """
    }
    // The superclass's columns come first in the row, but an initializer calls `super.init` last.
    return """
      \(mainActor)required init(_$row: inout StrataModel._Row) throws {
        let _$start = _$row.position
        _$row.skip(\(superclass)._$entity.columnCount)
      \(lines.joined(separator: "\n"))
        let _$end = _$row.position
        _$row.rewind(to: _$start)
        try super.init(_$row: &_$row)
        _$row.rewind(to: _$end)
      }
      """
  }

  private var savedProperties: [ModelProperty] { properties.filter { !$0.isEphemeral } }

  private var reading: String {
    let lines = savedProperties.map { property in
      conditional(
        property.condition,
        property.isConstant
          ? "  if _$row.includes(\(property.index)) "
            + "{ _ = \(read(property, from: "_$row")) as \(property.type ?? "Never") }"
          : "  try _$row.update(\(property.index), &\(property.storageName)) "
            + "{ \(read(property, from: "$0")) }")
    }
    return """
      \(overridableOnMainActor)func _$read(_ _$row: inout StrataModel._Row) throws {
      \(isSubclass ? "  try super._$read(&_$row)\n" : "")\(lines.joined(separator: "\n"))
      }
      """
  }

  private var writing: String {
    let lines = savedProperties.map { property in
      let value =
        switch property.storage {
        case .direct: "try _$binder.encode(\(property.storageName))"
        case .slot where property.isConstant: "try _$binder.encode(\(property.storageName))"
        case .transformed where property.isConstant:
          "try \(property.coding).encode(\(property.storageName), to: &_$binder)"
        case .slot, .transformed:
          "try _$binder.encode(\(property.storageName), \(property.coding))"
        }
      return conditional(
        property.condition, "  if _$binder.begins(\(property.index)) { \(value) }")
    }
    return """
      \(overridableOnMainActor)func _$write(_ _$binder: inout StrataModel._Binder) throws {
      \(isSubclass ? "  try super._$write(&_$binder)\n" : "")\(lines.joined(separator: "\n"))
      }
      """
  }

  // A class with its own `deinit` releases its references as usual.
  private var releasing: String {
    let slots = properties.filter { $0.storage == .slot && !$0.isConstant }
    guard !slots.isEmpty, !model.hasDeinitializer else { return "" }
    let lines = slots.map {
      conditional($0.condition, "  StrataModel._release(&\($0.storageName), &_$state)")
    }
    return "deinit {\n\(lines.joined(separator: "\n"))\n}"
  }

  private var visiting: String {
    let slots = properties.filter { $0.storage == .slot && !$0.isConstant }
    let lines = slots.map {
      conditional(
        $0.condition,
        "  if _$property == \($0.index) { return _$visitor.visit(&\($0.storageName)) }")
    }
    return """
      \(overridable)func _$visit(
        _ _$property: StrataModel._PropertyIndex, _ _$visitor: inout some StrataModel._SlotVisitor
      ) {
      \(lines.joined(separator: "\n"))\(isSubclass ? "\n  super._$visit(_$property, &_$visitor)" : "")
      }
      """
  }
}
