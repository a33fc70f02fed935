package import StrataQuery
import StrataSchema

extension Query {
  /// The query itself, if neither its limit nor its offset is negative: SQLite takes such a limit for
  /// none, and Swift's collections for a mistake.
  ///
  /// - Throws: ``StackError/negativeRange(limit:offset:)``.
  package func inRange() throws(StackError) -> Query {
    guard limit ?? 0 >= 0, offset >= 0 else {
      throw .negativeRange(limit: limit, offset: offset)
    }
    return self
  }
}
