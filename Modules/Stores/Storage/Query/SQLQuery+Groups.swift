package import StrataQuery
internal import StrataSQLite
internal import StrataSchema

extension SQLQuery {
  /// Compiles what is to be worked out: one row a group, with the columns of the keys, then of values
  /// that are counted once, then of the measures.
  ///
  /// - Parameter keys: A JSON array of keys whose rows are left out, to be put together with the rest
  ///   afterwards; conditions on groups, their order and their limit wait until then, and each value
  ///   that is counted once makes a row of its own. Nil for all rows and a finished result.
  package init(
    _ groups: GroupedQuery, tables: Tables, excluding keys: String? = nil
  ) throws {
    let query = groups.query
    var compiler = SQLCompiler(tables: tables)
    let table = try tables.table(query.entity)
    let root = compiler.declare(variable: 0, entity: query.entity)
    var selected: [String] = []
    var grouped: [String] = []
    // Names with this prefix are the store's own, so that no column has them.
    func name(_ sql: String) -> String {
      selected.append("\(sql) AS strata_\(selected.count)")
      return "strata_\(selected.count - 1)"
    }
    for value in groups.keys + (keys == nil ? [] : groups.distinctValues) {
      grouped.append(name(try compiler.ordered(value)))
    }
    var measures: [GroupedQuery.Aggregate: [String]] = [:]
    for measure in groups.measures where keys == nil || measure.function != .countDistinct {
      measures[measure] = try compiler.columns(of: measure).map { name($0) }
    }
    if selected.isEmpty { _ = name("1") }
    let conditions = try compiler.conditions(of: query, on: table, as: root, excluding: keys)
    var sql = "SELECT \(selected.joined(separator: ", ")) FROM \(quoted(table.name)) AS \(root)"
    for join in compiler.joins(of: 0) { sql += " " + join }
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    if !grouped.isEmpty { sql += " GROUP BY " + grouped.joined(separator: ", ") }
    if keys == nil {
      sql += try Self.selection(of: groups, with: &compiler, keys: grouped, measures: measures)
    }
    self.init(sql, arguments: compiler.arguments)
  }

  /// Which groups are wanted, in which order.
  private static func selection(
    of groups: GroupedQuery, with compiler: inout SQLCompiler, keys: [String],
    measures: [GroupedQuery.Aggregate: [String]]
  ) throws -> String {
    var sql = ""
    if let condition = groups.condition {
      sql += " HAVING " + (try compiler.compile(condition, measures))
    }
    var order: [String] = []
    for key in groups.sort {
      let terms =
        switch key.term {
        case .key(let index): [keys[index]]
        case .aggregate(let one): SQLCompiler.result(of: one, measures[one] ?? [])
        }
      order += terms.map { $0 + (key.isAscending ? "" : " DESC") }
    }
    order += keys
    if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
    let query = groups.query
    if query.limit != nil || query.offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      compiler.arguments.append(.integer(Int64(query.limit ?? -1)))
      compiler.arguments.append(.integer(Int64(query.offset)))
    }
    return sql
  }
}

extension GroupedQuery {
  /// The values that are counted once, each once.
  var distinctValues: [Value] {
    var found: [Value] = []
    for case let value? in measures.filter({ $0.function == .countDistinct }).map(\.value)
    where !found.contains(value) { found.append(value) }
    return found
  }
}
