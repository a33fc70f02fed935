/// A fetch that runs on its context's queue without blocking the caller.
public final class NSAsynchronousFetchRequest<ResultType: SendableMetatype> {
  /// The underlying request.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// The expected number of results. Ignored.
  public var estimatedResultCount = 0
  let completion: (NSAsynchronousFetchResult<ResultType>) -> Void

  /// Creates a request. The block is called on the context's queue with the results or the error.
  public init(
    fetchRequest: NSFetchRequest<ResultType>,
    completionBlock completion: @escaping (NSAsynchronousFetchResult<ResultType>) -> Void
  ) {
    self.fetchRequest = fetchRequest
    self.completion = completion
  }
}

/// The result of an asynchronous fetch.
public final class NSAsynchronousFetchResult<ResultType: SendableMetatype> {
  /// The underlying request.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// The results, or nil before the fetch is done and if it fails.
  public internal(set) var finalResult: [ResultType]?
  /// The error, if the fetch fails.
  public internal(set) var operationError: (any Error)?

  init(_ fetchRequest: NSFetchRequest<ResultType>) { self.fetchRequest = fetchRequest }
}

extension NSManagedObjectContext {
  /// Fetches on the context's queue without blocking, and then calls the request's block there.
  ///
  /// Don't change the request until the block is called.
  ///
  /// - Returns: The result that the block gets. Read it on the context's queue only.
  @_disfavoredOverload
  @discardableResult
  package func execute<ResultType>(
    _ request: NSAsynchronousFetchRequest<ResultType>
  ) -> NSAsynchronousFetchResult<ResultType> {
    let result = NSAsynchronousFetchResult(request.fetchRequest)
    // Safe: from here on only the queue uses both.
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
