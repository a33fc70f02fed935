internal import StrataSchema

extension StoreReader {
  /// SQLite's plan for a query, a line a step, indented by depth.
  public func plan(of query: SQLQuery) throws -> [String] {
    try read { connection in
      let statement = try connection.statement("EXPLAIN QUERY PLAN " + query.sql)
      try statement.bind(query.arguments)
      defer { statement.reset() }
      var depths: [Int64: Int] = [0: 0]
      var lines: [String] = []
      while try statement.step() {
        let depth = depths[statement.integer(at: 1)] ?? 0
        depths[statement.integer(at: 0)] = depth + 1
        if case .text(let text) = statement.value(at: 3) {
          lines.append(String(repeating: "  ", count: depth) + text)
        }
      }
      return lines
    }
  }
}
