@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel
import Strata
import StrataApplication
import StrataQuery
import StrataShell

/// A table of an entity's objects, with columns for the key, attributes and to-one relationships.
@MainActor struct ObjectTable {
  private let entity: Schema.Entity
  private let output: Output
  private let context: ModelContext

  init(_ entity: Schema.Entity, _ environment: ApplicationEnvironment) {
    self.entity = entity
    output = environment.output
    context = environment.context
  }

  /// Prints the objects of a query. It reads them in batches, so that memory is bounded.
  func print(_ query: Query, _ invocation: Invocation) throws {
    let names = entity.properties.flatMap(Self.names)
    let writer = try output.beginTable(
      [Table.Column("key", beside: names)] + names.map { Table.Column($0) })
    try forEach(query) { object in
      if writer.rowCount % 1000 == 0 { try invocation.checkCancellation() }
      var cells: [Cell] = [.text("\(object.persistentModelID)")]
      for property in entity.properties { cells += try self.cells(of: property, object) }
      try writer.row(cells)
    }
    try writer.end()
  }

  private func forEach(_ query: Query, _ body: (any PersistentModel) throws -> Void) throws {
    // Unsaved objects are in memory already, and only a fetch includes them.
    if context.hasChanges { return try context.fetch(query).forEach(body) }
    try context.enumerate(query, batchSize: 2000, block: body)
  }

  func show(_ object: any PersistentModel) throws {
    let key = Table.Column("key", beside: entity.properties.flatMap(Self.names))
    var rows: [[Cell]] = [[.text(key.name), .text("\(object.persistentModelID)")]]
    for property in entity.properties {
      switch property {
      case .relationship(let relationship) where !relationship.isToOne:
        let members = try object.related(forKey: relationship.name)
        rows.append([
          .text(relationship.name), .list(members.map { .text("\($0.persistentModelID)") }),
        ])
      default:
        rows += zip(Self.names(of: property), try cells(of: property, object)).map {
          [.text($0), $1]
        }
      }
    }
    try output.print(Table(["property", "value"], rows: rows))
  }

  /// The names of a property's columns in predicates. None for a relationship to many.
  private static func names(of property: Schema.Property) -> [String] {
    switch property {
    case .attribute(let attribute):
      attribute.columns.map { $0.queryName(of: attribute.name) }
    case .relationship(let relationship): relationship.isToOne ? [relationship.name] : []
    }
  }

  private func cells(
    of property: Schema.Property, _ object: any PersistentModel
  ) throws -> [Cell] {
    switch property {
    case .attribute(let attribute):
      return zip(try object.columnValues(forKey: attribute.name), attribute.columns).map {
        Cell($0, $1)
      }
    case .relationship(let relationship) where relationship.isToOne:
      let target = try object.related(forKey: relationship.name).first
      return [Cell(target.map { "\($0.persistentModelID)" })]
    case .relationship: return []
    }
  }
}
