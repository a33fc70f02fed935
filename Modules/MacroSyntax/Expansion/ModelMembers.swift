/// What `@Model` adds inside the class: its bookkeeping, its metadata, and the typed code that takes
/// its properties to columns and back.
struct ModelMembers {
  private let model: ModelClass

  init(_ model: ModelClass) throws {
    self.model = model
    guard model.hasInitializer else {
      throw Problem(
        "@Model requires an initializer be provided for '\(model.type.name.text)'",
        model.node.position(at: model.type.name.offset))
    }
    for property in model.properties
    where ["persistentModelID", "modelContext", "schemaMetadata"].contains(property.name) {
      throw Problem(
        "'\(property.name)' is what every model has from its protocol; choose another name",
        model.node.position(at: property.variable.keywordOffset))
    }
  }

  private var properties: [ModelProperty] { model.properties }
  private var name: String { model.type.name.written }
  private var access: String { model.access }
  // The class may be anybody's, and conformances of its properties' types the main actor's alone.
  private var mainActor: String { "@MainActor \(access)" }
  private var isSubclass: Bool { model.superclass != nil }
  private var override: String { isSubclass ? "override " : "" }
  /// How a member of the type itself is declared so that subclasses can have their own.
  private var typeLevel: String { model.isFinal && !isSubclass ? "static" : "class" }

