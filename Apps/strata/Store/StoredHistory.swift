import Foundation
import StrataApplication
import StrataCoreDataStores
import StrataShell
import StrataStorage

/// The history of a store of Strata or Core Data.
@MainActor struct StoredHistory {
  private let environment: StoreEnvironment
  /// The maximal number of warnings about unreadable rows.
  private static let limit = 100

  init(_ environment: StoreEnvironment) { self.environment = environment }

  /// The options that choose saves.
  static let options: [CommandLineOption] = [
    .value("author", "NAME", "only this author's"),
    .value("since", "N", "only saves after number N"),
    .value("limit", "N", "only the newest N"),
  ]

  /// Prints the saves that the options choose, oldest first.
  ///
  /// - Throws: ``ShellError`` for an option, or where a row can't be read. `StorageError`.
  func print(_ invocation: Invocation) throws {
    let author = invocation.option("author")?.text
    let since = Int64(try invocation.option("since")?.integer() ?? 0)
    let limit = try invocation.option("limit").map { option in
      let number = try option.integer()
      guard number >= 0 else { throw option.error("a limit can't be negative") }
      return number
    }
    let writer = try environment.output.beginTable(Self.columns)
    try forEach(
      author: author, since: since, limit: limit, check: invocation.checkCancellation, writer.row
    ) { try writer.end() }
  }

  /// The columns of a table of saves.
  static let columns: [Table.Column] = [
    "number", "author", "context", "time", "process", "inserted", "updated", "deleted", "entities",
  ]

  /// The newest saves as a table, oldest first.
  ///
  /// - Throws: ``ShellError`` where a row can't be read. `StorageError`.
  ///
  /// - Parameter end: Only saves before the one with this number.
  func table(limit: Int?, author: String? = nil, before end: Int64? = nil) throws -> Table {
    var table = Table(Self.columns)
    try forEach(author: author, since: 0, before: end, limit: limit, check: {}) {
      table.rows.append($0)
    } end: {
    }
    return table
  }

  private func forEach(
    author: String?, since: Int64, before last: Int64? = nil, limit: Int?,
    check: () throws -> Void,
    _ body: ([Cell]) throws -> Void, end: () throws -> Void
  ) throws {
    if let origin = environment.origin {
      var problemCount = 0
      var newest: [[Cell]] = []
      try origin.forEachTransaction { one in
        try check()
        guard author == nil || one.author == author, one.number > since,
          one.number < last ?? .max
        else { return }
        let changes = one.changes.map { (kind: $0.kind.rawValue, entity: $0.entity) }
        let row = cells(
          one.number, one.author, one.contextName, one.timestamp,
          one.bundleID ?? one.processID ?? "", changes)
        guard let limit else { return try body(row) }
        newest.append(row)
        // Half are dropped at once, so that each is moved once.
        if newest.count - limit > limit { newest.removeFirst(newest.count - limit) }
      } problem: { problem in
        problemCount += 1
        if problemCount <= Self.limit { environment.output.warning("\(problem)") }
      }
      for row in newest.suffix(limit ?? 0) { try body(row) }
      try end()
      for omission in try origin.historyOmissions() { environment.output.warning(omission) }
      guard problemCount == 0 else {
        throw ShellError(
          "\(problemCount) \(problemCount == 1 ? "row" : "rows") of the history can't be read",
          hint: "the warnings say which, and why")
      }
      return
    } else {
      let saves = try environment.reader.history(
        after: since, before: last, author: author, limit: limit, newestFirst: true)
      for one in saves.reversed() {
        let changes = one.changes.map { (kind: Int64($0.kind.rawValue), entity: $0.entity) }
        try body(
          cells(one.number, one.author, one.contextName, one.timestamp, one.process, changes))
      }
    }
    try end()
  }

  private func cells(
    _ number: Int64, _ author: String?, _ context: String?, _ time: Date, _ process: String,
    _ changes: [(kind: Int64, entity: String)]
  ) -> [Cell] {
    // Strata and Core Data use the same numbers: 0 for an insertion, 1 for an update, 2 for a
    // deletion.
    func count(_ kind: Int64) -> Cell { Cell(changes.count { $0.kind == kind }) }
    return [
      .integer(number), Cell(author), Cell(context), .date(time), .text(process), count(0),
      count(1),
      count(2), .list(Set(changes.map(\.entity)).sorted().map { .text($0) }),
    ]
  }
}
