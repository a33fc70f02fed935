package import StrataSQLite
package import StrataSchema

// Rows that only other programs write, or a disk that forgets.
extension StorageError {
  /// A row with a key that no object can have.
  package static func invalidKey(_ key: Int64, of table: String) -> StorageError {
    .invalidValue(
      InvalidValue(
        table: table, key: key, column: EntityTable.key,
        reason:
          "an object's key is a number from 1 on; another program must have written this row, "
          + "so delete it or give it another key, in SQL"))
  }

  /// A table of links with the greatest row id that there can be.
  package static func noPlaceLeft(in table: LinkTable) -> StorageError {
    .invalidValue(
      InvalidValue(
        table: table.name, key: .max, column: "rowid",
        reason:
          "no link can come behind it; another program must have written this row, so delete it or "
          + "give it a smaller rowid, in SQL"))
  }

  /// A history without a number for a further transaction.
  package static func noNumberLeft(in path: String, after number: Int64) -> StorageError {
    .corrupt(
      path: path,
      reason:
        "there is no number behind \(number), which an entry of its history has, so that "
        + "nothing can be saved; another program must have written it: remove it from strata_history"
    )
  }

  /// A column of the store's own tables that holds what can't be.
  package static func invalidValue(
    _ value: ColumnValue, table: String, column: String, row: String, expected: String
  ) -> StorageError {
    .invalidValue(
      InvalidValue(
        table: table, key: nil, column: column,
        reason: "\(row) holds \(value), but should hold \(expected)"))
  }
}