  var result: ExpansionResult {
    let parts = [
      state, indices, entity, metadata, keyPaths, constraints, initializer, reading, writing,
      visiting,
    ]
    return ExpansionResult(
      expandedSource: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
  }

  // Each access is one statement that calls nobody else, so that two can't overlap. An object is
  // confined to its context, whatever actor its class is of.
  private var state: String {
    isSubclass
      ? ""
      : "@exclusivity(unchecked) nonisolated(unsafe) \(access)final var _$state "
        + "= StrataStack.ModelState()"
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

  // Inside the enum itself its members go by their own names.
  private func code(_ count: String) -> String {
    count.split(separator: " ").map { word in
      word.hasPrefix("Self._$Index.") ? String(word.dropFirst("Self._$Index.".count)) : String(word)
    }.joined(separator: " ")
  }

  private var entity: String {
    let superclass = model.superclass.map { ", superclass: \($0).self" } ?? ""
    // Generic types have no static storage.
    if model.isInGenericType {
      return """
        \(access)nonisolated \(override)\(typeLevel) var _$entity: StrataStack.ModelEntity {
          StrataStack.ModelEntity.of(\(name).self\(superclass))
        }
        """
    }
    if model.isFinal, !isSubclass {
      return "\(access)nonisolated static let _$entity = StrataStack.ModelEntity(\(name).self)"
    }
    return """
      private nonisolated static let _$ownEntity = StrataStack.ModelEntity(\(name).self\(superclass))
      \(access)nonisolated \(override)class var _$entity: StrataStack.ModelEntity { _$ownEntity }
      """
  }

  private var metadata: String {
    let start = isSubclass ? "super._$metadata" : "[]"
    return """
      \(mainActor)\(override)\(typeLevel) var _$metadata: [StrataSchema.Schema.PropertyMetadata] {
        \(properties.isEmpty ? "let" : "var") _$properties: [StrataSchema.Schema.PropertyMetadata] \
      = \(start)
      \(properties.map { conditional($0.condition, describe($0)) }.joined(separator: "\n"))
        return _$properties
      }
      """
  }

  // A subclass's key path to an inherited property is another value than its superclass's, and is
  // formed the same way only where the class it starts from is a type parameter.
  private var keyPaths: String {
    let inherited = model.superclass.map { "\($0)._$keyPaths(\(name).self)" } ?? "[]"
    guard isSubclass || !model.isFinal else { return "" }
    let property = """
      \(mainActor)\(override)class var _$inheritedKeyPaths: [Swift.AnyKeyPath] { \(inherited) }
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

  private func describe(_ property: ModelProperty) -> String {
    // Attributes may stand under conditions of their own.
    let attributes =
      property.variable.attributes(named: "Attribute")
      + property.variable.attributes(named: "Relationship")
    guard let attribute = attributes.first(where: { $0.condition != nil }) else {
      return append(property, attributes.first)
    }
    let others = attributes.filter { $0.condition == nil }
    return """
      #if \(attribute.condition ?? "")
      \(append(property, attribute))
      #else
      \(append(property, others.first))
      #endif
      """
  }

  private func append(_ property: ModelProperty, _ attribute: Attribute?) -> String {
    var arguments = [
      property.index, "\"\(property.name)\"", "\\\(name).\(property.written)",
    ]
    if let attribute {
      let kind = attribute.baseName == "Attribute" ? "attribute" : "relationship"
      arguments.append(".\(kind)(\(list(attribute.arguments)))")
    }
    if case .transformed(let transformer) = property.storage {
      arguments.append("transformer: \(transformer)")
    }
    if let value = property.initialValue { arguments.append("default: { \(value) }") }
    return "  _$properties.append(_$property(\(arguments.joined(separator: ", "))))"
  }

  private func list(_ arguments: [Argument]) -> String {
    arguments.map { argument in
      (argument.label.map { "\($0.written): " } ?? "") + argument.value.text
    }.joined(separator: ", ")
  }

  private var constraints: String {
    // A class that may have subclasses has something for them to override.
    guard !model.constraints.isEmpty || (!isSubclass && !model.isFinal) else { return "" }
    let start = isSubclass ? "super._$constraints" : "[]"
    let lines = model.constraints.map { constraint, condition in
      let kind = constraint.name.text.split(separator: ".").last == "Unique" ? "Unique" : "Index"
      let code =
        "  _$constraints.append(StrataSchema.Schema.\(kind)<\(name)>(\(list(constraint.arguments))))"
      return conditional(condition, code)
    }
    return """
      \(mainActor)\(override)\(typeLevel) var _$constraints: [any StrataSchema.SchemaConstraint] {
        \(lines.isEmpty ? "let" : "var") _$constraints: [any StrataSchema.SchemaConstraint] = \(start)
      \(lines.joined(separator: "\n"))
        return _$constraints
      }
      """
  }

  private func read(_ property: ModelProperty, from row: String) -> String {
    switch property.storage {
    case .direct: "try \(row).decode()"
    case .slot: property.isConstant ? "try \(row).decode()" : "try \(row).slot()"
    case .transformed(let transformer): "try \(row).transformed(by: \(transformer))"
    }
  }

  private var initializer: String {
    let lines = properties.map {
      conditional($0.condition, "  \($0.storageName) = \(read($0, from: "_$row"))")
    }
    guard let superclass = model.superclass else {
      return """
        \(mainActor)required init(_$row: inout StrataStorage.Row) throws {
        \(lines.joined(separator: "\n"))
        }
        """
    }
    // The superclass's columns come first in the row, and its properties last in an initializer.
    return """
      \(mainActor)required init(_$row: inout StrataStorage.Row) throws {
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

  private var reading: String {
    let lines = properties.map { property in
      conditional(
        property.condition,
        property.isConstant
          ? "  if _$row.includes(\(property.index)) "
            + "{ _ = \(read(property, from: "_$row")) as \(property.type ?? "Never") }"
          : "  try _$row.update(\(property.index), &\(property.storageName)) "
            + "{ \(read(property, from: "$0")) }")
    }
    return """
      \(mainActor)\(override)func _$read(_ _$row: inout StrataStorage.Row) throws {
      \(isSubclass ? "  try super._$read(&_$row)\n" : "")\(lines.joined(separator: "\n"))
      }
      """
  }

  private var writing: String {
    let lines = properties.map { property in
      let value =
        if case .transformed(let transformer) = property.storage {
          "try _$binder.encode(\(property.storageName), transformedBy: \(transformer))"
        } else {
          "try _$binder.encode(\(property.storageName))"
        }
      return conditional(
        property.condition, "  if _$binder.begins(\(property.index)) { \(value) }")
    }
    return """
      \(mainActor)\(override)func _$write(_ _$binder: inout StrataStorage.Binder) throws {
      \(isSubclass ? "  try super._$write(&_$binder)\n" : "")\(lines.joined(separator: "\n"))
      }
      """
  }

  private var visiting: String {
    let slots = properties.filter { $0.storage == .slot && !$0.isConstant }
    let lines = slots.map {
      conditional(
        $0.condition,
        "  if _$property == \($0.index) { return _$visitor.visit(&\($0.storageName)) }")
    }
    return """
      \(access)nonisolated \(override)func _$visit(
        _ _$property: Swift.Int, _ _$visitor: inout some StrataStack.SlotVisitor
      ) {
      \(lines.joined(separator: "\n"))\(isSubclass ? "\n  super._$visit(_$property, &_$visitor)" : "")
      }
      """
  }
}
