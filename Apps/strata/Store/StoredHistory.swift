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

  func print(author: String?, _ invocation: Invocation) throws {
    let writer = try environment.output.beginTable([
      "number", "author", "context", "time", "process", "inserted", "updated", "deleted",
      "entities",
    ])
    if let origin = environment.origin {
      var problemCount = 0
      try origin.forEachTransaction { one in
        try invocation.checkCancellation()
        guard author == nil || one.author == author else { return }
        let changes = one.changes.map { (kind: $0.kind.rawValue, entity: $0.entity) }
        try writer.row(
          cells(
            one.number, one.author, one.contextName, one.timestamp,
            one.bundleID ?? one.processID ?? "", changes))
      } problem: { problem in
        problemCount += 1
        if problemCount <= Self.limit { environment.output.warning("\(problem)") }
      }
      try writer.end()
      for omission in try origin.historyOmissions() { environment.output.warning(omission) }
      guard problemCount == 0 else {
        throw ShellError(
          "\(problemCount) \(problemCount == 1 ? "row" : "rows") of the history can't be read",
          hint: "the warnings say which, and why")
      }
      return
    } else {
      for one in try environment.reader.history(author: author) {
        let changes = one.changes.map { (kind: Int64($0.kind.rawValue), entity: $0.entity) }
        try writer.row(
          cells(one.number, one.author, one.contextName, one.timestamp, one.process, changes))
      }
    }
    try writer.end()
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
