/// What can go wrong with a store's history.
public enum HistoryError: Error, Sendable, Hashable {
  /// What came after a token, or after a consumer's cursor, was cleaned away in part: the history can't say
  /// what has changed since.
  case expired(after: Int64, cleanedUpTo: Int64, consumer: String?)
  /// History is fetched as transactions of another type than the store has.
  case invalidTransactionType(String)
  /// A place to begin at is none in the history of the container's stores.
  case invalidToken(String)
  /// A name that no consumer can have.
  case invalidConsumerName(String)
  /// No consumer of a name is registered in the store, or no longer.
  case unknownConsumer(String)
}

extension HistoryError: CustomStringConvertible {
  /// What went wrong, and what can be done.
  public var description: String {
    switch self {
    case .expired(let after, let cleaned, let consumer?):
      "the history after transaction \(after), up to which '\(consumer)' has read, was cleaned away up "
        + "to \(cleaned): read all objects anew, then let the consumer skip to the end"
    case .expired(let after, let cleaned, nil):
      "the history after transaction \(after) was cleaned away up to \(cleaned): read all objects "
        + "anew, and go on with the token of the last transaction"
    case .invalidTransactionType(let type):
      "a store has no history of \(type); fetch DefaultHistoryTransaction"
    case .invalidToken(let token):
      "\(token) is no place in the history of this container: keep the tokens that its transactions have"
    case .invalidConsumerName(let name):
      name.allSatisfy(\.isWhitespace)
        ? "a consumer of the history needs a name"
        : "the name of a consumer of the history has one line: \(name)"
    case .unknownConsumer(let name):
      "no consumer '\(name)' of the history is registered in the store; it was removed, or the store "
        + "is another one"
    }
  }
}
