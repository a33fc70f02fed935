import Foundation
import StrataSQLite
import StrataSchema

/// The rows of a query on a file, each with its values as SQL has them, between bars.
func storedRows(_ sql: String, in url: URL) throws -> [String] {
  let connection = try Connection(path: url.path, isReadOnly: true)
  defer { connection.close() }
  return try connection.rows(SQLQuery(sql)) { row in
    (0..<row.columnCount).map { row.value(at: $0).description }.joined(separator: "|")
  }
}
