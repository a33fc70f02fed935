public import Foundation
public import StrataHistory
public import StrataModel

/// A request that fetches transactions from the history, or deletes those that nobody needs any
/// more.
///
///     let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
///     let result = try context.execute(request) as? NSPersistentHistoryResult
///     for transaction in result?.transactions ?? [] { … }
public final class NSPersistentHistoryChangeRequest {
  /// The form of the result.
  public enum ResultType: Sendable, Hashable {
    /// Only that the request succeeded.
    case statusOnly
    /// The identifiers of the changed objects, each once.
    case objectIDs
    /// The number of changes. For a deletion, the number of deleted transactions.
    case count
    /// The transactions without their changes.
    case transactionsOnly
    /// The changes without their transactions.
    case changesOnly
    /// The transactions with their changes.
    case transactionsAndChanges
  }

  /// The point in the history where the transactions begin or end.
  enum Place {
    case date(Date)
    case token(NSPersistentHistoryToken)
    case transaction(NSPersistentHistoryTransaction)
    /// No position was given.
    case open
  }

  /// The form of the result.
  public var resultType: ResultType
  /// The request whose predicate selects transactions or changes, or nil for all.
  package var filter: NSFetchRequest<any NSFetchRequestResult>?
  let place: Place
  let isDeletion: Bool

  private init(_ place: Place, isDeletion: Bool) {
    self.place = place
    self.isDeletion = isDeletion
    resultType = isDeletion ? .statusOnly : .transactionsAndChanges
  }

  /// Fetches the transactions after a date.
  public static func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.date(date), isDeletion: false)
  }

  /// Fetches the transactions after a token, or all with nil.
  public static func fetchHistory(
    after token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(token.map { .token($0) } ?? .open, isDeletion: false)
  }

  /// Fetches the transactions after another one, or all with nil.
  public static func fetchHistory(
    after transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(
      transaction.map { .transaction($0) } ?? .open, isDeletion: false)
  }

  /// Fetches the transactions or changes that meet a request's predicate.
  package static func fetchHistory(
    filteredBy request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSPersistentHistoryChangeRequest {
    let made = NSPersistentHistoryChangeRequest(.open, isDeletion: false)
    made.filter = request
    return made
  }

  /// Deletes the transactions before a date.
  public static func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.date(date), isDeletion: true)
  }

  /// Deletes the transactions before a token's, which is preserved. With nil it deletes none.
  public static func deleteHistory(
    before token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(token.map { .token($0) } ?? .open, isDeletion: true)
  }

  /// Deletes the transactions before another one, which is preserved. With nil it deletes none.
  public static func deleteHistory(
    before transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(
      transaction.map { .transaction($0) } ?? .open, isDeletion: true)
  }
}

/// The result of a request for the history.
public struct NSPersistentHistoryResult {
  /// The form of the result, as requested.
  public let resultType: NSPersistentHistoryChangeRequest.ResultType
  /// The transactions, oldest first. Empty unless the request asks for them.
  public let transactions: [NSPersistentHistoryTransaction]
  /// The changes, oldest first. Empty unless the request asks for changes only.
  public let changes: [NSPersistentHistoryChange]
  /// The identifiers of the changed objects, each once. Empty unless the request asks for them.
  public let objectIDs: [PersistentIdentifier]
  /// The number of changes, or of deleted transactions.
  public let count: Int

  /// The result as Core Data returns it: `true`, the identifiers, the number, the transactions or
  /// the changes.
  public var result: Any? {
    switch resultType {
    case .statusOnly: true
    case .objectIDs: objectIDs
    case .count: count
    case .transactionsOnly, .transactionsAndChanges: transactions
    case .changesOnly: changes
    }
  }
}
