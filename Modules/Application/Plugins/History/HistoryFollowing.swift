import StrataStack
import Strata
import StrataApplication
import StrataShell

/// The command that shows saves as they happen.
enum HistoryFollowing {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["history", "follow"], "show saves as they come, of this program and of others",
      options: [
        .value("as", "NAME", "go on where the consumer NAME was, and remember how far it is"),
        .value("count", "N", "end after N saves"),
        .flag("once", "end when NAME has seen all"),
      ],
      discussion: """
        Ends with Ctrl-C. With --as, each save is shown at least once, however often the command is \
        started; the store keeps what NAME hasn't seen until history forget NAME.
        """,
      examples: ["history follow --as backup --once"], group: group, run: follow)
  }

  private struct Enough: Error {}

  @MainActor private static func follow(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let count = try invocation.option("count").map { value in
      let count = try value.integer()
      guard count > 0 else { throw value.error("a number of saves is 1 or more") }
      return count
    }
    let container = environment.stack.container
    let consumer = try invocation.option("as").map { name in
      do {
        return try HistoryConsumer(name.text, in: container, startingAt: .beginning)
      } catch let error as HistoryError {
        throw name.error("\(error)")
      }
    }
    if invocation.flag("once"), consumer == nil {
      throw invocation.usageError(
        "--once shows what a consumer hasn't seen", hint: "name one with --as")
    }
    let output = environment.output
    let writer = output.format == .table ? nil : try output.beginTable(HistoryRow.columns)
    var shown = 0
    func show(_ transaction: DefaultHistoryTransaction) throws {
      let row = HistoryRow(transaction)
      if let writer { try writer.row(row.cells(environment)) } else { output.answer(row.sentence) }
      // Flushed before the consumer's position advances, so that each save is shown at least once.
      try output.flush()
      shown += 1
    }
    // The updates begin before the first read, so that no save between the two is missed.
    var updates = try container.historyUpdates().makeAsyncIterator()
    do {
      while true {
        try consumer?.process(limit: 1) { transactions in
          try invocation.checkCancellation()
          for transaction in transactions {
            if shown == count { throw Enough() }
            try show(transaction)
          }
        }
        if invocation.flag("once") || shown == count { break }
        guard let next = try await updates.next(isolation: #isolation) else { break }
        if consumer == nil { try show(next) }
      }
    } catch is Enough {
      // The consumer continues with the remaining saves next time.
    }
    try writer?.end()
    try invocation.checkCancellation()
  }
}
