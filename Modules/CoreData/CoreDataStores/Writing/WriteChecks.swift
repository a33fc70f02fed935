internal import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema

/// Checks that a store can be written without leaving any of its content inconsistent.
struct WriteChecks {
  let names: StoreNames
  let policy: CoreDataWritePolicy
  let connection: Connection

  private func refused(_ reason: String) -> CoreDataStoreError {
    .notWritable(path: names.tables.path, reason: reason)
  }

  /// Runs all checks.
  ///
  /// - Throws: ``CoreDataStoreError/notWritable(path:reason:)``.
  func run() throws {
    try checkPolicy()
    try checkTriggers()
    try checkRelationships()
  }

  private func checkPolicy() throws {
    let tables = names.tables.columns.keys
    if tables.contains(where: { $0.hasPrefix("ANSCK") }), !policy.leavesCloudKit {
      throw CoreDataStoreError.wouldLeaveCloudKit(path: names.tables.path)
    }
    guard tables.contains("ACHANGE") || tables.contains("ATRANSACTION") else { return }
    switch policy.history {
    case .refuse: throw CoreDataStoreError.wouldLeaveHistory(path: names.tables.path)
    case .leave: break
    case .append:
      for entity in names.model.entities {
        guard ChangedProperties(of: entity, in: names.model).isKnown else {
          throw refused(
            "it isn't known how its history notes changes of \(entity.name), which has composite or derived "
              + "attributes; it can only be left as it is")
        }
        if let kept = entity.attributes.first(where: \.preservesValueInHistoryOnDeletion) {
          throw refused(
            "it isn't known how its history keeps \(entity.name).\(kept.name) of deleted objects; it can only "
              + "be left as it is")
        }
      }
    }
  }

  /// Checks that the store's triggers are those of derived attributes. Any other trigger, or a
  /// function that isn't known, could have unexpected effects.
  private func checkTriggers() throws {
    let triggers = try connection.rows(
      SQLQuery("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY name")
    ) { (name: $0.text(at: 0) ?? "", sql: $0.text(at: 1) ?? "") }
    for trigger in triggers {
      guard derivedColumns().contains(where: { $0.isServed(by: trigger.name, trigger.sql) }) else {
        throw refused("it has a trigger \(trigger.name), which isn't one of a derived attribute")
      }
    }
    for entity in names.model.entities {
      guard let table = names.tableNames[entity.name] else { continue }
      for attribute in entity.attributes where attribute.isDerived {
        let columns = names.columnNames(of: attribute.name, entity) ?? []
        let isServed = columns.allSatisfy { column in
          triggers.contains { $0.sql.uppercased().contains(column.uppercased()) }
        }
        guard isServed else {
          throw refused(
            "\(entity.name).\(attribute.name) is derived, and no trigger works it out in the file")
        }
      }
      // Preparing a statement compiles the triggers that it fires.
      do {
        _ = try connection.statement("INSERT INTO main.\(quoted(table)) (Z_PK) VALUES (?)")
        _ = try connection.statement("DELETE FROM main.\(quoted(table)) WHERE Z_PK = ?")
        let columns = try allColumns(of: table).map { "\(quoted($0)) = ?" }
        _ = try connection.statement(
          "UPDATE main.\(quoted(table)) SET \(columns.joined(separator: ", "))")
      } catch let error as StorageError {
        throw refused("its triggers can't be run: \(error)")
      }
    }
  }

  private func derivedColumns() -> [DerivedColumn] {
    names.model.entities.flatMap { entity in
      entity.attributes.filter(\.isDerived).flatMap { attribute in
        (names.columnNames(of: attribute.name, entity) ?? []).map {
          DerivedColumn(
            entity: entity.name, attribute: attribute.name,
            table: names.tableNames[entity.name] ?? "", column: $0)
        }
      }
    }
  }

  private func allColumns(of table: String) throws -> [String] {
    (names.tables.columns[table.uppercased()] ?? []).filter { $0.uppercased() != "Z_PK" }
  }

  private func checkRelationships() throws {
    for entity in names.model.entities {
      for one in entity.relationships
      where one.isToMany && one.inverseName == one.name && one.destinationEntityName == entity.name
      {
        throw refused(
          "\(entity.name).\(one.name) is its own inverse, and no store was seen that says how that is kept"
        )
      }
    }
  }

  /// The columns of unique indexes, by table. All names are in upper case.
  func uniqueColumns() throws -> [String: Set<String>] {
    var columns: [String: Set<String>] = [:]
    let query = SQLQuery(
      """
      SELECT t.name, c.name FROM main.sqlite_schema AS t JOIN pragma_index_list(t.name) AS i
      JOIN pragma_index_info(i.name) AS c
      WHERE t.type = 'table' AND i."unique" AND i.origin = 'c' AND c.name IS NOT NULL
      """)
    try connection.forEachRow(query) { row in
      guard let table = row.text(at: 0), let column = row.text(at: 1) else { return }
      columns[table.uppercased(), default: []].insert(column.uppercased())
    }
    return columns
  }
}
