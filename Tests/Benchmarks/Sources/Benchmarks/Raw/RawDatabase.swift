import Foundation
import SQLiteC

/// SQLite's C interface with the least that Swift needs around it.
final class RawDatabase {
  private let handle: OpaquePointer

  /// What every contender's connection is set to, so that none wins by a setting.
  static let settings = """
    PRAGMA synchronous = NORMAL;
    PRAGMA secure_delete = OFF;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -16000;
    """

  init(_ url: URL) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(url.path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      throw RawError(code: code, message: "can't open \(url.path)")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 10_000)
    try execute("PRAGMA journal_mode = WAL;" + Self.settings)
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  func prepare(_ sql: String) throws -> RawStatement {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    guard let statement else { throw RawError(code: SQLITE_MISUSE, message: "no SQL in '\(sql)'") }
    return RawStatement(handle: statement)
  }

  func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw RawError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  var lastKey: Int64 { sqlite3_last_insert_rowid(handle) }

  /// SQLite's plan for a query, a line a step, indented by depth.
  func plan(of sql: String) throws -> [String] {
    let statement = try prepare("EXPLAIN QUERY PLAN " + sql)
    var depths: [Int: Int] = [0: 0]
    var lines: [String] = []
    while try statement.step() {
      let depth = depths[statement.integer(at: 1)] ?? 0
      depths[statement.integer(at: 0)] = depth + 1
      lines.append(String(repeating: "  ", count: depth) + statement.text(at: 3))
    }
    return lines
  }

  /// Count and sum of what a query selects as its first two columns.
  static func checksum(of url: URL, _ sql: String) throws -> Checksum {
    let database = try RawDatabase(url)
    let statement = try database.prepare(sql)
    guard try statement.step() else { return Checksum() }
    return Checksum(
      count: Int(sqlite3_column_int64(statement.handle, 0)),
      sum: UInt64(bitPattern: sqlite3_column_int64(statement.handle, 1)))
  }
}

/// A prepared statement, finalized when it goes.
struct RawStatement: ~Copyable {
  let handle: OpaquePointer

  init(handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      throw RawError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
  }

  /// Runs a statement that gives no rows and makes it ready to run again.
  func run() throws {
    _ = try step()
    sqlite3_reset(handle)
  }

  func bind(_ text: String, at index: Int32) {
    var text = text
    text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        _ = benchmark_bind_text(handle, index, $0.baseAddress, Int32($0.count))
      }
    }
  }

  func bind(_ uuid: UUID, at index: Int32) {
    withUnsafeBytes(of: uuid.uuid) {
      _ = benchmark_bind_blob(handle, index, $0.baseAddress, Int32($0.count))
    }
  }

  func integer(at index: Int32) -> Int { Int(sqlite3_column_int64(handle, index)) }

  func optionalText(at index: Int32) -> String? { isNull(at: index) ? nil : text(at: index) }

  func text(at index: Int32) -> String {
    guard let pointer = sqlite3_column_text(handle, index) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, index))
    return String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
  }

  func uuid(at index: Int32) -> UUID {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    if sqlite3_column_bytes(handle, index) == 16, let bytes = sqlite3_column_blob(handle, index) {
      uuid = bytes.loadUnaligned(as: uuid_t.self)
    }
    return UUID(uuid: uuid)
  }

  func isNull(at index: Int32) -> Bool { sqlite3_column_type(handle, index) == SQLITE_NULL }
}

/// A failure that SQLite reports.
struct RawError: Error, CustomStringConvertible {
  let code: Int32
  let message: String
  var description: String { "SQLite: \(message) (\(code))" }
}
