import Foundation
import Strata
import StrataApplication
import StrataShell

/// A row for a save in a listing.
struct HistoryRow {
  let number: Int64
  let author: String?
  let timestamp: Date
  let process: String
  let changes: [(kind: HistoryEntry.Change.Kind, entity: String)]

  static let columns: [Table.Column] = [
    "number", "author", "time", "process", "inserted", "updated", "deleted", "entities",
  ]

  init(_ entry: HistoryEntry) {
    number = entry.number
    author = entry.author
    timestamp = entry.timestamp
    process = entry.process
    changes = entry.changes.map { ($0.kind, $0.entity) }
  }

  init(_ transaction: DefaultHistoryTransaction) {
    number = transaction.transactionIdentifier
    author = transaction.author
    timestamp = transaction.timestamp
    process =
      transaction.processIdentifier.isEmpty
      ? transaction.bundleIdentifier
      : "\(transaction.bundleIdentifier)[\(transaction.processIdentifier)]"
    changes = transaction.changes.map {
      ($0.kind, $0.changedPersistentIdentifier.entityName)
    }
  }

  /// The cells, with the time to the second for people.
  @MainActor func cells(_ environment: ApplicationEnvironment) -> [Cell] {
    func count(_ kind: HistoryEntry.Change.Kind) -> Cell { Cell(changes.count { $0.kind == kind }) }
    return [
      .integer(number), Cell(author),
      .shown(.date(timestamp), as: environment.secondLabel(timestamp)), .text(process),
      count(.insert),
      count(.update), count(.delete), .list(Set(changes.map(\.entity)).sorted().map { .text($0) }),
    ]
  }

  /// The row as a sentence, for a listing that grows row by row.
  var sentence: String {
    let all: [(HistoryEntry.Change.Kind, String)] = [
      (.insert, "inserted"), (.update, "updated"), (.delete, "deleted"),
    ]
    let parts = all.flatMap { kind, verb in
      Set(changes.filter { $0.kind == kind }.map(\.entity)).sorted().map { entity in
        "\(verb) \(changes.count { $0.kind == kind && $0.entity == entity }) \(entity)"
      }
    }
    return "\(number) \(author ?? "-") \(process): \(parts.joined(separator: ", "))"
  }
}
