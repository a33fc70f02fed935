internal import Synchronization

/// Logs slow statements: each text when it is first slow, and again only when it takes twice the time that was logged.
/// A statement that is always slow so gives one message, and one that gets worse a few.
final class SlowStatements: Sendable {
  private let limit: Duration
  private let log: @Sendable (String) -> Void
  /// The longest duration that was logged, by text.
  private let logged = Mutex<[String: Duration]>([:])
  /// The number of texts to remember. A program has some dozens. If texts differ without end, all are forgotten at once.
  private static let capacity = 1000

  init(limit: Duration, _ log: @escaping @Sendable (String) -> Void) {
    self.limit = limit
    self.log = log
  }

  func record(_ sql: String, _ duration: Duration, rows: Int) {
    guard duration >= limit else { return }
    let isNew = logged.withLock { logged in
      if let last = logged[sql], duration < last * 2 { return false }
      if logged.count >= Self.capacity { logged = [:] }
      logged[sql] = duration
      return true
    }
    guard isNew else { return }
    log("a statement took \(duration) and returned \(rows) rows: \(sql)")
  }
}
