internal import StrataQuery
internal import StrataSchema

extension SQLQuery {
  /// Compiles what is to be worked out: one row a group, with the columns of the keys, then of values
  /// that are counted once, then of the measures.
  ///
  /// - Parameter keys: A JSON array of keys whose rows are left out, to be put together with the rest
  ///   afterwards; conditions on groups, their order and their limit wait until then, and each value
  ///   that is counted once makes a row of its own. Nil for all rows and a finished result.
  package init(
    _ aggregates: AggregateQuery, tables: Tables, excluding keys: String? = nil
  ) throws {
    let query = aggregates.query
    var compiler = SQLCompiler(tables: tables)
    let table = try tables.table(query.entity)
    let root = compiler.declare(variable: 0, entity: query.entity)
    var selected: [String] = []
    var groups: [String] = []
    // Names with this prefix are the store's own, so that no column has them.
    func name(_ sql: String) -> String {
      selected.append("\(sql) AS strata_\(selected.count)")
      return "strata_\(selected.count - 1)"
    }
    for operand in aggregates.keys + (keys == nil ? [] : aggregates.distinctOperands) {
      groups.append(name(try compiler.ordered(operand)))
    }
    var measures: [(AggregateQuery.Measure, [String])] = []
    for measure in aggregates.measures {
      let isLeft = keys != nil && measure.function == .countDistinct
      let columns = isLeft ? [] : try compiler.columns(of: measure).map { name($0) }
      measures.append((measure, columns))
    }
    if selected.isEmpty { _ = name("1") }
    var conditions: [String] = []
    if let filter = table.filter(root, isSearched: true) { conditions.append(filter) }
    if let predicate = query.predicate, predicate != .alwaysTrue {
      conditions.append(try compiler.compile(predicate))
    }
    if let keys {
      compiler.arguments.append(.text(keys))
      conditions.append("\(root).\(EntityTable.key) NOT \(KeyList.contains)")
    }
    sql = "SELECT \(selected.joined(separator: ", ")) FROM \(quoted(table.name)) AS \(root)"
    for join in compiler.joins(of: 0) { sql += " " + join }
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    if !groups.isEmpty { sql += " GROUP BY " + groups.joined(separator: ", ") }
    if keys == nil {
      sql += Self.selection(of: aggregates, with: &compiler, groups: groups, measures: measures)
    }
    arguments = compiler.arguments
  }

  /// Which groups are wanted, in which order.
  private static func selection(
    of aggregates: AggregateQuery, with compiler: inout SQLCompiler, groups: [String],
    measures: [(AggregateQuery.Measure, [String])]
  ) -> String {
    var sql = ""
    if let condition = aggregates.condition {
      sql += " HAVING " + compiler.compile(condition, measures)
    }
    var order: [String] = []
    for key in aggregates.order {
      let terms =
        switch key.term {
        case .key(let index): [groups[index]]
        case .measure(let index): SQLCompiler.result(of: measures[index].0, measures[index].1)
        }
      order += terms.map { $0 + (key.isAscending ? "" : " DESC") }
    }
    order += groups
    if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
    let query = aggregates.query
    if query.limit != nil || query.offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      compiler.arguments.append(.integer(Int64(query.limit ?? -1)))
      compiler.arguments.append(.integer(Int64(query.offset)))
    }
    return sql
  }
}

extension AggregateQuery {
  /// The values that are counted once, each once.
  var distinctOperands: [Operand] {
    var found: [Operand] = []
    for case let operand? in measures.filter({ $0.function == .countDistinct }).map(\.operand)
    where !found.contains(operand) { found.append(operand) }
    return found
  }
}
