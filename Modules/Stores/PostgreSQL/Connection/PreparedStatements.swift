/// The names of a connection's prepared statements, and which of them the server may forget.
struct PreparedStatements {
  /// True if statements are prepared by name, false if each run sends its text.
  private(set) var areNamed = true
  private var count = 0
  /// The names of statements that are no longer used.
  private var released: [String] = []
  /// The comment with which each statement begins, or nil without a pooler that knows statements.
  private let mark: String?

  /// - Parameters:
  ///   - schema: The schema with the store's tables.
  ///   - isPooled: True if a pooler may give each transaction another connection.
  init(schema: String, isPooled: Bool) {
    // Letters that can't end a comment: the name's bytes as hexadecimal numbers.
    mark =
      isPooled
      ? "/* \(schema.utf8.map { String($0, radix: 16) }.joined(separator: " ")) */ " : nil
  }

  /// Sends the text of a statement with each run from now on.
  mutating func sendTexts() { areNamed = false }

  /// The name of the next statement.
  mutating func makeName() -> String {
    count += 1
    return "s\(count)"
  }

  /// A statement's text, which says its schema where a pooler prepares equal texts of all its clients once. Tables of one
  /// name may have other columns in another schema.
  func marked(_ sql: String) -> String { mark.map { $0 + sql } ?? sql }

  /// Records that a statement is no longer used. A pooler keeps the names of statements for itself, and understands no
  /// request to forget one.
  mutating func release(_ name: String) { if mark == nil { released.append(name) } }

  /// Removes the names of the statements that are no longer used.
  mutating func removeReleased() -> [String] {
    defer { released = [] }
    return released
  }
}
