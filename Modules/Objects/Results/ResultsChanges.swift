public import StrataContexts
public import StrataModel

extension ResultsObserver {
  /// The changes of the results: first all results as insertions, then each difference.
  ///
  /// A difference contains inserted, deleted and moved objects, and objects with changed
  /// properties, including properties that the fetch doesn't mention.
  ///
  /// ```swift
  /// for await change in observer.changes {
  ///   for position in change.difference.insertions { show(change.results[position]) }
  /// }
  /// ```
  ///
  /// Changes that occur together form one element. A slow reader gets the difference from the last
  /// element that it received, so applying each difference always yields the new results. If you
  /// need only the results, use ``updates``, which compares nothing and skips changed properties.
  ///
  /// Iterate on the observer's isolation. Each element costs O(number of results). The observer
  /// records changed objects only while you iterate.
  public var changes: ResultsChanges<Element, SectionTitle> { ResultsChanges(observer: self) }
}

/// An asynchronous sequence of an observer's results and their differences.
public struct ResultsChanges<Model: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
  /// The results and their difference from the previous element.
  public typealias Element = ResultsChange<Model, SectionTitle>
  /// Never: iterating throws no error.
  public typealias Failure = Never
  let observer: ResultsObserver<Model, SectionTitle>

  /// Starts with the current results.
  public func makeAsyncIterator() -> Iterator {
    let (news, changed) = observer.listenToObjects()
    return Iterator(observer: observer, news: news.makeAsyncIterator(), changed: changed)
  }

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: ResultsObserver<Model, SectionTitle>
    var news: AsyncStream<Void>.Iterator
    let changed: ChangedObjects
    private var generation = -1
    /// The results of the last element. They are retained, since a new object could otherwise reuse
    /// the address, and so the `ObjectIdentifier`, of a released one.
    private var told: [Model]?
    private var identities: [ObjectIdentifier] = []
    private var sections: SectionedResults<Model, SectionTitle>?

    fileprivate init(
      observer: ResultsObserver<Model, SectionTitle>, news: AsyncStream<Void>.Iterator,
      changed: ChangedObjects
    ) {
      self.observer = observer
      self.news = news
      self.changed = changed
    }

    /// Waits for the next change. Returns nil if the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> ResultsChange<Model, SectionTitle>? {
      while true {
        if let change = change() { return change }
        guard await news.next(isolation: actor) != nil else { return nil }
      }
    }

    private mutating func change() -> ResultsChange<Model, SectionTitle>? {
      let (results, sections) = observer.current
      guard observer.generation != generation || !changed.isEmpty else { return nil }
      generation = observer.generation
      let isFirst = told == nil
      let (known, shape) = (identities, self.sections)
      identities = results.map { ObjectIdentifier($0) }
      self.sections = sections
      told = results
      let change = ResultsChange(
        results: FetchResultsCollection(results), sections: sections,
        difference: ResultsDifference(from: known, to: identities, changed: changed.take()),
        sectionDifference: ResultsDifference(
          from: shape?.sectionTitles ?? [], to: sections?.sectionTitles ?? []))
      if isFirst || !change.difference.isEmpty { return change }
      guard let sections, let shape else { return nil }
      return sections.hasShape(of: shape) ? nil : change
    }
  }
}

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
