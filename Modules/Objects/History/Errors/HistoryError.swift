package import StrataContexts

/// An error of a store's history.
public enum HistoryError: Error, Sendable, Hashable {
  /// Transactions after a token or a consumer's cursor were cleaned, so that changes since are
  /// unknown.
  case expired(after: Int64, cleanedUpTo: Int64, consumer: String?)
  /// The requested transaction type isn't the one of the store's history.
  case invalidTransactionType(String)
  /// The token is no position in the history of the container's stores.
  case invalidToken(String)
  /// The name can't be a consumer's name.
  case invalidConsumerName(String)
  /// No consumer with this name is registered in the store.
  case unknownConsumer(String)
}

extension HistoryError: CustomStringConvertible {
  /// A description of the error, and what to do about it.
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
      "\(token) is no position in the history of this container's stores; use tokens of its own transactions"
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

extension HistoryError: SwiftDataCounterpart {
  package var counterpart: SwiftDataError? {
    switch self {
    case .expired: .historyTokenExpired
    case .invalidTransactionType: .invalidTransactionFetchRequest
    case .invalidToken, .invalidConsumerName, .unknownConsumer: nil
    }
  }
}
