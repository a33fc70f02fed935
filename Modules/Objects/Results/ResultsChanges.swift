public import StrataModel
internal import StrataStack

extension ResultsObserver {
  /// The results as they are, all of them inserted, and then what differs each time that something does:
  /// other objects, another order, or changed properties of an object that stays, also of properties that
  /// the fetch doesn't mention.
  ///
  ///     for await change in observer.changes {
  ///       for position in change.difference.insertions { show(change.results[position]) }
  ///     }
  ///
  /// Changes that come together are one. Whoever is slow is told what differs from what they were told last,
  /// so that what they have and the difference always make the new results. Whoever needs only the results
  /// takes ``updates``, which compares nothing and passes over changes in place.
  ///
  /// To be gone through on the observer's isolation. O(number of results) for each element; changes of
  /// objects are noted only while somebody goes through this.
  public var changes: ResultsChanges<Element, SectionTitle> { ResultsChanges(observer: self) }
}

/// What differs in the results of an observer, over time.
public struct ResultsChanges<Model: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
  /// An answer and what differs from the one before.
  public typealias Element = ResultsChange<Model, SectionTitle>
  /// What never happens.
  public typealias Failure = Never
  let observer: ResultsObserver<Model, SectionTitle>

  /// Starts with the results as they are.
  public func makeAsyncIterator() -> Iterator {
    let changed = ChangedObjects()
    return Iterator(
      observer: observer, news: observer.listen(noting: changed).makeAsyncIterator(),
      changed: changed)
  }

  /// Goes through the changes.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: ResultsObserver<Model, SectionTitle>
    var news: AsyncStream<Void>.Iterator
    let changed: ChangedObjects
    /// What was told last. Its objects are kept, so that no other one has the identity of one of them.
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

    /// The next change; nil when the task is cancelled.
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
