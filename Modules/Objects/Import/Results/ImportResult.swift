public import StrataModel

/// What an import has done.
public struct ImportResult<Model: PersistentModel>: Sendable {
  /// How many items came to what.
  public let counts: ImportCounts
  /// What each item came to, in order; empty unless outcomes are kept (``ImportOptions/keepsOutcomes``).
  public let outcomes: ImportOutcomes<Model>
  /// Why items failed: the first 1,000. ``counts`` has how many there were.
  public let failures: [ImportFailure]
  /// Items with the same key as one before them in the same chunk: the first 1,000.
  public let duplicates: [ImportDuplicate]
  /// How many there were.
  public let duplicateCount: Int

  /// The identifiers of the items' objects, in order, as far as outcomes are kept and there is an object.
  public var identifiers: [TypedObjectID<Model>] { outcomes.compactMap(\.identifier) }
}

/// How far an import is, after a chunk was saved.
public struct ImportProgress<Model: PersistentModel>: Sendable {
  /// How many items came to what so far; these are saved and stay.
  public let counts: ImportCounts
  /// How many items there are; nil where they come one by one.
  public let total: Int?
  /// The positions of the chunk's items, from 0.
  public let chunk: Range<Int>
  /// What the chunk's items came to, in order.
  public let outcomes: ImportOutcomes<Model>

  /// How much of it is done, from 0 to 1; nil where nobody knows.
  public var fractionCompleted: Double? {
    total.map { $0 == 0 ? 1 : Double(counts.total) / Double($0) }
  }
}
