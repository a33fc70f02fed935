@_spi(Query) public import StrataBulk
internal import Foundation
public import Strata
public import StrataQuery
public import StrataQueryText
public import StrataShell

/// A table of the results of a grouped query, with a column for each key and each aggregate.
@MainActor public struct GroupTable {
  private let query: GroupedQuery
  private let names: [String]
  private let output: Output

  /// Makes a table for a query, with the column names of its text.
  public init(_ query: GroupedQuery, _ syntax: GroupedQuerySyntax, _ output: Output) {
    self.query = query
    names = syntax.names
    self.output = output
  }

  /// Prints the groups of the query's result.
  ///
  /// - Throws: `ShellError` if the output can't be written.
  @_spi(Query) public func print(_ groups: [ModelContext.QueryGroup]) throws {
    let writer = try output.beginTable(names.map { Table.Column($0, staysWhenEmpty: true) })
    for group in groups {
      let keys = zip(group.keys, query.keys).map { Self.cell($0, $1) }
      let values = zip(group.values, query.aggregates).map { Self.cell($0, $1) }
      try writer.row(keys + values)
    }
    try writer.end()
  }

  private static func cell(_ value: ColumnValue, _ aggregate: GroupedQuery.Aggregate) -> Cell {
    guard case .real(let number) = value, aggregate.column.meaning == nil,
      aggregate.function == .sum || aggregate.function == .average
    else { return Cell(value, aggregate.column) }
    // Decimal fractions have no exact binary form. Digits beyond the twelfth are rounding errors.
    return Cell(Double(String(format: "%.12g", number)) ?? number)
  }

  private static func cell(
    _ key: ModelContext.QueryGroup.Key, _ value: GroupedQuery.Value
  ) -> Cell {
    switch (key, value) {
    case (.value(let value), .column(_, let column)): Cell(value, column)
    case (.object(let object), _): Cell(object.map { "\($0)" })
    case (.value, .object): .null
    }
  }
}
