package import Strata

/// A number for all of a history so far, in its order: equal for everyone who has seen the same.
package struct HistoryDigest: Sendable {
  /// The last transaction that was taken in.
  package private(set) var seen: Int64 = 0
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// A transaction doesn't follow the one before.
  package struct Gap: Error { package let before: Int64 }

  package mutating func catchUp(_ context: ModelContext) throws {
    for entry in try context.historyEntries(after: seen) {
      guard entry.number == seen + 1 else { throw Gap(before: entry.number) }
      seen = entry.number
      add("\(entry.number) \(entry.author ?? "")")
      for change in entry.changes {
        add("\(change.entity) \(change.key) \(change.kind) \(change.properties)")
      }
    }
  }

  // FNV-1a.
  private mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
