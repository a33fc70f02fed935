import StrataSQLite

/// A run of a statement that returns rows: the rows that were received and not read yet.
final class ServerRun {
  /// The statement's text.
  let sql: String
  /// The results that were received.
  private var results: [ServerResult] = []
  /// The index of the next result to read.
  private var next = 0
  /// Why the server refused the statement, or nil if it didn't.
  private(set) var error: StorageError?
  /// True if nothing more comes.
  private(set) var isComplete = false
  /// True if nobody reads the rest.
  var isAbandoned = false
  private var hasBegun = false

  init(_ sql: String) { self.sql = sql }

  /// True if rows were received that nobody has read.
  var hasResults: Bool { next < results.count }

  /// Begins to receive the rows. Returns false if it has begun before.
  func begin() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  /// Stores rows until they are read.
  func receive(_ result: ServerResult) {
    if !isAbandoned, result.rowCount > 0 { results.append(result) }
  }

  /// Ends the run by an error, which follows the rows.
  func fail(_ error: StorageError) { self.error = error }

  /// Records that everything was received.
  func complete() { isComplete = true }

  /// Removes the next rows, or returns nil if none were received.
  func takeResult() -> ServerResult? {
    guard hasResults else { return nil }
    defer {
      next += 1
      if next == results.count {
        results.removeAll(keepingCapacity: true)
        next = 0
      }
    }
    return results[next]
  }
}
