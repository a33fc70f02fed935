public import StrataContexts
internal import StrataObservation
public import StrataStorage

extension ModelContainer {
  /// The registered consumers of a store, by name.
  ///
  /// - Parameter configuration: The name of the store's configuration, or nil for the container's
  ///   first.
  /// - Throws: `ConfigurationError/unknown(_:)`, `StorageError`.
  public func historyConsumers(
    in configuration: ModelConfiguration.ID? = nil
  ) throws -> [HistoryConsumerState] {
    try origin(in: configuration).store.makeReader().consumers()
  }

  /// Removes a consumer, so that cleaning no longer preserves transactions for it.
  ///
  /// - Returns: True if the consumer existed.
  /// - Throws: `ConfigurationError/unknown(_:)`, `StorageError` if writing the store fails.
  @discardableResult
  public func removeHistoryConsumer(
    _ name: String, in configuration: ModelConfiguration.ID? = nil
  ) throws -> Bool {
    try origin(in: configuration).store.removeConsumer(name)
  }

  /// Removes transactions from the histories of all stores, by age, number and author.
  ///
  /// Transactions that a registered consumer hasn't processed are preserved, unless `cleaning`
  /// ignores consumers. It runs one statement for each store, O(entries). The file keeps its size,
  /// and SQLite reuses the free space.
  ///
  /// - Parameter isDryRun: True to count the transactions without removing them.
  /// - Returns: The number of removed transactions, and of those preserved for consumers.
  /// - Throws: `StorageError` if writing a store fails.
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
