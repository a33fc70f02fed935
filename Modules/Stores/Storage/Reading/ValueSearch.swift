package import StrataSQLite
package import StrataSchema

/// Finds the rows that have one of some lists of values in some columns, by a search of an index for each
/// list: the columns should have a unique one.
///
/// A statement takes 8 or 500 lists, so that its text is prepared once. It is filled up with lists of NULL, which equals
/// nothing.
package struct ValueSearch {
  // By the number of lists that they take: the short one is cheaper for few.
  private let searches: [(count: Int, sql: SQL)]

  /// A search in a table.
  package init(_ table: EntityTable, by columns: [EntityTable.Column]) {
    searches = [8, 500].map { ($0, Self.search(table, columns, count: $0)) }
  }

  private static func search(
    _ table: EntityTable, _ columns: [EntityTable.Column], count: Int
  ) -> SQL {
    let parameters = columns.map { table.parameter(for: $0) }.joined(",")
    let lists = (0..<count).map { "(\($0),\(parameters))" as SQL }.joined(",")
    let conditions: [SQL] = columns.enumerated().map { "t.\($1) = k.column\($0 + 2)" }
    // Goes through the lists and searches the table, never the other way round.
    return """
      SELECT \(table.selection()), k.column1 FROM (VALUES \(lists)) AS k \
      \(table.dialect.orderedJoin) \(table) AS t ON \(conditions.joined(" AND "))\(table.furtherFilter("t"))
      """
  }

  /// The queries for lists of values, each with the position of its first list. Behind a row's columns is the position
  /// of its list, counted from there.
  package func queries(for lists: [[ColumnValue]]) -> [(start: Int, query: SQLQuery)] {
    var queries: [(start: Int, query: SQLQuery)] = []
    var start = 0
    while start < lists.count {
      let left = lists.count - start
      let (count, sql) = searches.first { $0.count >= left } ?? searches[searches.count - 1]
      let end = min(start + count, lists.count)
      queries.append((start, sql.binding(Array(lists[start..<end].joined()))))
      start = end
    }
    return queries
  }
}
