internal import Foundation

/// A storage class of SQLite, which is the declared type of a column in a strict table.
///
/// Source: SQLite's documentation, "Datatypes in SQLite" and "STRICT Tables".
public enum StorageClass: String, Sendable, Hashable, Codable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}

extension StorageClass {
  /// Returns the Swift type of a column's values.
  func valueType(isOptional: Bool) -> any Any.Type {
    switch self {
    case .integer: isOptional ? Int64?.self : Int64.self
    case .real: isOptional ? Double?.self : Double.self
    case .text: isOptional ? String?.self : String.self
    case .blob: isOptional ? Data?.self : Data.self
    }
  }
}
