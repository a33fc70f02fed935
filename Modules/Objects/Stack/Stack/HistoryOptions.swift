public import StrataContexts
public import StrataStorage

/// Options for following the history of a stack's store.
public struct HistoryOptions: Sendable {
  /// The name of the stack's consumer, whose cursor the store contains.
  ///
  /// Programs that each must process every transaction need different names.
  public var consumer: String
  /// Authors whose transactions are skipped.
  public var ignoredAuthors: Set<TransactionAuthor>
  /// The cleaning of the history after each processing, or nil for none.
  public var cleaning: HistoryCleaning?

  /// Creates options for a consumer.
  public init(
    consumer: String, ignoring authors: Set<TransactionAuthor> = [],
    cleaning: HistoryCleaning? = nil
  ) {
    self.consumer = consumer
    ignoredAuthors = authors
    self.cleaning = cleaning
  }
}
