package import StrataQuery
internal import StrataSQLite
internal import StrataSchema

extension SQL {
  /// Compiles a grouped query: one row a group, with the columns of the keys, of the values that are counted once, and
  /// of the measures.
  ///
  /// - Parameter keys: Keys of rows to leave out, or nil for a finished result. Otherwise the caller adds other rows to the
  ///   groups: conditions on groups, their order and their limit are left to it, and each value that is counted once
  ///   makes a row of its own.
  package init(
    _ groups: GroupedQuery, tables: Tables, excluding keys: [Int64]? = nil
  ) throws {
    let query = groups.query
    var compiler = SQLCompiler(tables: tables)
    let table = try tables.table(query.entity)
    let root = compiler.declare(variable: 0, entity: query.entity)
    var selected: [SQL] = []
    var grouped: [SQL] = []
    // Names with this prefix are the store's own, so that no column has them.
    func name(_ sql: SQL) -> SQL {
      let name: SQL = "strata_\(selected.count)"
      selected.append("\(sql) AS \(name)")
      return name
    }
    for value in groups.keys + (keys == nil ? [] : groups.distinctValues) {
      grouped.append(name(try compiler.ordered(value)))
    }
    var measures: [GroupedQuery.Aggregate: [SQL]] = [:]
    for measure in groups.measures where keys == nil || measure.function != .countDistinct {
      measures[measure] = try compiler.columns(of: measure).map { name($0) }
    }
    if selected.isEmpty { _ = name("1") }
    let conditions = try compiler.conditions(of: query, on: table, as: root, excluding: keys)
    self = """
      SELECT \(selected.joined()) FROM \(table) AS \(root)\(compiler.joins(of: 0))\(conditions)
      """
    if !grouped.isEmpty { self += " GROUP BY \(grouped.joined())" }
    if keys == nil {
      let selection = try Self.selection(
        of: groups, with: compiler, keys: grouped, measures: measures)
      self = tables.dialect.groups(self, where: selection.condition, selection.rest)
    }
  }

  /// The condition on groups, and their order and number.
  private static func selection(
    of groups: GroupedQuery, with compiler: SQLCompiler, keys: [SQL],
    measures: [GroupedQuery.Aggregate: [SQL]]
  ) throws -> (condition: SQL?, rest: SQL) {
    let condition = try groups.condition.map { try compiler.compile($0, measures) }
    var sql: SQL = ""
    var order: [SQL] = []
    for key in groups.sort {
      let terms =
        switch key.term {
        case .key(let index): [keys[index]]
        case .aggregate(let one): compiler.result(of: one, measures[one] ?? [])
        }
      order += terms.map {
        "\($0)\(compiler.dialect.direction(isAscending: key.isAscending, nils: nil))"
      }
    }
    order += keys.map { "\($0)\(compiler.dialect.direction(isAscending: true, nils: nil))" }
    if !order.isEmpty { sql += " ORDER BY \(order.joined())" }
    return (condition, "\(sql)\(groups.query.page(compiler.dialect))")
  }
}

extension GroupedQuery {
  /// The values that are counted once, each once.
  package var distinctValues: [Value] {
    var found: [Value] = []
    for case let value? in measures.filter({ $0.function == .countDistinct }).map(\.value)
    where !found.contains(value) { found.append(value) }
    return found
  }
}
