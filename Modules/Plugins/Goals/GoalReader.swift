import Foundation
import Strata
import StrataDomain
import StrataQuery
import TrackerModel

/// Asks the store what a goal's data points come to; none is loaded.
@MainActor struct GoalReader {
  let context: ModelContext
  let item: Item

  /// What goals for a kind of item are about when nothing else is said.
  static func measures(of kind: ItemDataContent.Kind) -> [GoalMeasure] {
    kind == .singleOption ? [.count] : GoalMeasure.allCases
  }

  /// What the data points that begin in a range come to; nil without any, but for sums and counts.
  func value(_ measure: GoalMeasure, _ range: Range<Date>) throws -> Double? {
    let within = [
      Self.comparison(.greaterOrEqual, Self.column(.startDate), range.lowerBound),
      Self.comparison(.less, Self.column(.startDate), range.upperBound),
    ]
    switch measure {
    case .count: return try ask(.count, nil, within)
    case .sum: return try ask(.sum, number, within)
    case .average: return try ask(.average, number, within)
    case .minimum: return try ask(.minimum, number, within)
    case .maximum: return try ask(.maximum, number, within)
    case .latest:
      guard let last = try ask(.maximum, Self.column(.startDate), within) else { return nil }
      // Several of one moment have no order.
      return try ask(
        .average, number,
        [.comparison(.equal, Self.column(.startDate), .literal(.real(last)))])
    }
  }

  /// The first value; two values count with the first, and what has none with its hours.
  private var number: QueryExpression {
    if item.kind.isRequired(.value1) { return Self.column(.value1) }
    return .arithmetic(
      .divide, .arithmetic(.subtract, Self.column(.endDate), Self.column(.startDate)),
      .literal(.real(3600)))
  }

  private func ask(
    _ function: GroupedQuery.Aggregate.Function, _ expression: QueryExpression?,
    _ conditions: [QueryExpression]
  ) throws -> Double? {
    let path = QueryPath(steps: [.init(relationship: "item", destination: "Item")])
    let isOfItem = QueryExpression.comparison(
      .equal, .key(path), .literal(.integer(item.persistentModelID.rowKey)))
    let aggregate = GroupedQuery.Aggregate(
      function, of: expression.map { .column($0, ColumnDescription("", .real)) })
    let query = Query(entity: "ItemData", predicate: .and([isOfItem] + conditions))
    let found = try context.groups(GroupedQuery(query, aggregates: [aggregate]))
    switch found.first?.values.first {
    case .real(let number)?: return number
    case .integer(let number)?: return Double(number)
    default: return nil
    }
  }

  private static func column(_ part: ItemDataContent.Part) -> QueryExpression {
    let column = ItemDataContent.columns.first { $0.part == part.rawValue }
    return .column(
      QueryPath(),
      .init(
        property: "dataContent", description: column ?? ColumnDescription(part.rawValue, .real)))
  }

  private static func comparison(
    _ comparison: QueryExpression.Comparison, _ expression: QueryExpression, _ date: Date
  ) -> QueryExpression {
    .comparison(comparison, expression, .literal(.real(date.timeIntervalSinceReferenceDate)))
  }
}
