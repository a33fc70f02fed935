internal import StrataCSQLite
internal import Foundation
internal import StrataPlatform

extension StorageError {
  /// Makes the typed error for a result code of a connection.
  ///
  /// Codes: SQLite's documentation, "Result and Error Codes".
  init(code: Int32, connection: Connection, sql: String? = nil) {
    self.init(
      code: code, handle: connection.handle, path: connection.path,
      timeout: connection.busyTimeout, sql: sql)
  }

  init(code: Int32, handle: OpaquePointer?, path: String, timeout: Double, sql: String?) {
    if Self.isOutOfDescriptors(code, handle) {
      self = .tooManyOpenFiles(path: path)
      return
    }
    let extended = sqlite3_extended_errcode(handle)
    // The connection remembers only its latest failure; trust it when it speaks of this one.
    let matches = extended & 0xff == code & 0xff
    self.init(
      extendedCode: matches ? extended : code,
      message: matches
        ? String(cString: sqlite3_errmsg(handle)) : String(cString: sqlite3_errstr(code)),
      path: path, timeout: timeout, sql: sql)
  }

  init(extendedCode: Int32, message: String, path: String, timeout: Double, sql: String?) {
    switch extendedCode & 0xff {
    // SQLITE_IOERR_SHORT_READ (sqlite.org/rescode.html): the file or its log has lost its end to another process.
    case SQLITE_IOERR where extendedCode == 522: self = .fileMoved(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path: path, seconds: timeout)
    case SQLITE_INTERRUPT: self = .interrupted(path: path)
    case SQLITE_READONLY: self = .readOnly(path: path)
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_CORRUPT: self = .corrupt(path: path, reason: message)
    case SQLITE_NOTADB: self = .notADatabase(path: path)
    case SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: message)
    case SQLITE_CONSTRAINT:
      self = .constraint(Constraint(extendedCode: extendedCode, message: message))
    case SQLITE_TOOBIG:
      self = .tooLarge(
        path: path, reason: "a value or a statement has more bytes than SQLite takes")
    case SQLITE_ERROR where Self.limit(message) != nil:
      self = .tooLarge(path: path, reason: Self.limit(message) ?? message)
    case SQLITE_ERROR
    where message.hasPrefix("no such function: ") || message.hasPrefix("wrong number of arguments"):
      self = .noFunction(path: path, reason: message)
    case SQLITE_ERROR where Self.missing(message) != nil:
      self = .missingName(
        path: path, missing: Self.missing(message) ?? message, advice: nil)
    default: self = .sqlite(extendedCode: extendedCode, message: message, sql: sql)
    }
  }
}

extension StorageError {
  /// True if SQLite couldn't open a file because the process, or the system, has too many open.
  private static func isOutOfDescriptors(_ code: Int32, _ handle: OpaquePointer?) -> Bool {
    code & 0xff == SQLITE_CANTOPEN && isOutOfDescriptors(sqlite3_system_errno(handle))
  }

  private static func isOutOfDescriptors(_ systemError: Int32) -> Bool {
    systemError == EMFILE || systemError == ENFILE
  }

  /// The error for a file that the system didn't open.
  ///
  /// - Parameters:
  ///   - systemError: The system's error number.
  ///   - reason: What it means, unless too many files are open.
  package static func cannotOpen(
    path: String, systemError: Int32, reason: @autoclosure () -> String
  ) -> StorageError {
    isOutOfDescriptors(systemError)
      ? .tooManyOpenFiles(path: path) : .cannotOpen(path: path, reason: reason())
  }
}

// What has no code of its own is told by SQLite's words, which are the same in all its versions.
extension StorageError {
  /// The limit that a message is about, and what to do, or nil for other messages.
  private static func limit(_ message: String) -> String? {
    let limits = [
      (
        "Expression tree is too large",
        "the query has too many conditions for SQLite, which nests them 1000 deep; compare with a "
          + "list (contains, IN) rather than with many terms, or fetch in parts"
      ),
      (
        "parser stack overflow",
        "the query is nested too deep for SQLite; take it apart, and fetch in parts"
      ),
      (
        "too many SQL variables",
        "the query has more values than SQLite takes at once; fetch in parts"
      ),
      (
        "LIKE or GLOB pattern too complex",
        "the pattern has more bytes than SQLite takes, 50,000; give a shorter one"
      ),
      ("at most ", "the query goes through more relationships than SQLite takes: \(message)"),
      ("too many ", "the statement is too large for SQLite: \(message)"),
    ]
    return limits.first { message.hasPrefix($0.0) }?.1
  }

  /// The table or the column that a message says isn't there.
  private static func missing(_ message: String) -> String? {
    func rest(_ start: String) -> String? {
      message.hasPrefix(start) ? String(message.dropFirst(start.count)) : nil
    }
    if let table = rest("no such table: ") { return "table \(table)" }
    if let column = rest("no such column: ") {
      // Behind the name that the query gives its table.
      return "column \(column.split(separator: ".").last ?? "")"
    }
    let parts = message.components(separatedBy: " has no column named ")
    guard parts.count == 2, let table = rest("table ") else { return nil }
    return "column \(parts[1]) in the table \(table.prefix { $0 != " " })"
  }
}

extension StorageError.Constraint {
  /// Reads SQLite's message, such as `UNIQUE constraint failed: Item.name, Item.kind`; rules of
  /// values are named alike (`EntityTable.check(of:of:)`).
  init(extendedCode: Int32, message: String) {
    // The second byte of the extended code; the names are macros that Swift doesn't see.
    kind =
      switch extendedCode >> 8 {
      case 1: .check
      case 3: .foreignKey
      case 5: .notNull
      case 6, 10: .primaryKey
      case 8: .unique
      case 12: .dataType
      default: .other
      }
    self.message = message
    // A rule that names no column in its message, such as that of a link, breaks for the whole row.
    let names = message.range(of: kind == .dataType ? " column " : ": ").map {
      message[$0.upperBound...]
    }
    let pairs = (names ?? "").components(separatedBy: ", ").map {
      $0.split(separator: ".", maxSplits: 1).map(String.init)
    }.filter { $0.count == 2 }
    table = pairs.first?[0]
    columns = pairs.map { $0[1] }
  }
}
