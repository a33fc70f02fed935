public import StrataSQLite
internal import StrataSchema

extension StoreReader {
  /// SQLite's plan for a query, a line a step, indented by depth.
  public func plan(of query: SQLQuery) throws -> [String] {
    try read { connection in
      var depths: [Int64: Int] = [0: 0]
      let plan: SQL = "EXPLAIN QUERY PLAN \(query)"
      return try connection.rows(plan) { step in
        let depth = depths[step.integer(at: 1)] ?? 0
        depths[step.integer(at: 0)] = depth + 1
        return step.text(at: 3).map { String(repeating: "  ", count: depth) + $0 }
      }
    }
  }
}
