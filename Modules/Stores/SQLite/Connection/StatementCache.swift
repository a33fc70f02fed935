/// The prepared statements that were used last. Preparing one more than there is room for releases the one
/// that was used least recently.
package struct StatementCache<Key: Hashable> {
  private var statements: [Key: Statement] = [:]
  private let capacity: Int
  private var useCount = 0

  init(capacity: Int) { self.capacity = capacity }

  /// True if the cache has a statement. It doesn't count as used then.
  package func contains(_ key: Key) -> Bool { statements[key] != nil }

  /// The statement of a key, or nil for none.
  package mutating func use(_ key: Key) -> Statement? {
    guard let statement = statements[key] else { return nil }
    useCount += 1
    statement.lastUse = useCount
    return statement
  }

  /// Adds a statement. O(capacity) where another has to go.
  package mutating func insert(_ statement: Statement, for key: Key) {
    if statements.count >= capacity,
      let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      statements[oldest.key] = nil
    }
    useCount += 1
    statement.lastUse = useCount
    statements[key] = statement
  }

  package mutating func removeAll() { statements.removeAll() }
}
