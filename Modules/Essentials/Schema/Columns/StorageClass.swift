internal import Foundation

/// How SQLite keeps a value on disk; the type a column is declared with in a strict table.
///
/// Source: SQLite's documentation, "Datatypes in SQLite" and "STRICT Tables".
public enum StorageClass: String, Sendable, Hashable, Codable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}

extension StorageClass {
  /// The Swift type that a column of this class holds.
  func valueType(isOptional: Bool) -> any Any.Type {
    switch self {
    case .integer: isOptional ? Int64?.self : Int64.self
    case .real: isOptional ? Double?.self : Double.self
    case .text: isOptional ? String?.self : String.self
    case .blob: isOptional ? Data?.self : Data.self
    }
  }
}
