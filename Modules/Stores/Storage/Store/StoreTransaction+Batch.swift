package import StrataQuery
package import StrataSQLite
import StrataSchema

extension QueryAssignment {
  /// The column's name.
  fileprivate var name: String { column.name(of: property) }

  /// The new value, as a term of a query.
  fileprivate var term: SQLQuery {
    let name = quoted(name)
    switch value {
    case .constant(let value): return SQLQuery("?", value)
    case .column(let property, let other): return SQLQuery(quoted(other.name(of: property)))
    case .sum(let number, _):
      return switch AggregateValue.Kind(column) {
      case .decimal: SQLQuery("strata_decimal(\(name), ?, '+')", number)
      case .unsigned: SQLQuery("strata_unsigned(\(name), ?, '+')", number)
      case .integer, .real, .other: SQLQuery("(\(name) + ?)", number)
      }
    }
  }

  /// What is true where the new value doesn't fit the column; nil where it always does.
  fileprivate var overflow: SQLQuery? {
    guard case .sum(_, let range) = value else { return nil }
    let sum = term
    switch AggregateValue.Kind(column) {
    case .decimal, .unsigned: return SQLQuery("\(sum.sql) IS NULL", arguments: sum.arguments)
    // SQLite goes on with a real number where an integer is too large.
    case .integer:
      let range = range ?? .min ... .max
      return SQLQuery(
        "(typeof(\(sum.sql)) <> 'integer' OR \(sum.sql) NOT BETWEEN ? AND ?)",
        arguments: sum.arguments + sum.arguments + [
          .integer(range.lowerBound), .integer(range.upperBound),
        ])
    case .real, .other: return nil
    }
  }
}

extension StoreTransaction {
  /// The first column of each row of a query, as numbers, as the transaction sees them.
  package func integers(_ query: SQLQuery) throws -> [Int64] {
    try connection.integers(query)
  }

  /// The keys that a query selects, as the transaction sees them, by the entity of each: one list for
  /// each of the table's ``EntityTable/kinds``.
  package func keys(_ query: SQLQuery, ofKindsOf table: EntityTable) throws -> [[Int64]] {
    guard table.isPolymorphic else { return [try integers(query)] }
    var names = TextChoice(table.kinds.map(\.entity.name))
    var result = [[Int64]](repeating: [], count: table.kinds.count)
    try connection.forEachRow(query) { statement in
      if let kind = names.index(of: statement, column: 1) {
        result[kind].append(statement.integer(at: 0))
      }
    }
    return result
  }

  /// Sets columns of the rows with some keys, all of them from the values that they had before.
  package func update(
    _ table: EntityTable, keys: some Collection<Int64>, _ assignments: [QueryAssignment]
  ) throws {
    let terms = assignments.map(\.term)
    let list = zip(assignments, terms).map { "\(quoted($0.name)) = \($1.sql)" }
      .joined(separator: ", ")
    try connection.statement("UPDATE \(quoted(table.name)) SET \(list) WHERE \(Self.isAmongKeys)")
      .run(terms.flatMap(\.arguments) + [KeyList.argument(keys)])
  }

  /// Lets a to-one relationship of the rows with some keys lead nowhere.
  package func clearLinks(
    _ table: EntityTable, _ relationship: String, keys: some Collection<Int64>
  ) throws {
    let column = quoted(table.linkColumn(of: relationship))
    try connection.statement(
      "UPDATE \(quoted(table.name)) SET \(column) = NULL WHERE \(Self.isAmongKeys)"
    ).run([KeyList.argument(keys)])
  }

  /// The first of some rows whose new value doesn't fit its column, and the property of that column.
  package func firstOverflow(
    _ table: EntityTable, keys: some Collection<Int64>, _ assignments: [QueryAssignment]
  ) throws -> (key: Int64, property: String)? {
    for assignment in assignments {
      guard let overflow = assignment.overflow else { continue }
      let query = SQLQuery(
        "SELECT \(EntityTable.key) FROM \(quoted(table.name)) WHERE \(Self.isAmongKeys) "
          + "AND \(quoted(assignment.name)) IS NOT NULL AND \(overflow.sql) LIMIT 1",
        arguments: [KeyList.argument(keys)] + overflow.arguments)
      if let key = try integers(query).first { return (key, assignment.property) }
    }
    return nil
  }

  private static let isAmongKeys = "\(EntityTable.key) \(KeyList.contains)"
}
