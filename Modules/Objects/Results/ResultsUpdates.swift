public import StrataModel
public import StrataStack

extension ResultsObserver {
  /// The results as they are, and then each time that they have changed, for as long as somebody
  /// asks. Whoever is slow misses what was there in between, never the last.
  ///
  /// To be gone through on the observer's isolation.
  public var updates: ResultsUpdates<Element, SectionTitle> { ResultsUpdates(observer: self) }
}

/// The results of an observer over time.
public struct ResultsUpdates<Model: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
  /// The results at one moment.
  public typealias Element = FetchResultsCollection<Model>
  /// What never happens.
  public typealias Failure = Never
  let observer: ResultsObserver<Model, SectionTitle>

  /// Starts with the results as they are.
  public func makeAsyncIterator() -> Iterator {
    Iterator(observer: observer, changes: observer.listen().makeAsyncIterator())
  }

  /// Goes through the results over time.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: ResultsObserver<Model, SectionTitle>
    var changes: AsyncStream<Void>.Iterator
    var generation = -1

    /// The next results; nil when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> FetchResultsCollection<Model>? {
      var results = observer.results
      while observer.generation == generation {
        guard await changes.next(isolation: actor) != nil else { return nil }
        results = observer.results
      }
      generation = observer.generation
      return results
    }
  }
}
