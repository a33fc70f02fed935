public import Foundation
internal import Strata
public import StrataQuery
public import TrackerModel

/// Which data points are asked for: an item's or all, that begin in some time and meet conditions.
///
/// What it works out the store works out, and no object is loaded for it.
public struct PointQuery {
  /// The item; nil for all.
  public var item: Item?
  /// The first moment at which they begin; nil without a limit.
  public var from: Date?
  /// The moment behind the last one; nil without a limit.
  public var to: Date?
  /// What else they must meet, each of these.
  public var conditions: [QueryExpression]

  /// Data points that begin at a moment or later, and before another.
  public init(
    item: Item? = nil, from: Date? = nil, to: Date? = nil, conditions: [QueryExpression] = []
  ) {
    self.item = item
    self.from = from
    self.to = to
    self.conditions = conditions
  }

  /// An item's data points that begin in a range; `earliest` and `latest` are no limits.
  public init(item: Item, _ range: Range<Date>, conditions: [QueryExpression] = []) {
    self.init(
      item: item, from: range.lowerBound == .earliest ? nil : range.lowerBound,
      to: range.upperBound == .latest ? nil : range.upperBound, conditions: conditions)
  }

  /// The data points themselves; the fields say in which order and how many.
  public func query(sort: [Query.Sort] = [], limit: Int? = nil, offset: Int = 0) -> Query {
    var terms: [QueryExpression] = []
    if let item {
      let path = QueryPath(steps: [.init(relationship: "item", destination: "Item")])
      terms.append(
        .comparison(
          .equal, .key(path), .literal(.integer(item.persistentModelID.rowKey))))
    }
    if let from {
      terms.append(.comparison(.greaterOrEqual, PointValue.start.expression, .literal(from)))
    }
    if let to { terms.append(.comparison(.less, PointValue.start.expression, .literal(to))) }
    terms += conditions
    return Query(
      entity: "ItemData", predicate: terms.isEmpty ? nil : .and(terms), sort: sort, limit: limit,
      offset: offset)
  }

  /// These data points, without those that don't meet further conditions.
  public func with(_ conditions: QueryExpression...) -> PointQuery {
    var points = self
    points.conditions += conditions
    return points
  }
}

extension QueryExpression {
  /// A moment, as columns of dates have it.
  public static func literal(_ date: Date) -> QueryExpression {
    .literal(.real(date.timeIntervalSinceReferenceDate))
  }
}
