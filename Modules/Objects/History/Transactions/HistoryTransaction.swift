public import Foundation

/// One save, as the history has it.
public protocol HistoryTransaction: Sendable {
  /// The type of places in the history.
  associatedtype TokenType: HistoryToken

  /// Who saved: the author of the context.
  var author: String? { get }
  /// The program that saved.
  var bundleIdentifier: String { get }
  /// The process that saved.
  var processIdentifier: String { get }
  /// The store that was saved to.
  var storeIdentifier: String { get }
  /// When it was saved.
  var timestamp: Date { get }
  /// The place in the history behind the transaction.
  var token: TokenType { get }
  /// Names the transaction among those of its store.
  var transactionIdentifier: Int64 { get }
  /// What changed, in order.
  var changes: [HistoryChange] { get set }
}

/// One save, as a store's history has it.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// Who saved: the author of the context.
  public let author: String?
  /// The name of the context that saved.
  public let contextName: String?
  /// The program that saved.
  public let bundleIdentifier: String
  /// The number of the process that saved.
  public let processIdentifier: String
  /// The store that was saved to.
  public let storeIdentifier: String
  /// When it was saved.
  public let timestamp: Date
  /// The place in the history behind the transaction, and behind those of other stores that came before.
  public let token: DefaultHistoryToken
  /// The transaction's number in its store, counted from 1.
  public let transactionIdentifier: Int64
  /// What changed, in order.
  public var changes: [HistoryChange]
}

extension DefaultHistoryTransaction {
  /// Whether this process has saved, by any of its containers.
  public var isFromThisProcess: Bool {
    let process = ProcessInfo.processInfo
    return bundleIdentifier == process.processName
      && processIdentifier == "\(process.processIdentifier)"
  }
}
