package import StrataSchema

/// What a batch does to one column of its rows.
package struct ColumnAssignment: Sendable {
  package let column: String
  package let value: Value

  package init(_ column: String, _ value: Value) {
    self.column = column
    self.value = value
  }

  package enum Value: Sendable {
    case constant(ColumnValue)
    /// Another column's value, as it was before the batch.
    case column(String)
    /// The column's own value and a number, which together must be within the range, where there is
    /// one; NULL stays NULL.
    case sum(ColumnValue, AggregateQuery.Operand.Kind, ClosedRange<Int64>?)
  }

  /// The SQL of the new value and its arguments.
  fileprivate var sql: (text: String, arguments: [ColumnValue]) {
    switch value {
    case .constant(let value): ("?", [value])
    case .column(let name): (quoted(name), [])
    case .sum(let number, .decimal, _): ("strata_decimal(\(quoted(column)), ?, '+')", [number])
    case .sum(let number, .unsigned, _): ("strata_unsigned(\(quoted(column)), ?, '+')", [number])
    case .sum(let number, _, _): ("(\(quoted(column)) + ?)", [number])
    }
  }

  /// The SQL that is true where the new value has no place in the column; nil where there always is.
  fileprivate var overflow: (text: String, arguments: [ColumnValue])? {
    guard case .sum(_, let kind, let range) = value else { return nil }
    let sum = sql
    switch kind {
    case .decimal, .unsigned: return ("\(sum.text) IS NULL", sum.arguments)
    // SQLite goes on with a real number where an integer is too large.
    case .integer:
      let range = range ?? .min ... .max
      return (
        "(typeof(\(sum.text)) <> 'integer' OR \(sum.text) NOT BETWEEN ? AND ?)",
        sum.arguments + sum.arguments + [
          .integer(range.lowerBound), .integer(range.upperBound),
        ]
      )
    case .real, .other: return nil
    }
  }
}

extension StoreTransaction {
  /// The first column of each row of a query, as numbers, as the transaction sees them.
  package func integers(_ query: SQLQuery) throws -> [Int64] {
    let statement = try connection.statement(query.sql)
    try statement.bind(query.arguments)
    defer { statement.reset() }
    var result: [Int64] = []
    while try statement.step() { result.append(statement.integer(at: 0)) }
    return result
  }

  /// The keys that a query selects, as the transaction sees them, by the entity of each: one list for
  /// each of the table's ``EntityTable/kinds``.
  package func keys(_ query: SQLQuery, ofKindsOf table: EntityTable) throws -> [[Int64]] {
    guard table.isPolymorphic else { return [try integers(query)] }
    let statement = try connection.statement(query.sql)
    try statement.bind(query.arguments)
    defer { statement.reset() }
    var names = TextChoice(table.kinds.map(\.entity.name))
    var result = [[Int64]](repeating: [], count: table.kinds.count)
    while try statement.step() {
      if let kind = names.index(of: statement, 1) {
        result[kind].append(statement.integer(at: 0))
      }
    }
    return result
  }

  /// Sets columns of the rows with some keys, all of them from the values that they had before.
  package func update(
    _ table: EntityTable, keys: some Collection<Int64>, _ assignments: [ColumnAssignment]
  ) throws {
    let parts = assignments.map { (column: quoted($0.column), value: $0.sql) }
    let list = parts.map { "\($0.column) = \($0.value.text)" }.joined(separator: ", ")
    let query = SQLQuery(
      sql: "UPDATE \(quoted(table.name)) SET \(list) WHERE \(Self.among)",
      arguments: parts.flatMap(\.value.arguments) + [Self.list(keys)])
    _ = try integers(query)
  }

  /// The first of some rows whose new value has no place in its column, and that column.
  package func firstOverflow(
    _ table: EntityTable, keys: some Collection<Int64>, _ assignments: [ColumnAssignment]
  ) throws -> (key: Int64, column: String)? {
    for assignment in assignments {
      guard let overflow = assignment.overflow else { continue }
      let query = SQLQuery(
        sql: "SELECT \(EntityTable.key) FROM \(quoted(table.name)) WHERE \(Self.among) "
          + "AND \(quoted(assignment.column)) IS NOT NULL AND \(overflow.text) LIMIT 1",
        arguments: [Self.list(keys)] + overflow.arguments)
      if let key = try integers(query).first { return (key, assignment.column) }
    }
    return nil
  }

  private static let among = "\(EntityTable.key) IN (SELECT value FROM json_each(?))"

  static func list(_ keys: some Collection<Int64>) -> ColumnValue {
    .text("[\(keys.map(String.init).joined(separator: ","))]")
  }
}
