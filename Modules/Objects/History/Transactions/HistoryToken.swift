/// A position in the history of a container's stores.
public protocol HistoryToken: Comparable, Hashable, Codable, Sendable {}

/// A position in the history of a container's stores. Store one to continue from there later.
///
/// ```swift
/// let news = try context.fetchHistory(
///   HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
/// ```
///
/// A token stays valid across runs of the program. It is useless with another store.
public struct DefaultHistoryToken: HistoryToken {
  /// The number of the last transaction before the position, by the identifier of its store.
  public let tokenValue: [String: Int64]?

  /// Creates a position from the number of each store's last transaction.
  package init(_ numbers: [String: Int64]) { tokenValue = numbers }

  /// The position before the first transaction of any store.
  public static let beginning = DefaultHistoryToken([:])

  /// The number of a store's last transaction before the position, or 0 if there is none.
  package subscript(store: String) -> Int64 { tokenValue?[store] ?? 0 }

  /// True if `lhs` is earlier than `rhs` in some store and later in none.
  ///
  /// Two tokens are unordered if each is later in some store. `fetchHistory(_:)` returns none such.
  public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    let stores = Set((lhs.tokenValue ?? [:]).keys).union((rhs.tokenValue ?? [:]).keys)
    return stores.allSatisfy { lhs[$0] <= rhs[$0] } && stores.contains { lhs[$0] < rhs[$0] }
  }

  /// True if both are the same position.
  public static func == (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    let stores = Set((lhs.tokenValue ?? [:]).keys).union((rhs.tokenValue ?? [:]).keys)
    return stores.allSatisfy { lhs[$0] == rhs[$0] }
  }

  /// Hashes the transaction numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine((tokenValue ?? [:]).filter { $0.value != 0 })
  }
}
