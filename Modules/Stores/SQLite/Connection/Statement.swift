internal import CSQLite
package import Foundation
public import StrataSchema

/// A prepared statement: SQL that SQLite has read once and can run many times.
public final class Statement {
  let handle: OpaquePointer
  /// The SQL text it was made from.
  public let sql: String
  // For messages. The connection itself isn't held, since it holds its statements.
  private let path: String
  private let busyTimeout: Double
  private let parameterCount: Int
  /// Short texts that are bound wait here for the step, so that SQLite need not copy each one.
  let scratch: UnsafeMutablePointer<UInt8>
  var scratchUsed = 0
  /// When a ``StatementCache`` gave it last, as a count of uses.
  var lastUse = 0
  static let scratchSize = 2048
  /// The result code of the first binding that failed; each step throws it until all is bound anew.
  private var bindingCode = SQLITE_OK

  package init(_ sql: String, connection: Connection) throws(StorageError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw StorageError(code: code, connection: connection, sql: sql)
    }
    self.handle = handle
    self.sql = sql
    path = connection.path
    busyTimeout = connection.busyTimeout
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
    scratch = .allocate(capacity: Self.scratchSize)
  }

  deinit {
    sqlite3_finalize(handle)
    scratch.deallocate()
  }

  /// Whether it stands between two rows.
  public var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Goes on to the next row.
  ///
  /// - Returns: Whether there is one.
  public func step() throws(StorageError) -> Bool {
    guard bindingCode == SQLITE_OK else {
      throw error(bindingCode)
    }
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = error(code)
      sqlite3_reset(handle)
      throw error
    }
  }

  private func error(_ code: Int32) -> StorageError {
    StorageError(
      code: code, handle: sqlite3_db_handle(handle), path: path, timeout: busyTimeout, sql: sql)
  }

  /// Makes it ready to run again; what is bound stays bound.
  public func reset() { sqlite3_reset(handle) }

  /// Says that all parameters are about to be bound anew, so that the room of texts that are bound
  /// can be used again.
  package func bindAnew() {
    scratchUsed = 0
    bindingCode = SQLITE_OK
  }

  /// The same where this many values are about to be bound, from the first parameter on, if they are
  /// all that there are.
  package func bindAnew(_ count: Int) { if count >= parameterCount { bindAnew() } }

  /// Remembers a binding that failed, whose parameter would be NULL.
  func recordBinding(_ code: Int32) {
    if code != SQLITE_OK, bindingCode == SQLITE_OK { bindingCode = code }
  }

  /// Makes it ready to run again with nothing bound.
  public func clear() {
    reset()
    sqlite3_clear_bindings(handle)
    bindAnew()
  }

  /// How many columns a row has.
  public var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The name of a column of the result.
  public func columnName(at index: Int) -> String {
    sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
  }

  /// The current row's value in a column.
  public func value(at index: Int) -> ColumnValue {
    let index = Int32(index)
    return switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT: .text(text(at: index) ?? "")
    case SQLITE_BLOB: .blob(blob(at: index))
    default: .null
    }
  }

  /// The current row's integer in a column; 0 for NULL.
  public func integer(at index: Int) -> Int64 { sqlite3_column_int64(handle, Int32(index)) }

  /// Whether the current row has NULL in a column.
  public func isNull(at index: Int) -> Bool {
    sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL
  }

  /// Whether the current row's value in a column is no text, or one in UTF-8. A string would have other
  /// characters in place of what isn't.
  package func isValidText(at index: Int) -> Bool {
    guard sqlite3_column_type(handle, Int32(index)) == SQLITE_TEXT,
      let pointer = sqlite3_column_text(handle, Int32(index))
    else { return true }
    let count = Int(sqlite3_column_bytes(handle, Int32(index)))
    return String(validating: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
      != nil
  }

  /// The bytes of the current row's value in a column; those of a text as they are.
  package func bytes(at index: Int) -> Data { blob(at: Int32(index)) }

  package func text(at index: Int32) -> String? { String(column: index, of: handle) }

  package func blob(at index: Int32) -> Data {
    guard let pointer = sqlite3_column_blob(handle, index) else { return Data() }
    return Data(bytes: pointer, count: Int(sqlite3_column_bytes(handle, index)))
  }
}

extension String {
  /// Reads a text column by pointer and length, so that its bytes are looked at once.
  init?(column index: Int32, of statement: OpaquePointer) {
    guard let pointer = sqlite3_column_text(statement, index) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, index))
    self.init(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
  }
}
