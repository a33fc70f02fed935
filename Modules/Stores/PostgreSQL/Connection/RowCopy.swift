import StrataSQLite

/// Sends the rows of an insertion by COPY, once many have followed each other
/// (postgresql.org/docs/current/sql-copy.html). No other command can be sent until ``end()``.
final class RowCopy {
  private let pipeline: ServerPipeline
  private var insertion = Insertion()
  /// The rows that wait to be sent, while a COPY runs.
  private var rows: [UInt8]?

  /// An insertion whose rows follow each other.
  private struct Insertion {
    /// The name of its statement.
    var name = ""
    var rowCount = 0
    /// True if the table takes its rows by COPY, or nil while that isn't known.
    var isAllowed: Bool?

    mutating func count(rowOf name: String) -> Bool {
      if self.name != name { self = Insertion(name: name) }
      rowCount += 1
      return rowCount > RowCopy.singleRows && isAllowed != false
    }
  }

  /// The number of rows that are sent as statements before others follow without theirs.
  fileprivate static let singleRows = 32
  /// The number of bytes of rows that are sent at once.
  private static let size = 1 << 16
  /// The signature of the binary format, without flags and extensions.
  private static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0] + Array(repeating: 0, count: 8)

  init(_ pipeline: ServerPipeline) { self.pipeline = pipeline }

  /// Counts a row of the insertion of a name.
  ///
  /// - Returns: True if enough rows came before it, and its table may take it by COPY.
  func count(rowOf name: String) -> Bool { insertion.count(rowOf: name) }

  /// True while a COPY runs.
  var isRunning: Bool { rows != nil }

  /// Forgets the rows that came before, and whether their table takes them by COPY.
  func forgetInsertion() { insertion = Insertion() }

  /// Begins a COPY, unless one runs. Waits for everything that was sent.
  ///
  /// - Parameter hasPolicies: Asks the server, at most once for an insertion, whether it would refuse a COPY.
  /// - Returns: False if the table takes its rows by statements alone.
  func begin(
    _ columns: InsertedColumns, unless hasPolicies: () throws(StorageError) -> Bool
  ) throws(StorageError) -> Bool {
    if rows != nil { return true }
    if insertion.isAllowed == nil { insertion.isAllowed = try !hasPolicies() }
    guard insertion.isAllowed == true else { return false }
    try pipeline.wait()
    try pipeline.check(pipeline.libpq.exitPipeline())
    let names = columns.names.map { quoted($0) }.joined(separator: ", ")
    let sql = "COPY \(quoted(columns.table)) (\(names)) FROM STDIN (FORMAT binary)"
    let result = try pipeline.execute(sql)
    guard result.status == ClientLibrary.ResultStatus.copyIn else {
      _ = pipeline.libpq.enterPipeline()
      throw pipeline.error(result, sql)
    }
    rows = Self.header
    return true
  }

  /// Sends a row, together with others.
  ///
  /// - Parameter add: Adds the row to others, or returns false if it can't be part of a COPY.
  /// - Returns: What `add` returns.
  func append(_ add: (inout [UInt8]) -> Bool) throws(StorageError) -> Bool {
    guard var rows else { return false }
    // No COPY runs any more if the connection is lost meanwhile.
    self.rows = nil
    let isAdded = add(&rows)
    if rows.count >= Self.size {
      try pipeline.check(pipeline.libpq.sendCopy(rows))
      rows.removeAll(keepingCapacity: true)
    }
    self.rows = rows
    return isAdded
  }

  /// Ends the COPY, if one runs. Other commands can follow then.
  ///
  /// - Throws: The error of a row.
  func end() throws(StorageError) {
    guard let rows else { return }
    self.rows = nil
    forgetInsertion()
    let libpq = pipeline.libpq
    // The number of columns of a row that isn't there.
    try pipeline.check(libpq.sendCopy(rows + [0xff, 0xff]) && libpq.sendCopyEnd())
    pipeline.trace.countRoundTrip()
    var failure: StorageError?
    while true {
      while libpq.isBusy { try pipeline.check(libpq.waitForInput()) }
      guard let result = libpq.nextResult() else { break }
      guard result.status == ClientLibrary.ResultStatus.fatalError else { continue }
      try pipeline.checkConnection(result)
      failure = failure ?? pipeline.error(result, "COPY")
    }
    try pipeline.check(libpq.isOpen && libpq.enterPipeline())
    if let failure { throw failure }
  }
}
