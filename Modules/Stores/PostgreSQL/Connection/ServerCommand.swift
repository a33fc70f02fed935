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
