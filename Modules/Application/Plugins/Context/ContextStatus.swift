@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel
import Strata
import StrataApplication
import StrataShell

/// The listing of the unsaved changes.
@MainActor struct ContextStatus {
  private let environment: ApplicationEnvironment

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  private var groups: [(change: String, objects: [any PersistentModel])] {
    let context = environment.context
    return [
      ("insert", context.insertedModelsArray), ("update", context.changedModelsArray),
      ("delete", context.deletedModelsArray),
    ]
  }

  func print() throws {
    let rows = groups.flatMap { group in
      group.objects.map { object -> [Cell] in
        [.text(group.change), .text("\(object.persistentModelID)")]
      }
    }
    try environment.output.print(Table(["change", "object"], rows: rows))
    if rows.isEmpty, environment.isInTransaction {
      environment.output.message("a transaction is open, and nothing waits in it")
    }
  }

  /// Prints each property that differs from what is saved, with both values.
  func printValues() throws {
    // Another context reads what is saved.
    let saved = ModelContext(environment.context.container)
    var rows: [[Cell]] = []
    for (change, objects) in groups {
      for object in objects {
        let identifier = object.persistentModelID
        let entity = saved.container.schema.entitiesByName[identifier.entityName]
        let before =
          change == "insert"
          ? nil : try saved.model(entity: identifier.entityName, key: identifier.rowKey)
        for property in entity?.properties ?? [] {
          let old = try before.map { try values(of: property, in: $0) }
          let new = change == "delete" ? nil : try values(of: property, in: object)
          for (index, name) in Self.names(of: property).enumerated() {
            let (first, second) = (old?[index] ?? .null, new?[index] ?? .null)
            guard first != second else { continue }
            rows.append([.text(change), .text("\(identifier)"), .text(name), first, second])
          }
        }
      }
    }
    try environment.output.print(
      Table(["change", "object", "property", "before", "after"], rows: rows))
  }

  /// The names of a property's values, by which `set` knows them.
  private static func names(of property: Schema.Property) -> [String] {
    guard case .attribute(let attribute) = property else { return [property.name] }
    return attribute.columns.map {
      $0.queryName(of: attribute.name)
    }
  }

  /// The values of a property: of each column of an attribute, or the objects of a relationship.
  private func values(
    of property: Schema.Property, in object: any PersistentModel
  ) throws -> [Cell] {
    switch property {
    case .attribute(let attribute):
      return zip(try object.columnValues(forKey: attribute.name), attribute.columns).map {
        Cell($0, $1)
      }
    case .relationship(let relationship):
      let names = try object.related(forKey: relationship.name).map { "\($0.persistentModelID)" }
      guard !relationship.isToOne, !names.isEmpty else { return [Cell(names.first)] }
      return [.list(names.map { .text($0) })]
    }
  }
}
