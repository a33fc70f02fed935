import StrataSQLite
import StrataSchema
import StrataStorage

extension StoreImport {
  /// Imports the objects of an entity and of its subentities, which share a table.
  mutating func writeObjects(
    below root: Schema.Entity, _ inserted: [String: Set<Int64>], _ transaction: StoreTransaction
  ) throws {
    let strangers = try tellStrangers(in: root)
    var count = strangers
    for entity in source.schema.hierarchy(from: root) {
      count += try writeObjects(of: entity, inserted[entity.name] ?? [], transaction)
    }
    try checkCount(count, of: root)
  }

  /// Reports the rows that aren't objects of the model.
  ///
  /// - Returns: The number of such rows.
  private mutating func tellStrangers(in root: Schema.Entity) throws -> Int {
    guard let table = names.tableNames[root.name] else { return 0 }
    let known = Dictionary(
      origin.tables.entities.map { ($0.number, $0.name) }, uniquingKeysWith: { one, _ in one })
    let connection = try origin.connect()
    defer { connection.close() }
    let unknown = SQL(try names.isUnknown(in: table))
    let query: SQL = """
      SELECT Z_PK, Z_ENT, \(unknown) FROM \(name: table) NOT INDEXED \
      WHERE Z_PK < 1 OR \(unknown) ORDER BY Z_PK
      """
    var count = 0
    try connection.forEachRow(query) { row in
      let key = row.integer(at: 0)
      let reason: String
      if row.integer(at: 2) == 0 {
        reason = "it has a key below 1, which no object has"
      } else if case .integer(let number) = row.value(at: 1), let name = known[number] {
        reason = "it is of the entity \(name), which the model doesn't have in its table"
      } else {
        reason =
          "it is of no entity: \(StoreFunctions.words(row.value(at: 1))) in Z_ENT is none's number"
      }
      lose(key, of: root.name, in: root.name, reason)
      count += 1
      try advance()
    }
    return count
  }

  /// Checks that each row of a table was imported or reported.
  private func checkCount(_ count: Int, of root: Schema.Entity) throws {
    guard let table = names.tableNames[root.name] else { return }
    let connection = try origin.connect()
    defer { connection.close() }
    // Reads the table itself, since an index may be damaged.
    let all = try connection.integer("SELECT count(*) FROM \(name: table) NOT INDEXED") ?? 0
    guard all != count else { return }
    throw StorageError.corrupt(
      path: origin.tables.path,
      reason:
        "its table \(table) has \(all) rows, of which \(count) are found by their keys; repair it, as "
        + "the command .recover of sqlite3 does")
  }

  /// Imports the objects of exactly one entity.
  ///
  /// - Returns: The number of rows imported or reported.
  mutating func writeObjects(
    of entity: Schema.Entity, _ inserted: Set<Int64>, _ transaction: StoreTransaction
  ) throws -> Int {
    let table = try source.tables.table(entity.name)
    let target = try self.target.tables.table(entity.name)
    let insertion = try transaction.insertion(into: target, isRecorded: false)
    var (count, written) = (0, 0)
    try ImportedRows(reader, table, entity).forEach { row in
      count += 1
      try advance()
      see(row.key, of: table.name)
      guard try write(row, of: entity, in: table, insertion) else { return }
      written += 1
      if !inserted.contains(row.key) { transaction.log.record(.insert, target, key: row.key) }
    }
    if written > 0 { report.objectCounts[entity.name] = written }
    return count
  }

  /// Imports an object without optional values that can't be read or stored.
  ///
  /// - Returns: True if the object was imported.
  private mutating func write(
    _ row: ImportedRows.Imported, of entity: Schema.Entity, in table: EntityTable,
    _ insertion: RowInsertion
  ) throws -> Bool {
    var lacking: [(property: String, reason: String)] = []
    do {
      var values = try row.values { lacking.append(($0, $1)) }
      while true {
        do {
          try insertion.insert(key: row.key, values: values)
          break
        } catch StorageError.constraint(let constraint) {
          guard let property = table.clear(constraint, in: &values) else {
            throw StorageError.constraint(constraint)
          }
          lacking.append((property, "\(constraint)"))
        }
      }
    } catch let error as ImportedRows.Unreadable {
      lose(row.key, of: entity.name, in: table.name, "\(error)")
      return false
    } catch StorageError.constraint(let constraint) {
      lose(row.key, of: entity.name, in: table.name, "\(constraint)")
      return false
    } catch let error as StorageError {
      guard case .keyTaken = error else { throw error }
      lose(row.key, of: entity.name, in: table.name, "\(error)")
      return false
    }
    for one in lacking { report.add(entity.name, row.key, one.property, one.reason) }
    return true
  }

  private mutating func lose(
    _ key: Int64, of entity: String, in table: String, _ reason: String
  ) {
    missing[table, default: []].insert(key)
    see(key, of: table)
    report.add(entity, key, nil, reason)
  }
}

extension EntityTable {
  /// Clears an optional value that violates a constraint.
  ///
  /// - Parameter values: The values of ``storedColumns``.
  /// - Returns: The value's property, or nil if no value can be cleared.
  fileprivate func clear(
    _ constraint: StorageError.Constraint, in values: inout [ColumnValue]
  ) -> String? {
    // Other constraints, such as that of unique values, don't make one of the values wrong.
    guard [.check, .dataType].contains(constraint.kind) else { return nil }
    for (index, column) in storedColumns.enumerated() {
      let property = entity.properties[column.property]
      guard constraint.columns.contains(column.name) || constraint.columns.contains(property.name)
      else { continue }
      let isPlace = index >= columns.count
      if case .attribute(let attribute) = property, !attribute.isOptional, !isPlace { continue }
      // A value with several columns is cleared as a whole.
      let all = storedColumns.indices.filter {
        isPlace ? $0 == index : $0 < columns.count && storedColumns[$0].property == column.property
      }
      guard all.contains(where: { values[$0] != .null }) else { continue }
      for one in all { values[one] = .null }
      return property.name
    }
    return nil
  }
}
