import StrataStack
import Strata
import StrataApplication
import StrataShell

/// The command `watch`, which shows changes of objects as they happen.
enum WatchCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["watch"], "show changes as they happen, of this program and of others, object by object",
      arguments: [.optional("ENTITY", "only its objects")],
      options: [
        .value("count", "N", "end after N changes"),
        .value("each", "N", "how many objects of one save are shown, 100 when left out"),
      ],
      discussion: """
        Shows new objects and changed properties with their values. Ends with Ctrl-C. history follow \
        shows whole saves, and misses none.
        """,
      examples: ["watch", "watch ItemData --count 1"], group: group,
      completion: { request, environment in
        request.option == nil ? environment.stack.container.schema.entities.map(\.name) : []
      }, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let entity = try invocation.argument("ENTITY").map { try environment.entity($0).name }
    let count = try positive("count", "changes", invocation)
    let each = try positive("each", "objects", invocation) ?? 100
    let output = environment.output
    let writer = output.format == .table ? nil : try output.beginTable(ChangeDescription.columns)
    var shown = 0
    // The updates begin before the message, so that no save after it is missed.
    var updates = try environment.stack.container.historyUpdates().makeAsyncIterator()
    if output.format == .table {
      output.message("watching \(entity ?? "all objects"); Ctrl-C ends it")
      try output.flush()
    }
    while shown < count ?? .max, let save = try await updates.next(isolation: #isolation) {
      try invocation.checkCancellation()
      guard let entry = try environment.context.historyEntry(save.transactionIdentifier) else {
        continue
      }
      let changes = entry.changes.filter { entity == nil || $0.entity == entity }
      let wanted = changes.prefix(min(each, (count ?? .max) - shown))
      for change in wanted {
        let described = try ChangeDescription(change, of: entry, environment)
        if let writer { try writer.row(described.cells) } else { output.answer(described.sentence) }
      }
      shown += wanted.count
      if wanted.count < changes.count, shown < count ?? .max {
        output.message("and \(changes.count - wanted.count) more objects in save \(entry.number)")
      }
      try output.flush()
    }
    try writer?.end()
    try invocation.checkCancellation()
  }

  private static func positive(
    _ name: String, _ what: String, _ invocation: Invocation
  ) throws(ShellError) -> Int? {
    guard let value = invocation.option(name) else { return nil }
    let number = try value.integer()
    guard number > 0 else { throw value.error("a number of \(what) is 1 or more") }
    return number
  }
}
