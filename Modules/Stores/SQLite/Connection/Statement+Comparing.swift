internal import StrataCSQLite
internal import Foundation
internal import StrataPlatform
package import StrataSchema

extension Statement {
  /// True if the current row has a value in a column. Texts are compared by their bytes.
  package func isIdentical(at index: Int32, to value: ColumnValue) -> Bool {
    guard let handle else { return cells?.value(at: index).isIdentical(to: value) ?? false }
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
        Self.isIdentical(textBytes(at: index), UnsafeRawBufferPointer(utf8))
      }
    case .blob(let data):
      guard type == SQLITE_BLOB else { return false }
      return data.withUnsafeBytes { Self.isIdentical(blobBytes(at: index), $0) }
    }
  }

  // The stored bytes are valid until the next step, and nothing steps here.
  private static func isIdentical(
    _ stored: UnsafeRawBufferPointer?, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard stored?.count ?? 0 == bytes.count else { return false }
    guard let stored = stored?.baseAddress, let address = bytes.baseAddress else { return true }
    return memcmp(stored, address, bytes.count) == 0
  }
}

extension ColumnValue {
  /// True if a value is the same, texts by their bytes.
  fileprivate func isIdentical(to other: ColumnValue) -> Bool {
    guard case .text(let text) = self, case .text(let otherText) = other else {
      return self == other
    }
    return text.utf8.elementsEqual(otherText.utf8)
  }
}
