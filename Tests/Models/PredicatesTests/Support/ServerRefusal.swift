import StrataTestSupport
import Testing

/// What a server refuses to query, by name.
enum ServerRefusal {
  /// The words of queries that have no counterpart on a server: regular expressions.
  private static let words = ["matches", "Regex", "/", "(expression)"]

  /// Runs a body. On a server, it may be refused if its query has one of the words.
  static func allowed(for query: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      guard TestServer.isWanted,
        "\(error)".contains("can't be part of a query on a PostgreSQL server")
      else { throw error }
      #expect(words.contains { query.contains($0) }, "\(query): \(error)")
    }
  }
}
