public import StrataModel
public import StrataStack

/// A query's results, and their difference from the previous ones.
public struct ResultsChange<Element: PersistentModel, SectionTitle: Hashable> {
  /// The current results, in order.
  public let results: FetchResultsCollection<Element>
  /// The results by section, or nil for results without sections.
  public let sections: SectionedResults<Element, SectionTitle>?
  /// The objects that were inserted, deleted, moved and updated, by their positions in all results.
  ///
  /// An object counts as updated if you set one of its properties, even to the same value, or if a
  /// merge or rollback refreshed it. A change of a to-many relationship updates both ends.
  public let difference: ResultsDifference
  /// The sections that were inserted, deleted and moved.
  public let sectionDifference: ResultsDifference
}

@available(*, unavailable, message: "models stay on their context's isolation")
extension ResultsChange: Sendable {}
