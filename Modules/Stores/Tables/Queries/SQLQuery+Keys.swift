public import StrataSQLite
package import StrataSchema

extension SQL {
  /// The rows with some keys, in order of their keys.
  ///
  /// The text is the same for any number of keys, so that one prepared statement serves all.
  public init(keysIn keys: [Int64], of table: EntityTable, reading: RowSelection? = nil) {
    let rows: SQL = "SELECT \(table.selection(reading: reading)) FROM \(table) AS t WHERE"
    let filter = table.furtherFilter("t")
    if keys.count == 1 {
      self = "\(rows) t.\(.key) = \(bind: keys[0])\(filter)"
    } else {
      self =
        "\(rows) \(KeyList(keys, table.dialect).contains("t.\(.key)"))\(filter) ORDER BY t.\(.key)"
    }
  }

  /// The columns of some properties of the rows with some keys, behind the key.
  package init(_ properties: PropertySet, ofKeys keys: [Int64], in table: EntityTable) {
    let columns: [SQL] = table.columns.filter { properties.contains($0.property) }.map {
      "\(name: $0.name)"
    }
    self = """
      SELECT \(([SQL.key] + columns).joined()) FROM \(table) AS t \
      WHERE \(KeyList(keys, table.dialect).contains(.key))\(table.furtherFilter("t"))
      """
  }

  /// The keys among some that rows have, of any entity.
  package init(existing keys: [Int64], in table: EntityTable) {
    self = "SELECT \(.key) FROM \(table) WHERE \(KeyList(keys, table.dialect).contains(.key))"
  }

  // Both queries leave out values that are no keys. An error reports them when their row is read.

  /// The keys that a to-one relationship of some rows leads to, each once.
  public init(linksOf keys: [Int64], _ relationship: String, in table: EntityTable) {
    let column: SQL = "\(name: table.linkColumn(of: relationship))"
    self = """
      SELECT DISTINCT \(column) FROM \(table) \
      WHERE \(KeyList(keys, table.dialect).contains(.key)) AND \(table.dialect.isInteger(column)) AND \(column) > 0
      """
  }

  /// The keys of some rows, with the keys that a to-one relationship of theirs leads to.
  public init(linksFrom keys: [Int64], _ relationship: String, in table: EntityTable) {
    let column: SQL = "\(name: table.linkColumn(of: relationship))"
    self = """
      SELECT \(.key), \(column) FROM \(table) \
      WHERE \(KeyList(keys, table.dialect).contains(.key)) AND \(table.dialect.isInteger(column)) AND \(column) > 0
      """
  }
}
