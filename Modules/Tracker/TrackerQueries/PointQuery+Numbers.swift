public import Foundation
public import Strata
public import StrataQuery

extension PointQuery {
  /// What is worked out over data points that have something alike.
  public struct Group: Sendable, Hashable {
    /// What they have alike; NULL without a key.
    public let key: ColumnValue
    /// The aggregates, in the order in which they were asked for; nil for what is no number.
    public let numbers: [Double?]
  }

  /// Works something out over the data points, or over groups of those that have a value alike.
  ///
  /// - Returns: One group of all without a key, however few there are; else the groups that there are.
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

  /// Works something out over all of the data points, in one statement.
  ///
  /// - Returns: A number for each aggregate; nil for what is none, as the average of nothing.
  public func numbers(
    _ aggregates: [GroupedQuery.Aggregate], in context: ModelContext
  ) throws -> [Double?] {
    try groups(aggregates, in: context).first?.numbers ?? aggregates.map { _ in nil }
  }

  /// One number over a value of the data points; nil where none has it.
  public func number(
    _ function: GroupedQuery.Aggregate.Function, of value: PointValue, in context: ModelContext
  ) throws -> Double? {
    try numbers([GroupedQuery.Aggregate(function, of: value)], in: context).first ?? nil
  }

  /// How many data points there are.
  public func count(in context: ModelContext) throws -> Int {
    Int((try numbers([GroupedQuery.Aggregate(.count)], in: context).first ?? nil) ?? 0)
  }

  /// How many there are of each option, by the options' uids.
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
  /// The number; nil for NULL and for what is none.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
