public import Foundation
public import Strata
public import StrataQuery
public import StrataTrackerModel
@_spi(Query) import StrataContexts
internal import StrataDomain

/// A query for data points: of an item or of all, in a range of time, with conditions.
///
/// The store computes its results, without loading objects.
public struct PointQuery {
  /// The item. Nil for all items.
  public var item: Item?
  /// The earliest moment, inclusive. Nil without a limit.
  public var from: Date?
  /// The latest moment, exclusive. Nil without a limit.
  public var to: Date?
  /// The moment that ``from`` and ``to`` limit: the start, or the end of data points whose item counts them there.
  public let moment: PointValue
  /// In a query for all items, those that count what lasts on the day on which it ends.
  public var itemsAtEnd: [Item] = []
  /// Further conditions, all of which must be true.
  public var conditions: [QueryExpression]

  /// Makes a query for data points whose moment is in a range of time.
  ///
  /// - Parameter moment: The moment. Nil for that of the item.
  public init(
    item: Item? = nil, from: Date? = nil, to: Date? = nil, moment: PointValue? = nil,
    conditions: [QueryExpression] = []
  ) {
    self.moment = moment ?? item?.moment ?? .start
    self.item = item
    self.from = from
    self.to = to
    self.conditions = conditions
  }

  /// Makes a query for an item's data points whose moment is in a range.
  ///
  /// `earliest` and `latest` mean no limit.
  public init(item: Item, _ range: Range<Date>, conditions: [QueryExpression] = []) {
    self.init(
      item: item, from: range.lowerBound == .earliest ? nil : range.lowerBound,
      to: range.upperBound == .latest ? nil : range.upperBound, conditions: conditions)
  }

  /// Returns a query for the objects themselves.
  public func query(sort: [Query.Sort] = [], limit: Int? = nil, offset: Int = 0) -> Query {
    var terms: [QueryExpression] = []
    if let item {
      let path = QueryPath(steps: [.init(relationship: "item", destination: "Item")])
      terms.append(
        .comparison(
          .equal, .key(path), .literal(.integer(item.persistentModelID.rowKey))))
    }
    terms += limits + conditions
    return Query(
      entity: "ItemData", predicate: terms.isEmpty ? nil : .and(terms), sort: sort, limit: limit,
      offset: offset)
  }

  /// The conditions of the range.
  private var limits: [QueryExpression] {
    guard item == nil, !itemsAtEnd.isEmpty, from != nil || to != nil else {
      guard moment == .end, let to else { return limits(of: moment) }
      // An index has the beginnings, and what ends before a date has begun before it.
      return limits(of: moment) + [
        .comparison(.less, PointValue.start.expression, .literal(to))
      ]
    }
    let isAtEnd = QueryExpression.membership(
      .key(QueryPath(steps: [.init(relationship: "item", destination: "Item")])),
      itemsAtEnd.map { .integer($0.persistentModelID.rowKey) })
    return [
      .or([.and(limits(of: .start) + [.not(isAtEnd)]), .and(limits(of: .end) + [isAtEnd])])
    ]
  }

  private func limits(of moment: PointValue) -> [QueryExpression] {
    var limits: [QueryExpression] = []
    if let from {
      limits.append(.comparison(.greaterOrEqual, moment.expression, .literal(from)))
    }
    if let to { limits.append(.comparison(.less, moment.expression, .literal(to))) }
    return limits
  }

  /// Returns the query with further conditions.
  public func with(_ conditions: QueryExpression...) -> PointQuery {
    var points = self
    points.conditions += conditions
    return points
  }
}

extension QueryExpression {
  /// Returns a date in the form of date columns.
  public static func literal(_ date: Date) -> QueryExpression {
    .literal(.real(date.timeIntervalSinceReferenceDate))
  }
}

extension PointQuery {
  /// The number of data points from which a precision is derived.
  private static let sampleSize = 100

  /// Returns the precision of the newest values.
  ///
  /// Data points without values have hours.
  ///
  /// - Complexity: It loads at most 100 data points.
  /// - Throws: `StorageError`.
  public func precision(in context: ModelContext) throws -> NumberPrecision {
    let newest = query(
      sort: [Query.Sort(PointValue.start.expression, isAscending: false)], limit: Self.sampleSize)
    let contents = try context.fetch(newest).compactMap { ($0 as? ItemData)?.dataContent }
    if let first = contents.first, first.value1 == nil { return .hours }
    return NumberPrecision(of: contents.flatMap { [$0.value1, $0.value2].compactMap { $0 } })
  }
}
