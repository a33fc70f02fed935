public import StrataSQLite
import StrataSchema

extension SQLQuery {
  /// The keys that a to-one relationship of some rows leads to, each once.
  public init(linksOf keys: [Int64], _ relationship: String, in table: EntityTable) {
    let column = quoted(table.linkColumn(of: relationship))
    self.init(
      "SELECT DISTINCT \(column) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) \(KeyList.contains) AND \(Self.isLink(column))",
      KeyList.argument(keys))
  }

  /// The keys of some rows, with those that a to-one relationship of theirs leads to.
  public init(linksFrom keys: [Int64], _ relationship: String, in table: EntityTable) {
    let column = quoted(table.linkColumn(of: relationship))
    self.init(
      "SELECT \(EntityTable.key), \(column) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) \(KeyList.contains) AND \(Self.isLink(column))",
      KeyList.argument(keys))
  }

  // What is neither a key nor NULL is reported when its row is read.
  private static func isLink(_ column: String) -> String {
    "typeof(\(column)) = 'integer' AND \(column) > 0"
  }
}
