package import StrataSQLite
package import StrataSchema

extension EntityTable {
  /// Inserts a row. The parameters are the key, the properties' columns and the positions. In a shared table the
  /// row's entity follows, and NULL for the columns of other entities, which may have defaults.
  package var insertion: SQL {
    let columns = insertedColumns
    let values: [SQL] =
      [.parameter(.integer)] + storedColumns.map { parameter(for: $0) }
      + columns.constants.map { $0.map { "\(literal: $0)" } ?? "NULL" }
    return "INSERT INTO \(self) (\(names: columns.names)) VALUES (\(values.joined()))"
  }

  /// The columns that an insertion fills.
  package var insertedColumns: InsertedColumns {
    var names = [Self.key] + storedColumns.map(\.name)
    var constants: [String?] = []
    if isShared {
      names.append(Self.entityColumn)
      constants.append(entity.name)
      let own = Set(names)
      let others = members.flatMap(\.columns).map(\.name).filter { !own.contains($0) }
      names += others
      constants += others.map { _ in nil }
    }
    return InsertedColumns(table: name, names: names, constants: constants)
  }

  /// Updates the columns and positions of some properties of the row with a key, or nil if the properties have no
  /// columns. A position for which NULL is bound doesn't change.
  package func update(_ properties: PropertySet) -> SQL? {
    let assignments: [SQL] =
      columns.filter { properties.contains($0.property) }.map { "\($0) = \(parameter(for: $0))" }
      + positions.filter { properties.contains($0.property) }.map {
        "\($0) = coalesce(\(parameter(for: $0)), \($0))"
      }
    guard !assignments.isEmpty else { return nil }
    return "UPDATE \(self) SET \(assignments.joined()) WHERE \(isRow)"
  }

  /// Deletes the row with a key.
  package var deletion: SQL { "DELETE FROM \(self) WHERE \(isRow)" }

  /// The condition that a row has the key that is bound last.
  package var isRow: SQL { "\(.key) = \(.parameter(.integer))" }
}

extension EntityTable {
  /// The kind of a statement that changes some columns: one that is awaited if a unique rule may refuse it.
  package func changeKind(ofColumns names: [String]) -> StatementKind {
    let isUnique = uniqueColumnGroups.contains { group in
      group.columns.contains { names.contains(columns[$0].name) }
    }
    return isUnique ? .checkedChange : .plain
  }

  /// A parameter for a value of a column.
  package func parameter(for column: Column) -> SQL {
    dialect.parameter(.parameter(column.description.storageClass), for: column.description)
  }
}

extension Connection {
  package func insertion(into table: EntityTable) throws(StorageError) -> Statement {
    try prepared(
      PreparedKey(table: table, verb: .insert),
      table.uniqueColumnGroups.isEmpty ? .insertion(table.insertedColumns) : .checkedInsertion
    ) { table.insertion }
  }

  package func update(of table: EntityTable, setting properties: PropertySet) throws(StorageError)
    -> Statement?
  {
    let key = PreparedKey(table: table, verb: .update(properties))
    if !preparedByEntity.contains(key), table.update(properties) == nil { return nil }
    return try prepared(key, .rowChange) { table.update(properties) ?? "" }
  }

  package func deletion(from table: EntityTable) throws(StorageError) -> Statement {
    try prepared(PreparedKey(table: table, verb: .delete)) { table.deletion }
  }

  package func prepared(
    _ key: PreparedKey, _ kind: @autoclosure () -> StatementKind = .plain, _ sql: () -> SQL
  ) throws(StorageError) -> Statement {
    if let statement = preparedByEntity.use(key) { return statement }
    let statement = try Statement(sql(), connection: self, kind())
    preparedByEntity.insert(statement, for: key)
    return statement
  }
}
