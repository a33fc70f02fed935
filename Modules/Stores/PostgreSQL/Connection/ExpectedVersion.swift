import StrataSQLite

/// The data version that a transaction expects. The question for the actual one travels with the transaction's next
/// statement.
final class ExpectedVersion {
  /// The query for the version.
  let sql: String
  private let expected: Int64
  private var actual: Int64?
  /// True once a statement has thrown because the version is another one.
  private(set) var isThrown = false
  /// True if nobody needs to be told any more that the version is another one.
  private var isKnown = false

  init(_ expected: Int64, _ sql: String) {
    self.expected = expected
    self.sql = sql
  }

  /// True once the server has answered.
  var isAnswered: Bool { actual != nil }

  private var isOutdated: Bool { actual.map { $0 != expected } ?? false }

  /// Stores the server's answer.
  func receive(_ result: ServerResult) { actual = result.firstNumber ?? 0 }

  /// Throws, at most once, if rows show a newer state than expected.
  ///
  /// - Parameter path: The server's address, for the error.
  func check(_ path: String) throws(StorageError) {
    guard isOutdated, !isKnown else { return }
    isKnown = true
    isThrown = true
    throw .interrupted(path: path)
  }

  /// Returns true if the version is another one. No statement throws for it after that.
  func askIfOutdated() -> Bool {
    isKnown = true
    return isOutdated
  }
}
