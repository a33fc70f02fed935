import StrataMacroSyntax

/// What `@Model` adds inside the class: its bookkeeping, its metadata, and the typed code that takes
/// its properties to columns and back.
struct ModelMembers {
  private let type: TypeDeclaration
  private let properties: [ModelProperty]

  init(_ type: TypeDeclaration, _ node: SyntaxNode) throws {
    guard type.kind == .class else {
      throw Problem(
        "'@Model' cannot be applied to \(type.kind.rawValue) type '\(type.name.text)'",
        node.position(at: type.keywordOffset),
        fixIts: [
          .init(
            message: "use 'class'",
            changes: [.init(range: node.range(type.header.keyword.range), newText: "class")])
        ])
    }
    if let generics = type.genericParameters {
      throw Problem("a model can't be generic", node.position(at: generics.offset))
    }
    self.type = type
    properties = try ModelProperty.all(of: type, in: node)
    guard Self.hasInitializer(type.members) else {
      throw Problem(
        "@Model requires an initializer be provided for '\(type.name.text)'",
        node.position(at: type.name.offset))
    }
    if let reserved = properties.first(where: { $0.name == "persistentModelID" }) {
      throw Problem(
        "'\(reserved.name)' is the name of a model's identifier; choose another",
        node.position(at: reserved.variable.keywordOffset))
    }
  }

  private static func hasInitializer(_ members: [Member]) -> Bool {
    members.contains { member in
      switch member {
      case .initializer: true
      case .conditional(let members): members.clauses.contains { hasInitializer($0.members) }
      default: false
      }
    }
  }

  private var access: String {
    switch type.accessLevel {
    case "public", "open": "public "
    case "package": "package "
    default: ""
    }
  }

  var result: ExpansionResult {
    ExpansionResult(
      expandedSource: [state, entity, metadata, initializer, reading, writing, visiting]
        .joined(separator: "\n\n"))
  }

  private var state: String {
    "\(access)final var _$state = StrataStack.ModelState()"
  }

  private var entity: String {
    "\(access)static let _$entity = StrataStack.ModelEntity(\(type.name.written).self)"
  }

  private var metadata: String {
    """
    \(access)static var schemaMetadata: [StrataSchema.Schema.PropertyMetadata] {
      \(properties.isEmpty ? "let" : "var") properties: [StrataSchema.Schema.PropertyMetadata] = []
    \(properties.map { "  properties.append(\(describe($0)))" }.joined(separator: "\n"))
      return properties
    }
    """
  }

  private func describe(_ property: ModelProperty) -> String {
    var arguments = [
      "\(property.index)", literal(property.name), "\\\(type.name.written).\(property.written)",
    ]
    if let attribute = property.attribute("Attribute") {
      arguments.append(".attribute(\(list(attribute)))")
    } else if let attribute = property.attribute("Relationship") {
      arguments.append(".relationship(\(list(attribute)))")
    }
    if let value = property.initialValue { arguments.append("default: { \(value) }") }
    return "_$property(\(arguments.joined(separator: ", ")))"
  }

  private func list(_ attribute: Attribute) -> String {
    attribute.arguments.map { argument in
      (argument.label.map { "\($0.written): " } ?? "") + argument.value.text
    }.joined(separator: ", ")
  }

  private func literal(_ name: String) -> String { "\"\(name)\"" }

  private func decoding(_ property: ModelProperty) -> String {
    switch property.storage {
    case .direct: "decode"
    case .slot: property.isLet ? "decode" : "slot"
    }
  }

  private var initializer: String {
    let lines = properties.map { "  \($0.storageName) = try row.\(decoding($0))()" }
    return """
      \(access)required init(_$row row: inout StrataStorage.Row) throws {
      \(lines.joined(separator: "\n"))
      }
      """
  }

  private var reading: String {
    let lines = properties.map { property in
      property.isLet
        ? "  if row.includes(\(property.index)) { _ = try row.decode() as \(property.type ?? "Never") }"
        : "  try row.update(\(property.index), &\(property.storageName)) "
          + "{ try $0.\(decoding(property))() }"
    }
    return """
      \(access)func _$read(_ row: inout StrataStorage.Row) throws {
      \(lines.joined(separator: "\n"))
      }
      """
  }

  private var writing: String {
    let lines = properties.map {
      "  if binder.begins(\($0.index)) { try binder.encode(\($0.storageName)) }"
    }
    return """
      \(access)func _$write(_ binder: inout StrataStorage.Binder) throws {
      \(lines.joined(separator: "\n"))
      }
      """
  }

  private var visiting: String {
    let slots = properties.filter { property in
      if case .slot = property.storage { return !property.isLet }
      return false
    }
    let lines = slots.map { "  case \($0.index): visitor.visit(&\($0.storageName))" }
    let body =
      slots.isEmpty
      ? "" : "switch property {\n\(lines.joined(separator: "\n"))\n  default: break\n  }"
    return """
      \(access)func _$visit(_ property: Swift.Int, _ visitor: inout some StrataStack.SlotVisitor) {
        \(body)
      }
      """
  }
}
