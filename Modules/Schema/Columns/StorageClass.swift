/// How SQLite keeps a value on disk; the type a column is declared with in a strict table.
///
/// Source: SQLite's documentation, "Datatypes in SQLite" and "STRICT Tables".
public enum StorageClass: String, Sendable, Hashable, Codable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}
