internal import StrataCSQLite
public import Foundation
public import StrataSchema

/// A prepared statement: SQL that the database has read once and can run many times.
public final class Statement {
  /// SQLite's statement, or nil for a server's.
  let handle: OpaquePointer?
  /// The server's statement, or nil for SQLite's.
  private let remote: (any RemoteStatement)?
  /// The columns of a server's current row.
  let cells: RowCells?
  /// The parameters of a server's statement, or those of an observed one.
  let parameters: ParameterBuffer?
  /// SQLite's statement, or nil if values have to go through ``parameters``.
  let bindingHandle: OpaquePointer?
  /// True if texts go to a server, whose texts have no zero character.
  let isOnServer: Bool
  private let trace: StatementTrace?
  /// The SQL text it was made from.
  public let sql: String
  // For messages. The connection itself isn't held, since it holds its statements.
  private let path: String
  private let busyTimeout: Double
  private let parameterCount: Int
  /// Short texts are bound from here, so that SQLite need not copy each one.
  let scratch: UnsafeMutablePointer<UInt8>
  var scratchUsed = 0
  /// The count of uses when a ``StatementCache`` last returned it.
  var lastUse = 0
  static let scratchSize = 2048
  /// The result code of the first binding that failed; each step throws it until all is bound again.
  private var bindingCode = SQLITE_OK

  package init(
    _ query: SQL, connection: Connection, _ kind: StatementKind = .plain
  ) throws(StorageError) {
    sql = query.sql
    path = connection.path
    isOnServer = connection.isServer
    busyTimeout = connection.busyTimeout
    if let server = connection.remote {
      let statement = try server.prepare(query, kind)
      handle = nil
      bindingHandle = nil
      trace = nil
      remote = statement
      cells = statement.cells
      parameters = statement.parameters
      parameterCount = statement.parameters.content.slots.count
      scratch = .allocate(capacity: 0)
      return
    }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw StorageError(code: code, connection: connection, sql: sql)
    }
    self.handle = handle
    remote = nil
    cells = nil
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
    trace = connection.trace
    parameters = trace?.record(valuesOf: handle, count: parameterCount)
    bindingHandle = parameters == nil ? handle : nil
    scratch = .allocate(capacity: Self.scratchSize)
  }

  deinit {
    if let trace, let handle { trace.forget(handle) }
    sqlite3_finalize(handle)
    scratch.deallocate()
  }

  /// True if it is between two rows.
  public var isBusy: Bool {
    if let handle { return sqlite3_stmt_busy(handle) != 0 }
    return remote?.isBusy ?? false
  }

  /// Goes to the next row, from the first one on. Returns false if there is none.
  public func step() throws(StorageError) -> Bool {
    guard let handle else { return try remote?.step() ?? false }
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

  /// Sends a run with what is bound to a server, and doesn't wait. ``step()`` gives its rows after those of earlier ones.
  package func sendAhead() throws(StorageError) { try remote?.sendAhead() }

  /// Forgets the runs that were sent ahead and not read.
  package func forgetAhead() { remote?.forgetAhead() }

  private func error(_ code: Int32) -> StorageError {
    StorageError(
      code: code, handle: sqlite3_db_handle(handle), path: path, timeout: busyTimeout, sql: sql)
  }

  /// Makes it ready to run again behind a row, whatever rows follow.
  ///
  /// Without memory for a text SQLite gives none, and says so at the next step or reset alone, which takes the transaction
  /// back (sqlite.org/c3ref/column_blob.html).
  ///
  /// - Throws: `StorageError` if a value of the row couldn't be read.
  @usableFromInline package func finish() throws(StorageError) {
    guard let handle else {
      remote?.reset()
      return
    }
    let code = sqlite3_reset(handle)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Makes it ready to run again; what is bound stays bound.
  public func reset() {
    if let handle { sqlite3_reset(handle) } else { remote?.reset() }
  }

  /// Call this before you bind all parameters. The room of texts that are bound is used again.
  package func bindAnew() {
    parameters?.removeAll()
    scratchUsed = 0
    bindingCode = SQLITE_OK
  }

  /// Call this before you bind a number of values, from the first parameter on.
  package func bindAnew(_ count: Int) { if count >= parameterCount { bindAnew() } }

  /// Records the failure of a binding, whose parameter would be NULL. The next step throws it.
  func recordBinding(_ code: Int32) {
    if code != SQLITE_OK, bindingCode == SQLITE_OK { bindingCode = code }
  }

  /// Makes it ready to run again with nothing bound.
  public func clear() {
    reset()
    if let handle { sqlite3_clear_bindings(handle) }
    bindAnew()
  }

  /// The number of columns of a row.
  public var columnCount: Int {
    if let handle { return Int(sqlite3_column_count(handle)) }
    return remote?.columnNames.count ?? 0
  }

  /// The name of a column of the result.
  public func columnName(at index: Int) -> String {
    guard let handle else {
      let names = remote?.columnNames ?? []
      return names.indices.contains(index) ? names[index] : ""
    }
    return sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
  }

  /// The current row's value in a column.
  public func value(at index: Int) -> ColumnValue {
    let index = Int32(index)
    guard let handle else { return cells?.value(at: index) ?? .null }
    return switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT: .text(text(at: index) ?? "")
    case SQLITE_BLOB: .blob(blob(at: index))
    default: .null
    }
  }

  /// The current row's integer in a column, or 0 for NULL.
  public func integer(at index: Int) -> Int64 {
    if let handle { return sqlite3_column_int64(handle, Int32(index)) }
    if case .integer(let number)? = cells?.value(at: Int32(index)) { return number }
    return 0
  }

  /// True if the current row has NULL in a column.
  public func isNull(at index: Int) -> Bool {
    if let handle { return sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL }
    return cells?.bytes(at: Int32(index)) == nil
  }

  /// True if the current row's value in a column is no text, or a text in UTF-8. A string would have replacement
  /// characters for bytes that aren't. A server's texts are in UTF-8.
  public func isValidText(at index: Int) -> Bool {
    guard let handle, sqlite3_column_type(handle, Int32(index)) == SQLITE_TEXT,
      let pointer = sqlite3_column_text(handle, Int32(index))
    else { return true }
    let count = Int(sqlite3_column_bytes(handle, Int32(index)))
    return String(validating: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
      != nil
  }

  /// The bytes of the current row's value in a column; those of a text as they are.
  public func bytes(at index: Int) -> Data { blob(at: Int32(index)) }

  package func text(at index: Int32) -> String? {
    if let handle { return String(column: index, of: handle) }
    return textBytes(at: index).map { String(decoding: $0, as: UTF8.self) }
  }

  package func blob(at index: Int32) -> Data { blobBytes(at: index).map { Data($0) } ?? Data() }

  /// The bytes of the current row's text in a column, valid until the next step, or nil for NULL.
  func textBytes(at index: Int32) -> UnsafeRawBufferPointer? {
    guard let handle else { return cells?.bytes(at: index) }
    guard let pointer = sqlite3_column_text(handle, index) else { return nil }
    return UnsafeRawBufferPointer(start: pointer, count: Int(sqlite3_column_bytes(handle, index)))
  }

  /// The bytes of the current row's value in a column, valid until the next step, or nil for NULL and for no bytes.
  func blobBytes(at index: Int32) -> UnsafeRawBufferPointer? {
    guard let handle else { return cells?.bytes(at: index) }
    guard let pointer = sqlite3_column_blob(handle, index) else { return nil }
    return UnsafeRawBufferPointer(start: pointer, count: Int(sqlite3_column_bytes(handle, index)))
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
