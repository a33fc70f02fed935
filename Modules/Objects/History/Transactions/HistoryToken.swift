/// A place in the history of a container's stores: all that was saved up to it.
public protocol HistoryToken: Comparable, Hashable, Codable, Sendable {}

/// A place in the history of a container's stores. Keep one to go on from there later:
///
///     let news = try context.fetchHistory(
///       HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
///
/// It can be kept across runs of the program, and is of no use with another store.
public struct DefaultHistoryToken: HistoryToken {
  /// The number of the last transaction up to here, by the identifier of its store.
  public let tokenValue: [String: Int64]?

  /// The place up to which the stores' transactions have these numbers.
  package init(_ numbers: [String: Int64]) { tokenValue = numbers }

  /// Before the first transaction of any store.
  public static let beginning = DefaultHistoryToken([:])

  /// The last transaction of a store up to here; 0 where there is none.
  package subscript(store: String) -> Int64 { tokenValue?[store] ?? 0 }

  /// Whether one comes before another: it is behind in some store, and in none ahead. Two tokens, each of
  /// which is ahead in a store, come in no order; `fetchHistory(_:)` gives none such.
  public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    let stores = Set((lhs.tokenValue ?? [:]).keys).union((rhs.tokenValue ?? [:]).keys)
    return stores.allSatisfy { lhs[$0] <= rhs[$0] } && stores.contains { lhs[$0] < rhs[$0] }
  }

  /// Whether two are the same place.
  public static func == (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    let stores = Set((lhs.tokenValue ?? [:]).keys).union((rhs.tokenValue ?? [:]).keys)
    return stores.allSatisfy { lhs[$0] == rhs[$0] }
  }

  /// Hashes the numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine((tokenValue ?? [:]).filter { $0.value != 0 })
  }
}
