public import StrataModel

/// An import that ended before it was done, with what it had done until then.
public struct ImportStopped<Model: PersistentModel>: Error {
  /// Why: an ``ImportFailure``, what the items' source, the lookup of data or the progress closure has
  /// thrown, an error of the store, or a `CancellationError`.
  public let reason: any Error
  /// What is saved and stays. The next import may begin with item number `result.counts.total`; one that
  /// begins anew finds the objects by their keys.
  public let result: ImportResult<Model>

  init(reason: any Error, result: ImportResult<Model>? = nil) {
    self.reason = reason
    self.result =
      result
      ?? ImportResult(
        counts: ImportCounts(), outcomes: ImportOutcomes(nil), failures: [], duplicates: [],
        duplicateCount: 0)
  }

  /// Whether the task was cancelled.
  public var isCancellation: Bool { reason is CancellationError }
}

extension ImportStopped: CustomStringConvertible {
  /// Why, and what was done.
  public var description: String {
    let reason = isCancellation ? "cancelled" : "\(reason)"
    return "the import ended after \(result.counts.total) items (\(result.counts)), which stay: "
      + reason
  }
}
