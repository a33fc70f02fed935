import StrataQuery
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// Tables of a store's entities and properties.
@MainActor struct StoredSchemaTable {
  private let environment: StoreEnvironment

  init(_ environment: StoreEnvironment) { self.environment = environment }

  /// Returns the table of entities. Each is counted with its subentities' objects.
  func entities() throws -> Table {
    Table(
      ["entity", "superentity", "attributes", "relationships", "objects"],
      rows: try environment.schema.entities.map { entity in
        [
          .text(entity.name), Cell(entity.superentityName), Cell(entity.attributes.count),
          Cell(entity.relationships.count), .integer(try count(entity)),
        ]
      })
  }

  /// The number of an entity's objects, without those that have the date of a deletion.
  func count(_ entity: Schema.Entity) throws -> Int64 {
    let sql = try SQLQuery(
      Query(entity: entity.name).leavingOutDeleted(in: environment.schema), select: .count,
      tables: environment.store.tables)
    return try environment.reader.integers(sql).first ?? 0
  }

  func properties(of entity: Schema.Entity) -> Table {
    Table(
      ["property", "type", "optional", "columns", "inverse", "deleteRule"],
      rows: entity.properties.map { property in
        let columns = Cell.list(property.columnNames.map { .text($0) })
        switch property {
        case .attribute(let one):
          let types = Set(
            one.columns.map { $0.meaning.map { "\($0)" } ?? $0.storageClass.rawValue })
          return [
            .text(one.name), .text(types.sorted().joined(separator: ", ")),
            .boolean(one.isOptional), columns, .null, .null,
          ]
        case .relationship(let one):
          return [
            .text(one.name), .text(one.isToOne ? one.destination : "[\(one.destination)]"),
            .boolean(one.isOptional), columns,
            Cell(one.inverseName.map { "\(one.destination).\($0)" }),
            .text(one.deleteRule.rawValue),
          ]
        }
      })
  }
}
