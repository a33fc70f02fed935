internal import Foundation
import StrataDescriptions
import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// The mapping from a schema's entities and links to a Core Data store, for writing.
struct WritePlan {
  let names: StoreNames
  let schema: Schema
  let policy: CoreDataWritePolicy
  /// The SQL that creates views of the store's tables with the schema's names.
  let definitions: [String]
  private(set) var entities: [WrittenEntity] = []
  private(set) var linkTables: [WrittenLinks] = []
  /// The columns of unique indexes, by table. All names are in upper case.
  let uniqueColumns: [String: Set<String>]

  init(
    _ schema: Schema, _ working: Store, _ names: StoreNames, _ policy: CoreDataWritePolicy,
    uniqueColumns: [String: Set<String>]
  ) throws {
    self.names = names
    self.schema = schema
    self.policy = policy
    self.uniqueColumns = uniqueColumns
    let views = try StoreViews(of: schema, names, checksValues: true)
    definitions = views.definitions
    let full = try Schema(names.model)
    for entity in schema.entities {
      let described = try views.described(entity)
      entities.append(
        try WrittenEntity(
          entity, described, working.tables.table(entity.name), names, full: full))
      for property in entity.ownProperties {
        guard case .relationship(let one) = property, one.usesLinkTable else { continue }
        let (table, isOwner) = LinkTable.make(for: one, of: entity.name, in: schema)
        guard isOwner,
          case .relationship(let own)? = names.model.property(
            named: one.name, of: described)
        else { continue }
        linkTables.append(try WrittenLinks(table, own, described, names))
      }
    }
    addOmittedWays()
  }

  /// Returns the entity with a number.
  func entity(_ number: Int64) -> WrittenEntity? { entities.first { $0.number == number } }

  /// Adds relationships without an inverse that lead to the schema's entities and that the schema
  /// leaves out.
  private mutating func addOmittedWays() {
    let known = Dictionary(
      entities.map { ($0.described.name, Set($0.entity.properties.map(\.name))) },
      uniquingKeysWith: { one, _ in one })
    for index in entities.indices {
      let target = entities[index].described
      let lineage = Set(([target] + names.model.superentities(of: target)).map(\.name))
      for entity in names.model.entities {
        for one in entity.relationships
        where !one.isToMany && !one.isTransient && one.inverseName == nil
          && lineage.contains(one.destinationEntityName ?? "")
          && !(known[entity.name]?.contains(one.name) ?? false)
        {
          guard let column = names.columnNames(of: one.name, entity)?.first,
            let table = names.tableNames[entity.name]
          else { continue }
          entities[index].add(
            OmittedLink("\(entity.name).\(one.name)", counting: column, of: table))
        }
      }
    }
  }
}
