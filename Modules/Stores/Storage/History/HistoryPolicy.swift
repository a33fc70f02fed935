public import Foundation
internal import StrataSQLite

/// How long a store keeps the transactions of its history.
///
/// A transaction is removed once it is older than ``age`` and ``count`` newer ones follow it. Transactions
/// that a registered history consumer hasn't processed stay in any case. The former values of temporal
/// models reach back as far as the history.
///
/// ```swift
/// var configuration = ModelConfiguration("orders")
/// configuration.historyPolicy = HistoryPolicy(age: 365 * 86_400, count: 1_000_000)
/// ```
///
/// If several programs share a store, each applies its own policy, so that the shortest counts.
public struct HistoryPolicy: Sendable, Hashable {
  /// The age in seconds up to which a transaction stays.
  public var age: TimeInterval
  /// The number of transactions that stay whatever their age.
  public var count: Int

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - age: The age in seconds up to which a transaction stays.
  ///   - count: The number of transactions that stay whatever their age, at least 1.
  public init(age: TimeInterval, count: Int) {
    self.age = age
    self.count = max(1, count)
  }

  /// The default: transactions stay for 30 days, and the last 100,000 stay for longer.
  public static let standard = HistoryPolicy(age: 30 * 86_400, count: 100_000)
  /// Every transaction stays until you clean the history.
  public static let unlimited = HistoryPolicy(age: .infinity, count: .max)

  /// The cleaning that applies the policy at a date, or nil if the policy is unlimited.
  package func cleaning(at now: Date) -> HistoryCleaning? {
    guard age.isFinite else { return nil }
    return HistoryCleaning(before: now - age, keepingLast: count)
  }
}

extension Store {
  /// The number of entries that applying a policy removes at once, so that nobody waits long for it.
  private static let cleanedAtOnce: Int64 = 20_000

  /// Removes the oldest entries that a policy doesn't keep, 20,000 at most.
  ///
  /// Without any, it costs the look for the first and the last number.
  ///
  /// - Returns: The number of removed entries.
  /// - Throws: `StorageError`.
  @discardableResult
  package func apply(_ policy: HistoryPolicy, at now: Date = Date()) throws -> Int {
    guard !isReadOnly, let cleaning = policy.cleaning(at: now) else { return 0 }
    // Through the connection that would remove them: a standby may be behind, or away.
    let oldest = try withWriter { connection in
      guard let first = try connection.integer("SELECT min(number) FROM strata_history"),
        let last = try connection.integer("SELECT max(number) FROM strata_history"),
        last - first >= Int64(clamping: policy.count), let before = cleaning.before
      else { return nil as Int64? }
      let time = before.timeIntervalSinceReferenceDate
      let query: SQL = """
        SELECT number FROM strata_history WHERE number = \(bind: first) AND time < \(bind: time)
        """
      return try connection.integer(query)
    }
    guard let first = oldest else { return 0 }
    // Numbers may be missing, so that fewer entries stay than the policy counts: never fewer than it says.
    return try cleanHistory(cleaning, through: first + Self.cleanedAtOnce - 1).count
  }
}
