import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// Views of a Core Data store's tables with the names and columns of a schema.
struct StoreViews {
  let names: StoreNames
  let schema: Schema
  /// The SQL that creates the temporary views in a connection.
  private(set) var definitions: [String] = []
  /// The views that contain objects of several entities.
  private(set) var shared: Set<String> = []
  /// The positions of links by row id, for tables of links that are ordered at both ends.
  private(set) var linkPositions: [String: [Int64: Int64]] = [:]
  private let checksValues: Bool
  private let connection: Connection?

  /// - Parameters:
  ///   - checksValues: True to fail on reading a value of the wrong type. Queries of such a column
  ///     can't use an index.
  ///   - connection: The connection from which to read orders of links, or nil if the views aren't
  ///     read.
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)`` if the store lacks something in the
  ///   schema.
  init(
    of schema: Schema, _ names: StoreNames, checksValues: Bool = false,
    _ connection: Connection? = nil
  ) throws {
    self.connection = connection
    self.schema = schema
    self.names = names
    self.checksValues = checksValues
    for entity in schema.entities where entity.superentity == nil { try addTable(of: entity) }
    for entity in schema.entities {
      for property in entity.ownProperties {
        if case .relationship(let one) = property { try addLinks(of: one, entity) }
      }
    }
  }

  /// Finds the model's entity for one of the schema.
  func described(_ entity: Schema.Entity) throws -> EntityDescription {
    if let found = names.model.entity(named: entity.name) { return found }
    let found = names.model.entities.filter { $0.managedObjectClassName == entity.name }
    guard let first = found.first else { throw names.mismatch("it has no entity \(entity.name)") }
    guard found.count == 1 else {
      throw names.mismatch(
        "its entities \(found.map(\.name).joined(separator: ", ")) all have the class \(entity.name); name "
          + "a class after each")
    }
    return first
  }

  private mutating func addTable(of root: Schema.Entity) throws {
    let described = try described(root)
    let family = names.hierarchy(from: described)
    var selected = ["Z_PK AS \(quoted(EntityTable.key))"]
    if family.count > 1 {
      shared.insert(root.name)
      selected.append("\(try kinds(of: root, family)) AS \(quoted(EntityTable.entityColumn))")
    }
    for entity in schema.hierarchy(from: root) {
      let one = try self.described(entity)
      for property in entity.ownProperties {
        for (name, sql) in try columns(of: property, one) {
          selected.append("\(sql) AS \(quoted(name))")
        }
      }
    }
    guard let table = names.tableNames[described.name] else {
      throw names.mismatch("it has no table for the entity \(root.name)")
    }
    // Rows of unknown entities are left out. The `+` prevents SQLite from using the index on Z_ENT,
    // which is of no use if the whole table is read.
    let kind = described.superentityName == nil ? "+Z_ENT" : "Z_ENT"
    let numbers = try family.map { "\(try names.number(of: $0))" }
    definitions.append(
      "CREATE TEMP VIEW \(quoted(root.name)) AS SELECT \(selected.joined(separator: ", ")) "
        + "FROM main.\(quoted(table)) WHERE \(kind) IN (\(numbers.joined(separator: ", ")))")
  }

  /// The SQL of a row's entity name.
  private func kinds(of root: Schema.Entity, _ family: [EntityDescription]) throws -> String {
    var known: [String: String] = [:]
    for entity in schema.hierarchy(from: root) { known[try described(entity).name] = entity.name }
    let cases = try family.map {
      "WHEN \(try names.number(of: $0)) THEN \(literal(known[$0.name] ?? $0.name))"
    }
    return "CASE Z_ENT \(cases.joined(separator: " ")) ELSE 'Z_ENT ' || Z_ENT END"
  }

  private func columns(
    of property: Schema.Property, _ entity: EntityDescription
  ) throws -> [(name: String, sql: String)] {
    switch property {
    case .attribute(let attribute):
      guard !attribute.columns.isEmpty else { return [] }
      guard case .attribute(let own)? = names.model.property(named: attribute.name, of: entity),
        let stored = names.columnNames(of: attribute.name, entity)
      else { throw names.mismatch("it has no attribute \(entity.name).\(attribute.name)") }
      let value = StoredAttribute(
        own, columns: stored, attribute.shape, checksValues: checksValues)
      return try attribute.columns.map { column in
        guard let sql = value.expression(for: column) else {
          let part = column.part.isEmpty ? "" : ".\(column.part)"
          throw names.mismatch(
            "\(entity.name).\(attribute.name)\(part) is \(own.type.name) there, and no "
              + "\(column.meaning.map { "\($0)" } ?? column.storageClass.rawValue) can be made of it"
          )
        }
        return (column.name(of: attribute.name), sql)
      }
    case .relationship(let one):
      guard one.isToOne else { return [] }
      guard let stored = names.columnNames(of: one.name, entity)?.first else {
        throw names.mismatch("it has no to-one relationship \(entity.name).\(one.name)")
      }
      var columns = [(one.columnName, key(stored))]
      if one.isOrderedByMember {
        let order = names.orderColumn(of: one.name, entity).map(key) ?? "NULL"
        columns.append(("strata_\(one.columnName)_position", order))
      }
      return columns
    }
  }

  /// The SQL of a column with integers.
  private func key(_ column: String) -> String {
    let column = quoted(column)
    guard checksValues else { return column }
    return "CASE WHEN typeof(\(column)) IN ('integer', 'null') THEN \(column) "
      + "ELSE \(StoreFunctions.misfit)(\(column), 'a whole number') END"
  }

  /// The SQL of the terms that order links.
  private mutating func order(of links: StoreNames.Links) throws -> String {
    if let backOrder = links.backOrder, let connection,
      let positions = try CommonLinkOrder(of: links, backOrder: backOrder, connection).positions
    {
      linkPositions[links.table] = positions
      return "\(StoreFunctions.linkPosition)(\(literal(links.table)), rowid)"
    }
    return links.order.map(quoted) ?? "rowid"
  }

  private mutating func addLinks(
    of relationship: Schema.Relationship, _ entity: Schema.Entity
  ) throws {
    guard relationship.usesLinkTable else { return }
    let (table, isOwner) = LinkTable.make(for: relationship, of: entity.name, in: schema)
    guard isOwner else { return }
    let described = try described(entity)
    let own = names.model.property(named: relationship.name, of: described)
    guard case .relationship(let one)? = own, one.isToMany else {
      throw names.mismatch("it has no to-many relationship \(entity.name).\(relationship.name)")
    }
    let links = try names.links(of: one, described)
    // A row without an owner isn't a link in a member's own table. In a table of links it is an
    // error, which is reported.
    let condition = checksValues && links.hasOwnTable ? "1" : "\(quoted(links.owner)) IS NOT NULL"
    definitions.append(
      """
      CREATE TEMP VIEW \(quoted(table.name)) AS SELECT \
      \(quoted(links.owner)) AS \(quoted(table.ownerColumn)), \
      \(quoted(links.member)) AS \(quoted(table.memberColumn)), \
      \(try order(of: links)) AS rowid \
      FROM main.\(quoted(links.table)) WHERE \(condition)
      """)
  }
}
