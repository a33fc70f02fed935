public import StrataModel

/// The result of an import.
public struct ImportResult<Model: PersistentModel>: Sendable {
  /// The number of items by outcome.
  public let counts: ImportCounts
  /// The outcome of each item, in order. Empty unless ``ImportOptions/keepsOutcomes`` applies.
  public let outcomes: ImportOutcomes<Model>
  /// The first 1,000 failures. ``counts`` contains the number of all.
  public let failures: [ImportFailure]
  /// The first 1,000 items with the same key as an earlier one in the same chunk.
  public let duplicates: [ImportDuplicate]
  /// The number of all duplicates.
  public let duplicateCount: Int

  /// The identifiers of the items' objects, in order. Items without outcome or object are omitted.
  public var identifiers: [TypedObjectID<Model>] { outcomes.compactMap(\.identifier) }
}

/// The progress of an import after a chunk was saved.
public struct ImportProgress<Model: PersistentModel>: Sendable {
  /// The number of items so far, by outcome. They are saved.
  public let counts: ImportCounts
  /// The number of all items, or nil if it is unknown.
  public let total: Int?
  /// The positions of the chunk's items, from 0.
  public let chunk: Range<Int>
  /// The outcomes of the chunk's items, in order.
  public let outcomes: ImportOutcomes<Model>

  /// The completed fraction from 0 to 1, or nil if the number of items is unknown.
  public var fractionCompleted: Double? {
    total.map { $0 == 0 ? 1 : Double(counts.total) / Double($0) }
  }
}
