package import StrataSQLite
package import StrataSchema

/// Finds the rows that have one of some lists of values in some columns, by a search of an index for each
/// list: the columns should have a unique one.
///
/// A statement takes a certain number of lists, so that its text is prepared once. What there are fewer of is
/// filled up with NULL, which equals nothing.
package struct ValueSearch {
  private let columnCount: Int
  // By how many lists they take; fewer are cheaper where there are few.
  private let texts: [(count: Int, text: String)]

  /// A search in a table.
  package init(_ table: EntityTable, by columns: [EntityTable.Column]) {
    columnCount = columns.count
    texts = [8, 500].map { ($0, Self.text(table, columns, count: $0)) }
  }

  private static func text(
    _ table: EntityTable, _ columns: [EntityTable.Column], count: Int
  ) -> String {
    let marks = String(repeating: ",?", count: columns.count)
    let lists = (0..<count).map { "(\($0)\(marks))" }.joined(separator: ",")
    let conditions = columns.enumerated().map { "t.\(quoted($1.name)) = k.column\($0 + 2)" }
    // Which of the two is gone through isn't left to SQLite.
    return "SELECT \(table.selection()), k.column1 FROM (VALUES \(lists)) AS k "
      + "CROSS JOIN \(quoted(table.name)) AS t ON \(conditions.joined(separator: " AND "))"
      + table.furtherFilter("t")
  }

  /// The queries for lists of values, each with where its lists begin. Behind a row's columns stands the
  /// position of its list, counted from there.
  package func queries(for lists: [[ColumnValue]]) -> [(start: Int, query: SQLQuery)] {
    var queries: [(start: Int, query: SQLQuery)] = []
    var start = 0
    while start < lists.count {
      let (count, text) = texts.first { $0.count >= lists.count - start } ?? texts[texts.count - 1]
      let end = min(start + count, lists.count)
      var arguments: [ColumnValue] = []
      arguments.reserveCapacity(count * columnCount)
      for list in lists[start..<end] { arguments += list }
      while arguments.count < count * columnCount { arguments.append(.null) }
      queries.append((start, SQLQuery(text, arguments: arguments)))
      start = end
    }
    return queries
  }
}
