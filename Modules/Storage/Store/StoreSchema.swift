internal import Foundation
import StrataSchema

/// The tables that are in a store already, held against the schema that it is opened with.
struct StoreSchema {
  let connection: Connection

  private struct Column {
    let type: String
    let isRequired: Bool
  }

  /// Adds what can be added without a doubt; anything else is an error that names the difference.
  func adapt(to schema: Schema) throws {
    guard try !additions(for: schema).isEmpty else { return }
    guard !connection.isReadOnly else {
      throw mismatch("it lacks tables or columns, and is opened read-only")
    }
    do {
      try connection.transaction {
        // Somebody may have added the same between our look and our lock.
        for sql in try additions(for: schema) { try connection.execute(sql) }
      }
    } catch StorageError.constraint(let constraint) {
      throw mismatch("its objects break a rule that the models add: \(constraint.message)")
    }
  }

  private func additions(for schema: Schema) throws -> [String] {
    var result: [String] = []
    let indexes = try indexNames()
    let shared = try sharedTables()
    try checkPlaces(of: schema, shared)
    for entity in schema.entities where entity.superentity == nil {
      let table = EntityTable(entity, in: schema, isShared: shared.contains(entity.name))
      let stored = try columns(of: table.name)
      result += stored.isEmpty ? [table.createSQL] : try additions(to: table, stored: stored)
      let names = Set(table.indexes.map(\.name))
      // An index that the model no longer asks for is only in the way, a unique one most of all. Where
      // nothing can be written, it isn't.
      for (name, place) in indexes.sorted(by: { $0.key < $1.key })
      where place == table.name && !names.contains(name) && !connection.isReadOnly {
        guard try !isOfUnknownClass(index: name, in: table) else { continue }
        result.append("DROP INDEX \(quoted(name))")
      }
      result += table.indexes.filter { indexes[$0.name] == nil }.map(\.sql)
    }
    for link in schema.linkTables where try columns(of: link.name).isEmpty {
      result += link.definition
    }
    return result
  }

  private func additions(to table: EntityTable, stored: [String: Column]) throws -> [String] {
    var missing: [(column: EntityTable.Column, member: EntityTable.Member)] = []
    var stored = stored
    stored[EntityTable.key] = nil
    var result: [String] = []
    let wasShared = stored.removeValue(forKey: EntityTable.entityColumn) != nil
    if table.isShared, !wasShared {
      // What is there is of the only class that there was.
      result.append(
        "ALTER TABLE \(quoted(table.name)) ADD COLUMN \(EntityTable.entityColumn) TEXT NOT NULL "
          + "DEFAULT \(literal(table.name))")
    }
    for (column, member) in table.allColumns {
      guard let found = stored.removeValue(forKey: column.name) else {
        missing.append((column, member))
        continue
      }
      let place = "\(table.name).\(column.name)"
      guard found.type == column.description.storageClass.rawValue else {
        throw mismatch(
          "\(place) is \(found.type) in the store and "
            + "\(column.description.storageClass.rawValue) in the model")
      }
      guard found.isRequired || !member.requires(column) else {
        throw mismatch("\(place) may be empty in the store, but not in the model")
      }
      guard !found.isRequired || member.requires(column) else {
        throw mismatch("\(place) may not be empty in the store, but may in the model")
      }
    }
    for (name, column) in stored.sorted(by: { $0.key < $1.key }) where column.isRequired {
      throw mismatch("the store requires \(table.name).\(name), which the model lacks")
    }
    for (index, (column, member)) in missing.enumerated() {
      let value = try defaultSQL(of: column, of: member, in: table, wasShared: wasShared)
      var sql =
        "ALTER TABLE \(quoted(table.name)) ADD COLUMN " + EntityTable.sql(column, of: member)
        + (value.map { " DEFAULT " + $0 } ?? "")
      // The rule of a value of several columns comes with the last of them.
      let isLast = !missing[(index + 1)...].contains {
        $0.member.entity === member.entity && $0.column.property == column.property
      }
      if isLast, let check = table.checkSQL(of: column.property, of: member) { sql += " " + check }
      result.append(sql)
      if value != nil, let kinds = member.kinds {
        result.append(
          "UPDATE \(quoted(table.name)) SET \(quoted(column.name)) = NULL "
            + "WHERE \(EntityTable.isNone(of: kinds))")
      }
    }
    return result
  }

  // The value in the rows that are there of a column that may not be empty.
  private func defaultSQL(
    of column: EntityTable.Column, of member: EntityTable.Member, in table: EntityTable,
    wasShared: Bool
  ) throws -> String? {
    guard !column.description.isOptional else { return nil }
    if case .attribute(let attribute) = member.entity.properties[column.property],
      let defaults = attribute.defaultColumns,
      let index = attribute.columns.firstIndex(of: column.description), defaults.count > index,
      !defaults[index].isNull
    {
      return defaults[index].literal
    }
    // A subentity of which there are no objects yet needs none.
    if let kinds = member.kinds, try !wasShared || !contains(kinds, in: table.name) { return nil }
    throw mismatch(
      "the store lacks \(table.name).\(column.name), and the model has neither a default for it "
        + "nor lets it be nil")
  }

  // The store's own indexes with their tables; those that somebody else has made are left alone.
  private func indexNames() throws -> [String: String] {
    let statement = try connection.statement(
      "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'strata_*'")
    defer { statement.reset() }
    var result: [String: String] = [:]
    while try statement.step() {
      if case .text(let name) = statement.value(at: 0),
        case .text(let table) = statement.value(at: 1)
      {
        result[name] = table
      }
    }
    return result
  }

  private func columns(of table: String) throws -> [String: Column] {
    let statement = try connection.statement(
      "SELECT name, type, \"notnull\" FROM pragma_table_info(?)")
    try statement.bind([.text(table)])
    defer { statement.reset() }
    var result: [String: Column] = [:]
    while try statement.step() {
      guard case .text(let name) = statement.value(at: 0),
        case .text(let type) = statement.value(at: 1)
      else { continue }
      result[name] = Column(type: type, isRequired: statement.integer(at: 2) != 0)
    }
    return result
  }

  func mismatch(_ reason: String) -> StorageError {
    .incompatibleSchema(path: connection.path, reason: reason)
  }
}

extension ColumnValue {
  /// The value as an SQL literal, where a parameter won't do.
  fileprivate var literal: String {
    switch self {
    // SQL has no word for infinity; what is too large for a real is read as one.
    case .real(let value) where value.isInfinite: value < 0 ? "-9e999" : "9e999"
    // NUL would end the statement.
    case .text(let text) where text.utf8.contains(0):
      "(CAST(\(ColumnValue.blob(Data(text.utf8))) AS TEXT))"
    default: description
    }
  }
}
