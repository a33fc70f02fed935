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
    try byOption([GroupedQuery.Aggregate(.count)], in: context).compactMapValues { numbers in
      numbers[0].map { Int($0) }
    }
  }

  /// Summarizes a value of the data points of each option, by the options' uids.
  public func optionSummaries(
    of value: PointValue, in context: ModelContext
  ) throws -> [UUID: Summary] {
    let functions: [GroupedQuery.Aggregate.Function] = [.count, .minimum, .maximum, .sum]
    return try byOption(functions.map { .init($0, of: value) }, in: context)
      .compactMapValues { numbers in
        guard let count = numbers[0], count > 0, let least = numbers[1], let most = numbers[2]
        else { return nil }
        return Summary(count: Int(count), minimum: least, maximum: most, sum: numbers[3])
      }
  }

  /// Computes aggregates over the data points of each option, by the options' uids.
  private func byOption(
    _ aggregates: [GroupedQuery.Aggregate], in context: ModelContext
  ) throws -> [UUID: [Double?]] {
    var found: [UUID: [Double?]] = [:]
    for group in try groups(by: .option, aggregates, in: context) {
      guard case .blob(let data) = group.key, data.count == 16 else { continue }
      found[UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })] = group.numbers
    }
    return found
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
