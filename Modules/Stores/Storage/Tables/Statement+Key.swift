public import StrataSQLite

extension Statement {
  /// The current row's key, in its first column.
  ///
  /// - Throws: `StorageError.invalidValue` for one that no object can have, as only other programs
  ///   write.
  @usableFromInline
  func key(of table: String) throws(StorageError) -> Int64 {
    let key = integer(at: 0)
    guard key > 0 else { throw .invalidKey(key, of: table) }
    return key
  }
}
