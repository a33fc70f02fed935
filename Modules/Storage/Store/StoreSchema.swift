import StrataSchema

/// The tables that are in a store already, held against the schema that it is opened with.
struct StoreSchema {
  let connection: Connection
  let path: String

  private struct Column {
    let type: String
    let isRequired: Bool
  }

  /// Adds what can be added without a doubt; anything else is an error that names the difference.
  func adapt(to schema: Schema, mayWrite: Bool) throws {
    var missing: [String] = []
    for entity in schema.entities {
      let table = EntityTable(entity)
      let stored = try columns(of: table.name)
      if stored.isEmpty {
        missing += table.definition
        continue
      }
      missing += try additions(to: table, stored: stored)
    }
    for link in schema.linkTables where try columns(of: link.name).isEmpty {
      missing += link.definition
    }
    guard !missing.isEmpty else { return }
    guard mayWrite else {
      throw StorageError.incompatibleSchema(
        path: path, reason: "it lacks tables or columns, and is opened read-only")
    }
    try connection.transaction {
      for sql in missing { try connection.execute(sql) }
    }
  }

  private func additions(to table: EntityTable, stored: [String: Column]) throws -> [String] {
    var result: [String] = []
    var stored = stored
    stored[EntityTable.key] = nil
    for column in table.columns + table.positions {
      guard let found = stored.removeValue(forKey: column.name) else {
        result.append(try addition(of: column, to: table))
        continue
      }
      let place = "\(table.name).\(column.name)"
      guard found.type == column.description.storageClass.rawValue else {
        throw mismatch(
          "\(place) is \(found.type) in the store and "
            + "\(column.description.storageClass.rawValue) in the model")
      }
      guard found.isRequired || column.description.isOptional else {
        throw mismatch("\(place) may be empty in the store, but not in the model")
      }
      guard !found.isRequired || !column.description.isOptional else {
        throw mismatch("\(place) may not be empty in the store, but may in the model")
      }
    }
    for (name, column) in stored.sorted(by: { $0.key < $1.key }) where column.isRequired {
      throw mismatch("the store requires \(table.name).\(name), which the model lacks")
    }
    return result.isEmpty ? [] : result + table.indexSQL
  }

  private func addition(of column: EntityTable.Column, to table: EntityTable) throws -> String {
    var sql = "ALTER TABLE \(quoted(table.name)) ADD COLUMN "
      + EntityTable.sql(column, in: table.entity)
    guard !column.description.isOptional else { return sql }
    guard case .attribute(let attribute) = table.entity.properties[column.property],
      let defaults = attribute.defaultColumns,
      let index = attribute.columns.firstIndex(of: column.description), defaults.count > index,
      !defaults[index].isNull
    else {
      throw mismatch(
        "the store lacks \(table.name).\(column.name), and the model has neither a default for it "
          + "nor lets it be nil")
    }
    sql += " DEFAULT \(defaults[index])"
    return sql
  }

  private func columns(of table: String) throws -> [String: Column] {
    let statement = try connection.statement("SELECT name, type, \"notnull\" FROM pragma_table_info(?)")
    try statement.bind([.text(table)])
    var result: [String: Column] = [:]
    while try statement.step() {
      guard case .text(let name) = statement.value(at: 0),
        case .text(let type) = statement.value(at: 1)
      else { continue }
      result[name] = Column(type: type, isRequired: statement.integer(at: 2) != 0)
    }
    return result
  }

  private func mismatch(_ reason: String) -> StorageError {
    .incompatibleSchema(path: path, reason: reason)
  }
}
