/// The number of items by outcome.
public struct ImportCounts: Sendable, Hashable {
  /// Inserted objects.
  public var inserted = 0
  /// Existing objects that were changed.
  public var updated = 0
  /// Existing objects without changes, and items that inserted no object.
  public var unchanged = 0
  /// Deleted objects.
  public var deleted = 0
  /// Items that failed and were skipped.
  public var failed = 0

  /// Creates counts of 0.
  public init() {}

  /// The number of all items.
  public var total: Int { inserted + updated + unchanged + deleted + failed }
}

extension ImportCounts {
  mutating func add(_ kind: ItemOutcome.Kind) {
    switch kind {
    case .inserted: inserted += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    case .deleted: deleted += 1
    case .failed: failed += 1
    }
  }
}

extension ImportCounts: CustomStringConvertible {
  /// All counts above 0, such as `3 inserted, 1 failed`.
  public var description: String {
    let all = [
      (inserted, "inserted"), (updated, "updated"), (unchanged, "unchanged"), (deleted, "deleted"),
      (failed, "failed"),
    ]
    let parts = all.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}
