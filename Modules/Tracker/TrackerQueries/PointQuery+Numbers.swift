@_spi(Query) import StrataBulk
public import Foundation
public import Strata
public import StrataQuery

extension PointQuery {
  /// A group of data points with equal keys, and its aggregates.
  public struct Group: Sendable, Hashable {
    /// The group's key. NULL without a key.
    public let key: ColumnValue
    /// The aggregates, in the order of the request. Nil if there is no number.
    public let numbers: [Double?]
  }

  /// Computes aggregates over all data points, or over groups with equal values.
  ///
  /// - Returns: Without a key, one group of all data points, which may be empty. Otherwise the
  ///   groups that have data points.
  /// - Throws: `StorageError`.
  public func groups(
    by key: PointValue? = nil, _ aggregates: [GroupedQuery.Aggregate], in context: ModelContext
  ) throws -> [Group] {
    let keys = key.map { [GroupedQuery.Value.column($0.expression, $0.column)] } ?? []
    return try context.groups(GroupedQuery(query(), keys: keys, aggregates: aggregates)).map {
      var key = ColumnValue.null
      if case .value(let value)? = $0.keys.first { key = value }
      return Group(key: key, numbers: $0.values.map(\.number))
    }
  }

  /// Computes aggregates over all data points in one statement.
  ///
  /// - Returns: A number for each aggregate. Nil if there is none, such as the average of no
  ///   values.
  public func numbers(
    _ aggregates: [GroupedQuery.Aggregate], in context: ModelContext
  ) throws -> [Double?] {
    try groups(aggregates, in: context).first?.numbers ?? aggregates.map { _ in nil }
  }

  /// Computes one aggregate of a value. Nil if no data point has the value.
  public func number(
    _ function: GroupedQuery.Aggregate.Function, of value: PointValue, in context: ModelContext
  ) throws -> Double? {
    try numbers([GroupedQuery.Aggregate(function, of: value)], in: context).first ?? nil
  }

  /// Counts the data points.
  public func count(in context: ModelContext) throws -> Int {
    Int((try numbers([GroupedQuery.Aggregate(.count)], in: context).first ?? nil) ?? 0)
  }

  /// Counts the data points of each option, by the options' uids.
  public func optionCounts(in context: ModelContext) throws -> [UUID: Int] {
    var counts: [UUID: Int] = [:]
    for group in try groups(by: .option, [GroupedQuery.Aggregate(.count)], in: context) {
      guard case .blob(let data) = group.key, data.count == 16, let count = group.numbers[0]
      else { continue }
      counts[UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })] = Int(count)
    }
    return counts
  }
}

extension ColumnValue {
  /// The number. Nil for NULL, text and data.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
