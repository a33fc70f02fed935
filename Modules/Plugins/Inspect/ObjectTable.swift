import Strata
import StrataApplication
import StrataShell

/// Objects of an entity as a table: a column for the key, each column of an attribute, and each
/// to-one relationship.
@MainActor struct ObjectTable {
  private let entity: Schema.Entity
  private let output: Output

  init(_ entity: Schema.Entity, _ environment: ApplicationEnvironment) {
    self.entity = entity
    output = environment.output
  }

  func print(_ objects: [any PersistentModel], _ invocation: Invocation) throws {
    let names = entity.properties.flatMap(\.columnNames)
    let writer = try output.beginTable(
      [Table.Column("key")] + names.map { Table.Column($0) })
    for (index, object) in objects.enumerated() {
      if index % 1000 == 0 { try invocation.checkCancellation() }
      var cells: [Cell] = [.text("\(object.persistentModelID)")]
      for property in entity.properties { cells += try self.cells(of: property, object) }
      try writer.row(cells)
    }
    try writer.end()
  }

  func show(_ object: any PersistentModel) throws {
    var rows: [[Cell]] = [[.text("key"), .text("\(object.persistentModelID)")]]
    for property in entity.properties {
      switch property {
      case .relationship(let relationship) where !relationship.isToOne:
        let members = try object.related(forKey: relationship.name)
        rows.append([
          .text(relationship.name), .list(members.map { .text("\($0.persistentModelID)") }),
        ])
      default:
        rows += zip(property.columnNames, try cells(of: property, object)).map { [.text($0), $1] }
      }
    }
    try output.print(Table(["property", "value"], rows: rows))
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
