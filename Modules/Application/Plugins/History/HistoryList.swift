import Strata
import StrataApplication
import StrataShell

/// The listing of the store's history.
@MainActor struct HistoryList {
  private let environment: ApplicationEnvironment
  private let author: String?
  private let entity: String?
  private let since: Int64
  private let limit: Int?

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.environment = environment
    author = invocation.option("author")?.text
    entity = try invocation.option("entity").map { try environment.entity($0).name }
    since = Int64(try invocation.option("since")?.integer() ?? 0)
    if let limit = invocation.option("limit") {
      let number = try limit.integer()
      guard number >= 0 else { throw limit.error("a limit can't be negative") }
      self.limit = number
    } else {
      limit = nil
    }
  }

  func print() throws {
    var entries = try environment.context.historyEntries(after: since, author: author)
    if let entity {
      entries = entries.filter { $0.changes.contains { $0.entity == entity } }
    }
    if let limit { entries = entries.suffix(limit) }
    let writer = try environment.output.beginTable(HistoryRow.columns)
    for entry in entries { try writer.row(HistoryRow(entry).cells) }
    try writer.end()
  }

  static func show(_ number: ArgumentValue, _ environment: ApplicationEnvironment) throws {
    guard let transaction = try environment.context.historyEntry(Int64(try number.integer())) else {
      throw number.error(
        "the store remembers no transaction \(number.text)", hint: "history lists them")
    }
    let writer = try environment.output.beginTable(["change", "object", "properties"])
    for change in transaction.changes {
      try writer.row([
        .text("\(change.kind)"), .text("\(change.entity)/\(change.key)"),
        .list(change.properties.map { .text($0) }),
      ])
    }
    try writer.end()
  }
}
