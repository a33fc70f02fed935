package import StrataQuery
internal import StrataSchema

/// Tests texts that no store has by a search: with FTS5 itself, in a database in memory, so that the
/// rules are those of a file.
package final class SearchMatcher {
  private let search: SearchCondition
  // Opened for the first texts, since most queries have none.
  private var connection: Connection?

  /// Creates a matcher of a search.
  package init(_ search: SearchCondition) { self.search = search }

  /// True if the search finds an object with these texts.
  ///
  /// - Parameter texts: The texts of the search's columns, in their order.
  /// - Throws: `StorageError`.
  package func matches(_ texts: [String?]) throws -> Bool {
    try read(texts, "1") { _ in true } ?? false
  }

  /// The text of a column with marks around each word that is searched for, or nil if the search
  /// doesn't find the texts.
  ///
  /// - Throws: `StorageError`.
  package func highlight(
    _ column: Int, of texts: [String?], prefix: String, suffix: String
  ) throws -> String? {
    try read(texts, "highlight(s, \(column), \(bind: prefix), \(bind: suffix))") { $0.text(at: 0) }
  }

  /// The part of a column's text with the most words that are searched for, with marks around each. Nil
  /// if the search doesn't find the texts.
  ///
  /// - Parameters:
  ///   - ellipsis: The text where something is left out.
  ///   - count: The greatest number of words, from 1 to 64.
  /// - Throws: `StorageError`.
  package func snippet(
    _ column: Int, of texts: [String?], prefix: String, suffix: String, ellipsis: String,
    count: Int
  ) throws -> String? {
    let call: SQL = """
      snippet(s, \(column), \(bind: prefix), \(bind: suffix), \(bind: ellipsis), \
      \(bind: Int64(min(max(count, 1), 64))))
      """
    return try read(texts, call) { $0.text(at: 0) }
  }

  /// Reads a value of the row with the texts, or returns nil if the search doesn't find it.
  private func read<Result>(
    _ texts: [String?], _ value: SQL, _ body: (Statement) throws -> Result?
  ) throws -> Result? {
    let connection = try self.connection ?? open()
    self.connection = connection
    let values = texts.map { "\(bind: $0)" as SQL }
    try connection.run(
      "INSERT INTO s (rowid, \(names.joined())) VALUES (1, \(values.joined()))")
    defer {
      // Dropped: a database in memory can always delete a row. If it couldn't, the next insertion of the
      // same row would throw.
      try? connection.run("DELETE FROM s")
    }
    return try connection.rows("SELECT \(value) FROM s WHERE s MATCH \(bind: search.fts5)", body)
      .first
  }

  private var names: [SQL] { search.columns.map { "\(name: $0.name)" } }

  private func open() throws(StorageError) -> Connection {
    let connection = try Connection(path: ":memory:")
    try connection.execute(
      """
      CREATE VIRTUAL TABLE s USING fts5(\(names.joined().sql), \
      tokenize = \(literal(search.tokenizer.fts5)))
      """)
    return connection
  }
}
