package import StrataQuery
package import StrataSQLite
internal import StrataSchema

extension StoreReader {
  /// The values of a group's keys, and what was worked out over it.
  package typealias FoundGroup = (keys: [AggregateValue], results: [AggregateValue])

  /// Reads some values of each object that a query finds, in its order.
  ///
  /// - Parameters:
  ///   - cursor: Makes what the body gets of the query's row, which has the values one after another.
  ///   - body: Makes a result of each row.
  package func values<Cursor, Result>(
    _ values: [GroupedQuery.Value], of query: Query, _ cursor: (Row) -> Cursor,
    _ body: (inout Cursor) throws -> Result
  ) throws -> [Result] {
    let sql = try SQL(values: values, of: query, tables: store.tables)
    return try read { connection in
      try connection.withStatement(sql) { statement in
        var row = cursor(Row(statement, table: query.entity))
        var results: [Result] = []
        defer { didRead(results.count) }
        while try statement.step() { results.append(try body(&row)) }
        return results
      }
    }
  }

  /// Works out what is asked for over what the store has: the groups in their order.
  package func groups(_ query: GroupedQuery) throws -> [FoundGroup] {
    let empty = query.measures.map { AggregateTotal($0) }
    var groups: [FoundGroup] = []
    try self.groups(query) { keys, add in
      var totals = empty
      try add(&totals)
      groups.append((keys, totals.map(\.result)))
    }
    return groups
  }

  /// Works out what is asked for over what the store has.
  ///
  /// - Parameters:
  ///   - keys: Keys of rows to leave out, as in ``StrataSQLite/SQL``.
  ///   - body: Given each row's values of the keys, and a way to add its part to the totals of a group:
  ///     one for each of ``GroupedQuery/measures``.
  package func groups(
    _ query: GroupedQuery, excluding keys: [Int64]? = nil,
    _ body: (_ group: [AggregateValue], _ add: (inout [AggregateTotal]) throws -> Void) throws ->
      Void
  ) throws {
    let sql = try SQL(query, tables: store.tables, excluding: keys)
    let distinct = keys == nil ? [] : query.distinctValues
    let measures = query.measures
    try read { connection in
      var count = 0
      defer { didRead(count) }
      try connection.forEachRow(sql) { statement in
        count += 1
        let row = (0..<statement.columnCount).map { statement.value(at: $0) }
        let group = try query.keys.enumerated().map { index, key in
          try AggregateValue(ordered: row[index], key.kind)
        }
        try body(group) { totals in
          var column = query.keys.count + distinct.count
          for (index, measure) in measures.enumerated() {
            if keys != nil, measure.function == .countDistinct {
              guard let value = measure.value, let position = distinct.firstIndex(of: value)
              else { continue }
              totals[index].add(
                distinct: try AggregateValue(
                  ordered: row[query.keys.count + position], value.kind))
            } else {
              let end = column + measure.columnCount
              try totals[index].add(part: row[column..<end])
              column = end
            }
          }
        }
      }
    }
  }
}

extension GroupedQuery.Aggregate {
  /// How many columns the store works it out in.
  var columnCount: Int {
    switch function {
    case .count, .countDistinct, .minimum, .maximum: 1
    case .sum, .average: [.integer, .unsigned].contains(value?.kind) ? 3 : 2
    }
  }
}
