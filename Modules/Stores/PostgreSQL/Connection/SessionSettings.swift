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
    let values = [
      ("TimeZone", "UTC"), ("DateStyle", "ISO"), ("IntervalStyle", "postgres"),
      ("bytea_output", "hex"), ("extra_float_digits", "1"),
      ("client_encoding", "UTF8"), ("client_min_messages", "error"),
      ("transform_null_equals", "off"),
      // A time-out of 0 would be none for the server.
      ("lock_timeout", "\(max(1, Int(lockTimeout * 1000)))"),
      ("idle_in_transaction_session_timeout", "30000"), ("search_path", quoted(address.schema)),
    ]
    let calls = values.map { name, value in
      "set_config(\(literal(name)), \(literal(value)), \(isPerTransaction))"
    }
    query = "SELECT " + calls.joined(separator: ", ")
    self.isPerTransaction = isPerTransaction
  }
}
