public import StrataStack
public import StrataStorage

/// How a stack follows its store's history.
public struct HistoryOptions: Sendable {
  /// The name of the stack's consumer, under which the store remembers what it has taken in. Programs that
  /// each have to see every change have a name each.
  public var consumer: String
  /// Whose transactions are passed over.
  public var ignoredAuthors: Set<TransactionAuthor>
  /// What is cleaned away of the history each time that something was taken in; nil for nothing.
  public var cleaning: HistoryCleaning?

  /// Describes how a stack follows the history.
  public init(
    consumer: String, ignoring authors: Set<TransactionAuthor> = [],
    cleaning: HistoryCleaning? = nil
  ) {
    self.consumer = consumer
    ignoredAuthors = authors
    self.cleaning = cleaning
  }
}
