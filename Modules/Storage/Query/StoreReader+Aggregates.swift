internal import StrataSchema

extension StoreReader {
  /// Works out what is asked for over what the store has.
  ///
  /// - Parameters:
  ///   - keys: As in ``SQLQuery/init(_:tables:excluding:)-(AggregateQuery,_,_)``.
  ///   - body: Given each row's values of the keys, and a way to add its part to a group's totals.
  package func aggregates(
    _ query: AggregateQuery, excluding keys: String? = nil,
    _ body: (_ group: [AggregateValue], _ add: (inout [AggregateTotal]) throws -> Void) throws ->
      Void
  ) throws {
    let sql = try SQLQuery(query, tables: store.tables, excluding: keys)
    let distinct = keys == nil ? [] : query.distinctOperands
    try read { connection in
      try connection.forEachRow(sql) { statement in
        let row = (0..<statement.columnCount).map { statement.value(at: $0) }
        let group = try query.keys.enumerated().map { index, operand in
          try AggregateValue(ordered: row[index], operand.kind)
        }
        try body(group) { totals in
          var column = query.keys.count + distinct.count
          for (index, measure) in query.measures.enumerated() {
            if keys != nil, measure.function == .countDistinct {
              guard let operand = measure.operand,
                let position = distinct.firstIndex(of: operand)
              else { continue }
              totals[index].add(
                distinct: try AggregateValue(
                  ordered: row[query.keys.count + position], operand.kind))
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

extension AggregateQuery.Measure {
  /// How many columns the store works the measure out in.
  var columnCount: Int {
    switch function {
    case .count, .countDistinct, .minimum, .maximum: 1
    case .sum, .average: [.integer, .unsigned].contains(operand?.kind) ? 3 : 2
    }
  }
}
