public import StrataModel

/// An error that stopped an import, with the result until then.
public struct ImportStopped<Model: PersistentModel>: Error {
  /// The reason: an ``ImportFailure``, a store's error, a `CancellationError`, or an error of the
  /// items' source, the look-up of shared data or the progress closure.
  public let reason: any Error
  /// The items that were saved.
  ///
  /// You can continue with the item at position `result.counts.total`. If you start again from the
  /// first item, the import finds the saved objects by their keys.
  public let result: ImportResult<Model>

  init(reason: any Error, result: ImportResult<Model>? = nil) {
    self.reason = reason
    self.result =
      result
      ?? ImportResult(
        counts: ImportCounts(), outcomes: ImportOutcomes(nil), failures: [], duplicates: [],
        duplicateCount: 0)
  }

  /// True if the task was cancelled.
  public var isCancellation: Bool { reason is CancellationError }
}

extension ImportStopped: CustomStringConvertible {
  /// A description of the reason and of the saved items.
  public var description: String {
    let reason = isCancellation ? "cancelled" : "\(reason)"
    return "the import ended after \(result.counts.total) items (\(result.counts)), which stay: "
      + reason
  }
}
