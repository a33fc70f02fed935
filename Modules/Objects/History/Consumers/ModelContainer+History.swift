internal import StrataObservation
public import StrataStack
public import StrataStorage

extension ModelContainer {
  /// The consumers that are registered in a store, by name.
  ///
  /// - Parameter configuration: The name of the store's configuration; nil for the container's first.
  /// - Throws: `ConfigurationError/unknown(_:)`, `StorageError`.
  public func historyConsumers(
    in configuration: ModelConfiguration.ID? = nil
  ) throws -> [HistoryConsumerState] {
    try origin(in: configuration).store.makeReader().consumers()
  }

  /// Forgets a consumer, so that cleaning waits for it no longer.
  ///
  /// - Returns: Whether the store knew it.
  /// - Throws: `ConfigurationError/unknown(_:)`, `StorageError` when the store can't be written.
  @discardableResult
  public func removeHistoryConsumer(
    _ name: String, in configuration: ModelConfiguration.ID? = nil
  ) throws -> Bool {
    try origin(in: configuration).store.removeConsumer(name)
  }

  /// Removes entries from the histories of all stores, by age, number and author. What a registered
  /// consumer hasn't taken in stays, unless that is to be ignored.
  ///
  /// One statement for each store; O(entries). The file keeps its size: what is freed is used again.
  ///
  /// - Parameter isDryRun: Whether nothing is removed, and only counted.
  /// - Returns: How many were removed, and how many stayed for consumers.
  /// - Throws: `StorageError` when a store can't be written.
  @discardableResult
  public func cleanHistory(
    _ cleaning: HistoryCleaning, isDryRun: Bool = false
  ) throws -> HistoryCleaningResult {
    let result = try origins.reduce(HistoryCleaningResult(count: 0, keptCount: 0)) {
      $0 + (try $1.store.cleanHistory(cleaning, isDryRun: isDryRun))
    }
    if !isDryRun {
      configuration.logger.log(
        .info,
        "cleaned \(result.count) transactions of the history away, \(result.keptCount) wait for consumers"
      )
    }
    return result
  }
}
