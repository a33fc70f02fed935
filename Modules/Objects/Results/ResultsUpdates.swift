public import StrataContexts
public import StrataModel

extension ResultsObserver {
  /// The current results, then the new results after each change, until the task is cancelled.
  ///
  /// A slow reader skips results in between, but always gets the last ones. Iterate on the
  /// observer's isolation.
  public var updates: ResultsUpdates<Element, SectionTitle> { ResultsUpdates(observer: self) }
}

/// An asynchronous sequence of an observer's results.
public struct ResultsUpdates<Model: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
  /// The results at one moment.
  public typealias Element = FetchResultsCollection<Model>
  /// Never: iterating throws no error.
  public typealias Failure = Never
  let observer: ResultsObserver<Model, SectionTitle>

  /// Starts with the current results.
  public func makeAsyncIterator() -> Iterator {
    Iterator(observer: observer, changes: observer.listen().makeAsyncIterator())
  }

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: ResultsObserver<Model, SectionTitle>
    var changes: AsyncStream<Void>.Iterator
    var generation = -1

    /// Waits for the next results. Returns nil if the task is cancelled.
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
