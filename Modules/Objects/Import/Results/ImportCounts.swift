/// How many items came to what.
public struct ImportCounts: Sendable, Hashable {
  /// New objects.
  public var inserted = 0
  /// Objects that were there and changed.
  public var updated = 0
  /// Objects that were there and stayed as they are, and items of which nothing was made.
  public var unchanged = 0
  /// Objects that are gone.
  public var deleted = 0
  /// Items that failed and were left out.
  public var failed = 0

  /// None yet.
  public init() {}

  /// How many items there were.
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
  /// All that isn't 0, such as `3 inserted, 1 failed`.
  public var description: String {
    let all = [
      (inserted, "inserted"), (updated, "updated"), (unchanged, "unchanged"), (deleted, "deleted"),
      (failed, "failed"),
    ]
    let parts = all.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}
