import Foundation
import Strata
import StrataDomain
import StrataQuery
import TrackerModel

/// Asks the store for what the data points of an item come to. None of them is loaded.
@MainActor struct PointReader {
  let context: ModelContext
  let item: Item
  let calendar: Calendar
  /// Called before each query, to throw when somebody wants to stop.
  let check: @MainActor () throws -> Void

  var kind: ItemDataContent.Kind { item.kind }

  /// What is worked out over a group.
  typealias Group = (option: ColumnValue?, values: [ColumnValue])

  /// Works something out over the item's data points that meet conditions.
  func groups(
    _ conditions: [QueryExpression], keys: [GroupedQuery.Value] = [],
    _ aggregates: [GroupedQuery.Aggregate]
  ) throws -> [Group] {
    try check()
    let path = QueryPath(steps: [.init(relationship: "item", destination: "Item")])
    let isOfItem = QueryExpression.comparison(
      .equal, .key(path), .literal(.integer(item.persistentModelID.rowKey)))
    let query = Query(entity: "ItemData", predicate: .and([isOfItem] + conditions))
    return try context.groups(GroupedQuery(query, keys: keys, aggregates: aggregates)).map {
      guard case .value(let option)? = $0.keys.first else { return (nil, $0.values) }
      return (option, $0.values)
    }
  }

  /// The one group of a query without keys.
  func values(
    _ conditions: [QueryExpression], _ aggregates: GroupedQuery.Aggregate...
  ) throws -> [ColumnValue] {
    try groups(conditions, aggregates).first?.values ?? aggregates.map { _ in .null }
  }

  /// The first and the last moment of data points that begin in a range; nil without any.
  func extent(_ range: Range<Date>) throws -> Range<Date>? {
    let within = [PointColumns.start >= range.lowerBound, PointColumns.start < range.upperBound]
    // Two queries, each of which an index answers at once.
    let first = try values(within, .minimum(PointColumns.start))[0].number
    let last = try values(within, .maximum(PointColumns.start))[0].number
    guard let first, let last else { return nil }
    var end = last
    if kind.isRequired(.endDate) {
      end = max(end, try values(within, .maximum(PointColumns.end))[0].number ?? end)
      end = min(end, range.upperBound.timeIntervalSinceReferenceDate)
    }
    return Date(
      timeIntervalSinceReferenceDate: first)..<Date(
        timeIntervalSinceReferenceDate: max(first, end).nextUp)
  }

  /// How many data points begin in a range.
  func count(_ range: Range<Date>) throws -> Int {
    let number = try values(
      [PointColumns.start >= range.lowerBound, PointColumns.start < range.upperBound],
      GroupedQuery.Aggregate(.count))[0].number
    return Int(number ?? 0)
  }

  /// When the first data point begins at or after a moment.
  func next(from date: Date) throws -> Date? {
    try values([PointColumns.start >= date], .minimum(PointColumns.start))[0].number.map {
      Date(timeIntervalSinceReferenceDate: $0)
    }
  }

  /// How long the longest data point lasts: none that reaches into a period began earlier than that.
  func longest() throws -> TimeInterval {
    guard kind.isRequired(.endDate) else { return 0 }
    return (try values([], .maximum(PointColumns.hours))[0].number ?? 0) * 3600
  }
}

extension GroupedQuery.Aggregate {
  static func number(
    _ function: Function, _ expression: QueryExpression
  ) -> GroupedQuery.Aggregate {
    GroupedQuery.Aggregate(function, of: .column(expression, ColumnDescription("", .real)))
  }

  static func minimum(_ expression: QueryExpression) -> Self { number(.minimum, expression) }
  static func maximum(_ expression: QueryExpression) -> Self { number(.maximum, expression) }
  static func sum(_ expression: QueryExpression) -> Self { number(.sum, expression) }
}
