public import StrataSQLite
import StrataSchema

extension SQLQuery {
  /// The rows with some keys, in order of their keys.
  ///
  /// The text is the same for any number of keys, so that one prepared statement serves all.
  public init(keysIn keys: [Int64], of table: EntityTable) {
    if keys.count == 1 {
      self.init(
        "SELECT \(table.selection()) FROM \(quoted(table.name)) AS t WHERE t.\(EntityTable.key) = ?"
          + table.furtherFilter("t"),
        .integer(keys[0]))
    } else {
      self.init(
        "SELECT \(table.selection()) FROM \(quoted(table.name)) AS t "
          + "WHERE t.\(EntityTable.key) \(KeyList.contains)"
          + "\(table.furtherFilter("t")) ORDER BY t.\(EntityTable.key)",
        KeyList.argument(keys))
    }
  }

  /// Those of some keys that there are rows with, of whatever entity.
  package init(existing keys: [Int64], in table: EntityTable) {
    self.init(
      "SELECT \(EntityTable.key) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) \(KeyList.contains)",
      KeyList.argument(keys))
  }
}
