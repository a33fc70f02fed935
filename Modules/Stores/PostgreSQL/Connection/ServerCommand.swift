/// A command that was sent, by what its results are for. The server answers commands in order.
enum ServerCommand {
  /// A statement whose rows nobody reads.
  case statement(String)
  /// One of the statements that begin a save and take the lock that each save takes. The server may keep its answer to
  /// the first one until it has an answer to the second.
  case lock(String)
  /// The end of a save, which the server answers with another word if it has rolled back.
  case commit
  /// A notification, which may fail, and the end of its transaction.
  case notification, notificationSync
  case preparation(String)
  case description(String, StatementDescription)
  case rows(ServerRun)
  /// A change of one row, and its index among those that are awaited together.
  case rowChange(String, GatheredChanges, Int)
  /// The question for the data version.
  case version(ExpectedVersion)
  /// The end of what an error skips.
  case sync
}

/// The types of a prepared statement's parameters, and its columns. The server sends them once.
final class StatementDescription {
  private(set) var parameters: [CUnsignedInt] = []
  private(set) var columns: [(name: String, type: CUnsignedInt)] = []

  /// Stores the server's answer.
  func receive(_ result: ServerResult) {
    parameters = result.parameterTypes
    columns = result.columns
  }
}

/// Insertions and changes of one row each that are sent without waiting, and awaited together.
final class GatheredChanges {
  /// The number of changes that were sent.
  private(set) var count = 0
  /// The index of the first change that has changed no row, or nil if each has changed one.
  private(set) var firstUnchanged: Int?

  /// Counts a change that is sent, and returns its index.
  func add() -> Int {
    defer { count += 1 }
    return count
  }

  /// Records the server's answer to a change.
  func receive(_ result: ServerResult, at index: Int) {
    if result.changedRowCount == 0, firstUnchanged == nil { firstUnchanged = index }
  }
}
