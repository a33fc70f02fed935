internal import StrataCSQLite
internal import StrataSchema

/// Reports the statements of an SQLite connection to its store's observation, by SQLite's own trace
/// (sqlite.org/c3ref/trace_v2.html), which costs nothing where there is none.
final class StatementTrace {
  private let observation: StoreObservation
  private let handle: OpaquePointer?
  /// The number of bytes of a page, or nil if the file can't be read. Each statement fails then, with no pages read.
  private let pageSize: Int?
  private var runs: [Run] = []
  /// The pages that the connection had read and written at the end of the last statement.
  private var pages = Pages()
  /// The values of each statement's parameters, if they are recorded.
  private var parameters: [OpaquePointer: ParameterBuffer] = [:]

  private struct Run {
    let statement: OpaquePointer
    var run = StatementRun()
    /// The pages at its beginning.
    let pages: Pages
  }

  private struct Pages {
    var read = 0
    var written = 0
  }

  init(_ connection: Connection, _ observation: StoreObservation) {
    self.observation = observation
    handle = connection.handle
    // Dropped: the error of a file that can't be read, which the next statement throws.
    pageSize = (try? connection.pageSize()).map { Int($0) }
    let rows = observation.countsRowsOfStatements ? SQLITE_TRACE_ROW : 0
    let events = SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | rows
    pages = currentPages
    sqlite3_trace_v2(
      handle, UInt32(events),
      { event, context, statement, _ in
        guard let context, let statement else { return 0 }
        // The connection has its trace until `end()`.
        Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
          .record(Int32(bitPattern: event), OpaquePointer(statement))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends the reports. A statement that somebody holds longer than its connection reports nothing.
  func end() { sqlite3_trace_v2(handle, 0, nil, nil) }

  /// Makes a list for the values of a statement's parameters, or returns nil if they aren't recorded.
  func record(valuesOf statement: OpaquePointer, count: Int) -> ParameterBuffer? {
    guard observation.recordsValues else { return nil }
    let buffer = ParameterBuffer(count: count)
    parameters[statement] = buffer
    return buffer
  }

  /// Forgets a statement that is finalized.
  func forget(_ statement: OpaquePointer) { parameters[statement] = nil }

  private func record(_ event: Int32, _ statement: OpaquePointer) {
    // Mostly there is one. Others run inside of a loop over its rows.
    let index = runs.lastIndex { $0.statement == statement }
    switch event {
    case SQLITE_TRACE_STMT:
      // A trigger that the statement fires is reported as a statement of the same address.
      if index == nil { runs.append(Run(statement: statement, pages: pages)) }
    case SQLITE_TRACE_ROW:
      if let index { runs[index].run.rows += 1 }
    default:
      guard let index else { return }
      let ended = runs.remove(at: index)
      var run = ended.run
      pages = currentPages
      if let pageSize {
        run.bytesRead = (pages.read - ended.pages.read) * pageSize
        run.bytesWritten = (pages.written - ended.pages.written) * pageSize
      }
      observation.report(
        run, of: sqlite3_sql(statement).map { String(cString: $0) } ?? "",
        values: parameters[statement]?.values ?? (observation.recordsValues ? [] : nil))
    }
  }

  private var currentPages: Pages {
    Pages(read: count(SQLITE_DBSTATUS_CACHE_MISS), written: count(SQLITE_DBSTATUS_CACHE_WRITE))
  }

  private func count(_ counter: Int32) -> Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, counter, &current, &highest, 0)
    return Int(current)
  }
}
