import StrataSQLite
import StrataSchema

/// The values of a row in columns that the program's models lack: those of a newer program, or of an administrator.
package struct OtherValues: Sendable {
  /// A column that the models lack.
  struct Column: Sendable {
    let name: String
    /// The column's type on a server, or nil in a file.
    let serverType: String?
    /// The table whose keys the column has, or nil for a column that is no link.
    let references: String?
  }

  /// The values that aren't NULL.
  let values: [(column: Column, value: ColumnValue)]
}

extension StoreReader {
  /// Reads rows' values in columns that the models lack. Rows that have none aren't in the result.
  ///
  /// Two statements, or one if the table has no such columns.
  package func otherValues(
    _ keys: [Int64], of table: EntityTable
  ) throws -> [Int64: OtherValues] {
    try read { connection in
      let columns = try connection.otherColumns(of: table)
      guard !columns.isEmpty else { return [:] }
      let selected: [SQL] =
        [.key]
        + columns.map { column -> SQL in
          column.serverType == nil ? "\(name: column.name)" : "\(name: column.name)::text"
        }
      let query: SQL = """
        SELECT \(selected.joined()) FROM \(table) WHERE \(KeyList(keys, table.dialect).contains(.key))
        """
      var found: [Int64: OtherValues] = [:]
      try connection.forEachRow(query) { row in
        let values = columns.enumerated().map { (column: $1, value: row.value(at: $0 + 1)) }
          .filter { !$0.value.isNull }
        if !values.isEmpty { found[row.integer(at: 0)] = OtherValues(values: values) }
      }
      return found
    }
  }
}

extension StoreTransaction {
  /// Writes a restored row's values in columns that the models lack. A link to a row that isn't there any more becomes
  /// NULL.
  package func write(_ others: OtherValues, _ table: EntityTable, key: Int64) throws {
    let assignments = others.values.map { column, value -> SQL in
      var parameter: SQL = "\(bind: value)"
      if let type = column.serverType { parameter = "CAST(\(parameter) AS \(SQL(type)))" }
      guard let target = column.references else { return "\(name: column.name) = \(parameter)" }
      return """
        \(name: column.name) = (SELECT \(.key) FROM \(name: target) WHERE \(.key) = \(parameter))
        """
    }
    guard !assignments.isEmpty else { return }
    try connection.run(
      "UPDATE \(table) SET \(assignments.joined()) WHERE \(.key) = \(bind: key)")
  }
}

extension Connection {
  /// The columns of an entity's table that none of the table's entities has, without computed ones.
  fileprivate func otherColumns(of table: EntityTable) throws -> [OtherValues.Column] {
    let known = Set(
      [EntityTable.key, EntityTable.entityColumn] + table.allColumns.map(\.column.name))
    let query: SQL =
      isServer
      ? """
      SELECT a.attname::text, format_type(a.atttypid, a.atttypmod),
        (SELECT f.relname::text FROM pg_constraint AS k JOIN pg_class AS f ON f.oid = k.confrelid
         JOIN pg_attribute AS b ON b.attrelid = f.oid AND k.confkey = ARRAY[b.attnum]
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]
           AND b.attname = \(literal: EntityTable.key) LIMIT 1)
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relname = \(literal: table.name) AND c.relnamespace = quote_ident(current_schema())::regnamespace
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity <> 'a'
      ORDER BY a.attnum
      """
      : """
      SELECT c.name, NULL, (SELECT f."table" FROM pragma_foreign_key_list(\(literal: table.name)) AS f
        WHERE f."from" = c.name AND f."to" = \(literal: EntityTable.key) LIMIT 1)
      FROM pragma_table_info(\(literal: table.name)) AS c ORDER BY c.cid
      """
    return try rows(query) { row in
      guard let name = row.text(at: 0), !known.contains(name) else { return nil }
      return OtherValues.Column(
        name: name, serverType: row.text(at: 1), references: row.text(at: 2))
    }
  }
}
