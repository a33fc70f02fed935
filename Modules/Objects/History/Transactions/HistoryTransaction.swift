public import Foundation

/// A save recorded in the history.
public protocol HistoryTransaction: Sendable {
  /// The type of positions in the history.
  associatedtype TokenType: HistoryToken

  /// The author of the context that saved.
  var author: String? { get }
  /// The name of the program that saved.
  var bundleIdentifier: String { get }
  /// The identifier of the process that saved.
  var processIdentifier: String { get }
  /// The identifier of the store.
  var storeIdentifier: String { get }
  /// The time of the save.
  var timestamp: Date { get }
  /// The position after the transaction.
  var token: TokenType { get }
  /// The number of the transaction in its store.
  var transactionIdentifier: Int64 { get }
  /// The changes, in order.
  var changes: [HistoryChange] { get set }
}

/// A save recorded in a store's history.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The author of the context that saved.
  public let author: String?
  /// The name of the context that saved.
  public let contextName: String?
  /// The name of the program that saved.
  public let bundleIdentifier: String
  /// The identifier of the process that saved.
  public let processIdentifier: String
  /// The identifier of the store.
  public let storeIdentifier: String
  /// The time of the save.
  public let timestamp: Date
  /// The position after the transaction, and after all earlier ones of other stores.
  public let token: DefaultHistoryToken
  /// The transaction's number in its store, counted from 1.
  public let transactionIdentifier: Int64
  /// The changes, in order.
  public var changes: [HistoryChange]
}

extension DefaultHistoryTransaction {
  /// True if this process saved the transaction, with any of its containers.
  public var isFromThisProcess: Bool {
    let process = ProcessInfo.processInfo
    return bundleIdentifier == process.processName
      && processIdentifier == "\(process.processIdentifier)"
  }
}
