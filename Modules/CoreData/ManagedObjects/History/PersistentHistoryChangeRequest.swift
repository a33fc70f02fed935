public import Foundation
public import StrataHistory
public import StrataModel

/// Asks for what was saved, by whomever, or removes what nobody needs of that any more.
///
///     let request = PersistentHistoryChangeRequest.fetchHistory(after: token)
///     for transaction in try context.execute(request).transactions { … }
public final class PersistentHistoryChangeRequest {
  /// What is told of the transactions.
  public enum ResultType: Sendable, Hashable {
    /// That it was done.
    case statusOnly
    /// Which objects were changed, each once.
    case objectIDs
    /// How many changes there are; of transactions that are removed, how many those are.
    case count
    /// The transactions without their changes.
    case transactionsOnly
    /// The changes alone.
    case changesOnly
    /// The transactions with their changes.
    case transactionsAndChanges
  }

  /// Where the transactions begin that are meant, or end.
  enum Place {
    case date(Date)
    case token(PersistentHistoryToken)
    case transaction(PersistentHistoryTransaction)
    /// None is given.
    case open
  }

  /// What is told.
  public var resultType: ResultType
  let place: Place
  let isDeletion: Bool

  private init(_ place: Place, isDeletion: Bool) {
    self.place = place
    self.isDeletion = isDeletion
    resultType = isDeletion ? .statusOnly : .transactionsAndChanges
  }

  /// Asks for the transactions later than a date.
  public static func fetchHistory(after date: Date) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(.date(date), isDeletion: false)
  }

  /// Asks for the transactions behind a place; for all where there is none.
  public static func fetchHistory(
    after token: PersistentHistoryToken?
  ) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(token.map { .token($0) } ?? .open, isDeletion: false)
  }

  /// Asks for the transactions behind another one; for all where there is none.
  public static func fetchHistory(
    after transaction: PersistentHistoryTransaction?
  ) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(transaction.map { .transaction($0) } ?? .open, isDeletion: false)
  }

  /// Removes the transactions earlier than a date.
  public static func deleteHistory(before date: Date) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(.date(date), isDeletion: true)
  }

  /// Removes the transactions before the one whose place this is, which stays; none where there is no place.
  public static func deleteHistory(
    before token: PersistentHistoryToken?
  ) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(token.map { .token($0) } ?? .open, isDeletion: true)
  }

  /// Removes the transactions before another one, which stays; none where there is no other.
  public static func deleteHistory(
    before transaction: PersistentHistoryTransaction?
  ) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(transaction.map { .transaction($0) } ?? .open, isDeletion: true)
  }
}

/// What a request for the history has found or done.
public struct PersistentHistoryResult {
  /// What is told.
  public let resultType: PersistentHistoryChangeRequest.ResultType
  /// The transactions, oldest first; empty unless they were asked for.
  public let transactions: [PersistentHistoryTransaction]
  /// The changes, oldest first; empty unless they alone were asked for.
  public let changes: [PersistentHistoryChange]
  /// Which objects were changed, each once; empty unless that was asked for.
  public let objectIDs: [PersistentIdentifier]
  /// How many changes there are, or transactions that were removed.
  public let count: Int

  /// What was asked for, as Core Data has it: `true`, the identifiers, the number, the transactions or the
  /// changes.
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
