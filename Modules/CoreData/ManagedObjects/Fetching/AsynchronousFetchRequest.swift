/// A fetch that is done on its context's queue while the program goes on.
public final class AsynchronousFetchRequest<ResultType: SendableMetatype> {
  /// What is fetched.
  public let fetchRequest: FetchRequest<ResultType>
  /// How many results are expected. It changes nothing here.
  public var estimatedResultCount = 0
  let completion: (AsynchronousFetchResult<ResultType>) -> Void

  /// Fetches, and calls a block on the context's queue with what was found, or with the error.
  public init(
    fetchRequest: FetchRequest<ResultType>,
    completionBlock completion: @escaping (AsynchronousFetchResult<ResultType>) -> Void
  ) {
    self.fetchRequest = fetchRequest
    self.completion = completion
  }
}

/// What a fetch in the background has found.
public final class AsynchronousFetchResult<ResultType: SendableMetatype> {
  /// What was fetched.
  public let fetchRequest: FetchRequest<ResultType>
  /// What was found; nil before that, and where there is an error.
  public internal(set) var finalResult: [ResultType]?
  /// Why nothing could be fetched.
  public internal(set) var operationError: (any Error)?

  init(_ fetchRequest: FetchRequest<ResultType>) { self.fetchRequest = fetchRequest }
}

extension ManagedObjectContext {
  /// Fetches on the context's queue when that is free, and calls the request's block there. Whoever asks must not
  /// change the request meanwhile.
  ///
  /// - Returns: What the block is given, to be looked at on the context's queue.
  @discardableResult
  public func execute<ResultType>(
    _ request: AsynchronousFetchRequest<ResultType>
  ) -> AsynchronousFetchResult<ResultType> {
    let result = AsynchronousFetchResult(request.fetchRequest)
    // From here on the queue alone uses both.
    nonisolated(unsafe) let (asked, told) = (request, result)
    perform { [self] in
      do {
        told.finalResult = try fetch(asked.fetchRequest)
      } catch {
        told.operationError = error
      }
      asked.completion(told)
    }
    return result
  }
}
