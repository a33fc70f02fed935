import Foundation
import Strata
import StrataQuery
import TrackerModel

/// Which data points are asked for, as the store is asked: an item's or all, of some time.
@MainActor struct PointQuery {
  var item: Item?
  /// The first moment.
  var from: Date?
  /// The moment behind the last.
  var to: Date?
  /// A further condition.
  var predicate: QueryExpression?

  /// One of a content's columns, and how it is read.
  typealias Column = (QueryExpression, ColumnDescription)

  static let start = column(ColumnDescription("startDate", .real, meaning: .date))
  static let end = column(ColumnDescription("endDate", .real, isOptional: true, meaning: .date))
  static let option = column(ColumnDescription("optionID", .blob, isOptional: true, meaning: .uuid))

  /// The first value or the second.
  static func value(_ number: Int) -> Column {
    column(ColumnDescription("value\(number)", .real, isOptional: true))
  }

  private static func column(_ description: ColumnDescription) -> Column {
    let column = QueryExpression.ColumnReference(property: "dataContent", description: description)
    return (.column(QueryPath(), column), description)
  }

  /// The data points, sorted by what is given.
  func query(sort: [Query.Sort] = [], limit: Int? = nil, offset: Int = 0) -> Query {
    var terms: [QueryExpression] = []
    if let item {
      terms.append(
        .comparison(
          .equal, .key(QueryPath(steps: [.init(relationship: "item", destination: "Item")])),
          .literal(.integer(item.key))))
    }
    func add(_ comparison: QueryExpression.Comparison, _ date: Date?) {
      guard let seconds = date?.timeIntervalSinceReferenceDate else { return }
      terms.append(.comparison(comparison, Self.start.0, .literal(.real(seconds))))
    }
    add(.greaterOrEqual, from)
    add(.less, to)
    if let predicate { terms.append(predicate) }
    return Query(
      entity: "ItemData", predicate: terms.isEmpty ? nil : .and(terms), sort: sort, limit: limit,
      offset: offset)
  }

  /// Works something out over all of them, in one statement.
  func aggregate(
    _ aggregates: [GroupedQuery.Aggregate], _ context: ModelContext
  ) throws -> [ColumnValue] {
    try context.groups(GroupedQuery(query(), aggregates: aggregates)).first?.values ?? []
  }

  /// How many there are of each option.
  func optionCounts(_ context: ModelContext) throws -> [UUID: Int] {
    let groups = try context.groups(
      GroupedQuery(
        query(), keys: [.column(Self.option.0, Self.option.1)], aggregates: [.init(.count)]))
    var counts: [UUID: Int] = [:]
    for group in groups {
      guard case .value(.blob(let data))? = group.keys.first, data.count == 16,
        case .integer(let count)? = group.values.first
      else { continue }
      counts[UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })] = Int(count)
    }
    return counts
  }
}

extension GroupedQuery.Aggregate {
  /// Something over one of a data point's columns.
  init(_ function: Function, _ column: PointQuery.Column) {
    self.init(function, of: .column(column.0, column.1))
  }
}

extension ColumnValue {
  /// A number; nil for what is none.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
