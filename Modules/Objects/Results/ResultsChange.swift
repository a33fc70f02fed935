public import StrataModel
public import StrataStack

/// An answer to a query, and what differs from the one before.
public struct ResultsChange<Element: PersistentModel, SectionTitle: Hashable> {
  /// The objects that are fetched now, in order.
  public let results: FetchResultsCollection<Element>
  /// The same by section; nil for results without sections.
  public let sections: SectionedResults<Element, SectionTitle>?
  /// Which objects came, went, moved and changed, by their positions in all results.
  ///
  /// An object has changed when one of its properties was set, also to the value that it had, or was read
  /// anew after others' saves and after a rollback. A to-many relationship is a property of both ends.
  public let difference: ResultsDifference
  /// Which sections came, went and moved.
  public let sectionDifference: ResultsDifference
}

@available(*, unavailable, message: "models stay on their context's isolation")
extension ResultsChange: Sendable {}
