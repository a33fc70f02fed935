internal import CSQLite
internal import Foundation
package import StrataSchema

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Statement {
  /// Whether the current row has a value in a column, compared where it stands; texts by their bytes.
  package func isIdentical(at index: Int32, to value: ColumnValue) -> Bool {
    let type = sqlite3_column_type(handle, index)
    switch value {
    case .null: return type == SQLITE_NULL
    case .integer(let number):
      return type == SQLITE_INTEGER && sqlite3_column_int64(handle, index) == number
    case .real(let number):
      return type == SQLITE_FLOAT && sqlite3_column_double(handle, index) == number
    case .text(var text):
      guard type == SQLITE_TEXT else { return false }
      return text.withUTF8 { utf8 in
        Self.isIdentical(
          sqlite3_column_text(handle, index), sqlite3_column_bytes(handle, index),
          UnsafeRawBufferPointer(utf8))
      }
    case .blob(let data):
      guard type == SQLITE_BLOB else { return false }
      return data.withUnsafeBytes { bytes in
        Self.isIdentical(
          sqlite3_column_blob(handle, index), sqlite3_column_bytes(handle, index), bytes)
      }
    }
  }

  // The bytes are SQLite's until the next step, and nothing steps here.
  private static func isIdentical(
    _ stored: UnsafeRawPointer?, _ count: Int32, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard Int(count) == bytes.count else { return false }
    guard let stored, let address = bytes.baseAddress else { return count == 0 }
    return memcmp(stored, address, bytes.count) == 0
  }
}
