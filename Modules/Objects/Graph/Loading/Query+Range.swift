package import StrataQuery
import StrataSchema

extension Query {
  /// The query itself, if neither limit nor offset is negative.
  ///
  /// SQLite would ignore a negative limit, and Swift's collections would stop the program.
  ///
  /// - Throws: ``StackError/negativeRange(limit:offset:)``.
  package func inRange() throws(StackError) -> Query {
    guard limit ?? 0 >= 0, offset >= 0 else {
      throw .negativeRange(limit: limit, offset: offset)
    }
    return self
  }
}
