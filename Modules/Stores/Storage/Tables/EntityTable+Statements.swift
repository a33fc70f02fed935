import StrataSQLite
import StrataSchema

extension EntityTable {
  /// All columns of an inserted row: the key, the properties', the positions. In a shared table its
  /// entity comes last, and NULL where a relative's column has a default.
  var insertSQL: String {
    var names = [Self.key] + columns.map(\.name) + positions.map(\.name)
    var values = names.map { _ in "?" }
    if isShared {
      names.append(Self.entityColumn)
      values.append(literal(entity.name))
      let own = Set(names)
      let others = members.flatMap(\.columns).map(\.name).filter { !own.contains($0) }
      names += others
      values += others.map { _ in "NULL" }
    }
    return "INSERT INTO \(quoted(name)) (\(names.map(quoted).joined(separator: ", "))) "
      + "VALUES (\(values.joined(separator: ", ")))"
  }

  /// Sets the columns and positions of some properties; nil when they have none. A position for
  /// which NULL is bound stays as it is.
  func updateSQL(_ properties: PropertySet) -> String? {
    let assignments =
      columns.filter { properties.contains($0.property) }.map { "\(quoted($0.name)) = ?" }
      + positions.filter { properties.contains($0.property) }.map {
        "\(quoted($0.name)) = coalesce(?, \(quoted($0.name)))"
      }
    guard !assignments.isEmpty else { return nil }
    return "UPDATE \(quoted(name)) SET \(assignments.joined(separator: ", ")) "
      + "WHERE \(Self.key) = ?"
  }

  var deleteSQL: String { "DELETE FROM \(quoted(name)) WHERE \(Self.key) = ?" }
}

extension Connection {
  func insertion(into table: EntityTable) throws(StorageError) -> Statement {
    try prepared(PreparedKey(table: table, verb: .insert)) { table.insertSQL }
  }

  func update(of table: EntityTable, setting properties: PropertySet) throws(StorageError)
    -> Statement?
  {
    let key = PreparedKey(table: table, verb: .update(properties))
    if !preparedByEntity.contains(key), table.updateSQL(properties) == nil { return nil }
    return try prepared(key) { table.updateSQL(properties) ?? "" }
  }

  func deletion(from table: EntityTable) throws(StorageError) -> Statement {
    try prepared(PreparedKey(table: table, verb: .delete)) { table.deleteSQL }
  }

  func prepared(
    _ key: PreparedKey, sql: () -> String
  ) throws(StorageError) -> Statement {
    if let statement = preparedByEntity.use(key) { return statement }
    let statement = try Statement(sql(), connection: self)
    preparedByEntity.insert(statement, for: key)
    return statement
  }
}
