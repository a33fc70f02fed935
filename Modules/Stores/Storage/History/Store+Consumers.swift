public import Foundation
internal import StrataSQLite
internal import StrataSchema

// Cursors are rows of the store, so that they always fit the history that they point into: a copy of
// a store, or an older state of it, contains the cursors of that time. The first consumer creates the
// table.
extension Store {
  /// Registers a consumer if it isn't registered.
  ///
  /// - Parameter position: The position of a new consumer, or nil for the history's end.
  /// - Returns: The consumer's position.
  package func registerConsumer(
    _ name: String, at position: HistoryPosition?
  ) throws -> HistoryPosition {
    if let known = try makeReader().consumerPosition(name) { return known }
    return try changeHistory { connection in
      try connection.execute(tables.dialect.consumerTable)
      let start = try position?.transaction ?? connection.lastTransaction()
      try connection.run(
        tables.dialect.insertion(
          ifNew: "strata_consumers", "name, number, time",
          """
          VALUES (\(bind: name), \(bind: start), \(bind: Date().timeIntervalSinceReferenceDate))
          """))
      return try connection.cursor(of: name) ?? HistoryPosition(after: start)
    }
  }

  /// Moves a consumer's cursor to a position that it has processed. Moves it back only if you ask for
  /// it.
  ///
  /// - Returns: True if the consumer is registered.
  package func moveConsumer(
    _ name: String, to position: HistoryPosition, mayGoBack: Bool = false
  ) throws -> Bool {
    guard try makeReader().consumerPosition(name) != nil else { return false }
    return try changeHistory { connection in
      let number: SQL = "\(bind: position.transaction)"
      let later: SQL = "CASE WHEN number > \(number) THEN number ELSE \(number) END"
      try connection.run(
        """
        UPDATE strata_consumers SET time = \(bind: Date().timeIntervalSinceReferenceDate),
          number = \(mayGoBack ? number : later) WHERE name = \(bind: name)
        """)
      return try connection.changedRowCount > 0
    }
  }

  /// Removes a consumer.
  ///
  /// - Returns: True if it was registered.
  package func removeConsumer(_ name: String) throws -> Bool {
    guard try makeReader().consumerPosition(name) != nil else { return false }
    return try changeHistory { connection in
      try connection.run("DELETE FROM strata_consumers WHERE name = \(bind: name)")
      return try connection.changedRowCount > 0
    }
  }
}

extension StoreReader {
  /// The registered consumers, by name.
  package func consumers() throws -> [HistoryConsumerState] {
    try read { connection in
      guard try connection.hasConsumers() else { return [] }
      let all: SQL = """
        SELECT name, number, time, (SELECT count(*) FROM strata_history AS h WHERE h.number > c.number)
        FROM strata_consumers AS c ORDER BY name
        """
      return try connection.rows(all) { row in
        // The table is STRICT.
        var time = 0.0
        if case .real(let seconds) = row.value(at: 2) { time = seconds }
        return HistoryConsumerState(
          name: row.text(at: 0) ?? "", position: HistoryPosition(after: row.integer(at: 1)),
          timestamp: Date(timeIntervalSinceReferenceDate: time),
          unreadCount: Int(row.integer(at: 3)))
      }
    }
  }

  /// The position up to which a consumer has processed the history, or nil if it isn't registered.
  package func consumerPosition(_ name: String) throws -> HistoryPosition? {
    try read { connection in
      try connection.hasConsumers() ? try connection.cursor(of: name) : nil
    }
  }

  /// The position up to which cleaning has removed the history.
  package func historyStart() throws -> HistoryPosition {
    try read { HistoryPosition(after: try $0.historyState().lastCleaned()) }
  }
}

extension Connection {
  fileprivate func hasConsumers() throws -> Bool {
    try catalog.hasTable("strata_consumers")
  }

  fileprivate func cursor(of name: String) throws -> HistoryPosition? {
    try integer("SELECT number FROM strata_consumers WHERE name = \(bind: name)")
      .map { HistoryPosition(after: $0) }
  }

  /// The last transaction that all consumers have processed, or nil if there are no consumers.
  func firstCursor() throws -> Int64? {
    guard try hasConsumers() else { return nil }
    return try integer("SELECT min(number) FROM strata_consumers")
  }
}

/// The state of a history consumer: its name, and the position up to which it has read.
public struct HistoryConsumerState: Sendable, Hashable {
  /// The consumer's name.
  public let name: String
  /// The position up to which the consumer has processed the history.
  public let position: HistoryPosition
  /// The time of the last move of the cursor, or of the registration.
  public let timestamp: Date
  /// The number of entries behind the position.
  public let unreadCount: Int
}
