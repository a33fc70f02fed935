import StrataSQLite

/// The settings that a store needs of a connection.
struct SessionSettings {
  /// The query that makes them.
  let query: String
  /// True if they hold for one transaction, since a pooler may give the connection to others after it. Each transaction
  /// begins with the query then.
  let isPerTransaction: Bool

  /// - Parameter lockTimeout: How long the server waits for a lock, in seconds.
  init(_ address: ServerAddress, lockTimeout: Double) {
    let isPerTransaction = address.pooler == .transaction
    let values = Self.values(of: address.schema, lockTimeout: lockTimeout)
    query = "SELECT " + Self.calls(values, isPerTransaction: isPerTransaction)
    self.isPerTransaction = isPerTransaction
  }

  /// The query that a transaction begins with, or nil if none does.
  ///
  /// - Parameter others: The settings of the context whose transaction it is.
  func beginning(with others: [String: String]) -> String? {
    guard !others.isEmpty else { return isPerTransaction ? query : nil }
    let own = Self.calls(
      others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, isPerTransaction: true)
    return isPerTransaction ? "\(query), \(own)" : "SELECT \(own)"
  }

  private static func values(of schema: String, lockTimeout: Double) -> [(String, String)] {
    [
      ("TimeZone", "UTC"), ("DateStyle", "ISO"), ("IntervalStyle", "postgres"),
      ("bytea_output", "hex"), ("extra_float_digits", "1"),
      ("client_encoding", "UTF8"), ("client_min_messages", "error"),
      ("transform_null_equals", "off"),
      // A time-out of 0 would be none for the server.
      ("lock_timeout", "\(max(1, Int(lockTimeout * 1000)))"),
      ("idle_in_transaction_session_timeout", "30000"), ("search_path", quoted(schema)),
    ]
  }

  /// The names of the settings that a context can't choose, in lower case, as the server compares them: those above, and
  /// those with which statements would mean something else, or triggers and the isolation of a save would be others.
  static let reserved = Set(values(of: "", lockTimeout: 0).map { $0.0.lowercased() }).union([
    "standard_conforming_strings", "session_replication_role", "transaction_isolation",
    "transaction_read_only", "transaction_deferrable",
  ])

  private static func calls(_ values: [(String, String)], isPerTransaction: Bool) -> String {
    values.map { name, value in
      "set_config(\(literal(name)), \(literal(value)), \(isPerTransaction))"
    }.joined(separator: ", ")
  }
}
