package import StrataQuery
package import StrataSQLite
import StrataSchema

extension QueryAssignment {
  /// The column's name.
  fileprivate var name: String { column.name(of: property) }

  /// The new value.
  fileprivate func term(_ dialect: SQLDialect) -> SQL {
    switch value {
    case .constant(let value):
      return dialect.parameter("\(bind: value, as: column.storageClass)", for: column)
    case .column(let property, let other): return "\(name: other.name(of: property))"
    case .sum(let number, _):
      return dialect.sum(of: "\(name: name)", and: number, as: AggregateValue.Kind(column))
    }
  }

  /// The condition that the new value doesn't fit the column, or nil if it always does.
  fileprivate func overflow(_ dialect: SQLDialect) -> SQL? {
    guard case .sum(_, let range) = value else { return nil }
    return dialect.isOutOfRange(
      term(dialect), as: AggregateValue.Kind(column), in: range)
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
    let list = assignments.map { "\(name: $0.name) = \($0.term(dialect))" as SQL }.joined()
    try connection.run("UPDATE \(table) SET \(list) WHERE \(KeyList(keys, dialect).contains(.key))")
  }

  /// The keys among some of the rows in which a column is NULL, in ascending order.
  package func keys(
    _ keys: some Collection<Int64>, of table: EntityTable, withoutValueIn column: String
  ) throws -> [Int64] {
    try connection.integers(
      """
      SELECT \(.key) FROM \(table) WHERE \(KeyList(keys, dialect).contains(.key)) \
      AND \(name: column) IS NULL ORDER BY \(.key)
      """)
  }

  /// Lets a to-one relationship of the rows with some keys lead nowhere.
  package func clearLinks(
    _ table: EntityTable, _ relationship: String, keys: some Collection<Int64>
  ) throws {
    try connection.run(
      """
      UPDATE \(table) SET \(name: table.linkColumn(of: relationship)) = NULL \
      WHERE \(KeyList(keys, dialect).contains(.key))
      """)
  }

  /// The first of some rows whose new value doesn't fit its column, and the property of that column.
  package func firstOverflow(
    _ table: EntityTable, keys: some Collection<Int64>, _ assignments: [QueryAssignment]
  ) throws -> (key: Int64, property: String)? {
    for assignment in assignments {
      guard let overflow = assignment.overflow(dialect) else { continue }
      let query: SQL = """
        SELECT \(.key) FROM \(table) WHERE \(KeyList(keys, dialect).contains(.key)) \
        AND \(name: assignment.name) IS NOT NULL AND \(overflow) LIMIT 1
        """
      if let key = try integers(query).first { return (key, assignment.property) }
    }
    return nil
  }
}
