@_spi(Query) import StrataContexts
import StrataStack
import Strata
import StrataApplication
import StrataQuery
import StrataShell
import StrataStorage

/// The command `schema`, which prints entities and properties in several forms.
@MainActor struct SchemaListing {
  private let entities: [Schema.Entity]
  private let one: Schema.Entity?
  private let invocation: Invocation
  private let environment: ApplicationEnvironment

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.invocation = invocation
    self.environment = environment
    one = try invocation.argument("ENTITY").map { try environment.entity($0) }
    entities = one.map { [$0] } ?? environment.stack.container.schema.entities
    let forms = ["sql", "json", "mermaid"].filter { invocation.flag($0) }
    guard forms.count < 2 else {
      throw invocation.usageError("--\(forms[0]) and --\(forms[1]) exclude each other")
    }
  }

  func print() throws {
    let output = environment.output
    if invocation.flag("sql") {
      let schema = environment.stack.container.schema
      let definition = one.map { EntityTable($0, in: schema).definition } ?? schema.definition
      for sql in definition { output.answer(sql + ";") }
    } else if invocation.flag("mermaid") {
      output.answer(mermaid)
    } else if invocation.flag("json") {
      let format = output.format
      output.format = .json
      defer { output.format = format }
      try printProperties(entities)
      try output.flush()
    } else if let one {
      try printProperties([one])
    } else {
      try printEntities()
    }
  }

  /// Prints the entities, with their superentities if there are any.
  ///
  /// The number of an entity's objects includes those of its subentities.
  private func printEntities() throws {
    let hasHeirs = entities.contains { $0.superentity != nil }
    let rows: [[Cell]] = try entities.map { entity in
      let name: [Cell] = [.text(entity.name)]
      return name + (hasHeirs ? [Cell(entity.superentityName)] : []) + [
        Cell(entity.attributes.count), Cell(entity.relationships.count),
        Cell(try environment.context.fetchCount(Query(entity: entity.name))),
      ]
    }
    let above: [Table.Column] = hasHeirs ? ["superentity"] : []
    try environment.output.print(
      Table(["entity"] + above + ["attributes", "relationships", "objects"], rows: rows))
  }

  private func printProperties(_ entities: [Schema.Entity]) throws {
    let writer = try environment.output.beginTable([
      "entity", "property", "type", "optional", "columns", "inverse", "deleteRule",
    ])
    for entity in entities {
      for property in entity.properties {
        try writer.row([.text(entity.name)] + cells(property))
      }
    }
    try writer.end()
  }

  private func cells(_ property: Schema.Property) -> [Cell] {
    let columns = Cell.list(property.columnNames.map { .text($0) })
    switch property {
    case .attribute(let attribute):
      let type = "\(attribute.valueType)" + (attribute.isUnique ? ", unique" : "")
      return [
        .text(attribute.name), .text(type), .boolean(attribute.isOptional), columns, .null, .null,
      ]
    case .relationship(let one):
      return [
        .text(one.name), .text(one.isToOne ? one.destination : "[\(one.destination)]"),
        .boolean(one.isOptional), columns,
        Cell(one.inverseName.map { "\(one.destination).\($0)" }), .text(one.deleteRule.rawValue),
      ]
    }
  }

  private var mermaid: String {
    var lines = ["erDiagram"]
    for entity in entities {
      lines.append("  \(entity.name) {")
      for case let attribute as Schema.Attribute in entity.storedProperties {
        let type = attribute.columns.first?.storageClass.rawValue ?? "TEXT"
        lines.append("    \(type) \(attribute.name)\(attribute.isUnique ? " UK" : "")")
      }
      lines.append("  }")
      if let superentity = entity.superentity {
        lines.append("  \(superentity.name) ||--|| \(entity.name) : \"is\"")
      }
      for case let relationship as Schema.Relationship in entity.storedProperties
      where isDrawn(relationship, of: entity) {
        let near = relationship.inverseName == nil || relationship.inverseIsToOne ? "|o" : "}o"
        let far = relationship.isToOne ? "o|" : "o{"
        lines.append(
          "  \(entity.name) \(near)--\(far) \(relationship.destination) : \(relationship.name)")
      }
    }
    return lines.joined(separator: "\n")
  }

  // Each relationship is drawn once: from the end that comes first by name, or from the only one.
  private func isDrawn(_ relationship: Schema.Relationship, of entity: Schema.Entity) -> Bool {
    guard let inverse = relationship.inverseName else { return true }
    return (entity.name, relationship.name) <= (relationship.destination, inverse)
  }
}
