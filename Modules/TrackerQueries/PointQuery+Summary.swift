public import Strata
internal import StrataQuery

extension PointQuery {
  /// How many data points have a value, and what these come to.
  public struct Summary: Sendable, Hashable {
    /// How many there are, at least one.
    public let count: Int
    /// The smallest.
    public let minimum: Double
    /// The greatest.
    public let maximum: Double
    /// All together; nil where it wasn't asked for or is too large to be a number.
    public let sum: Double?
    /// The average; nil without the sum.
    public var average: Double? { sum.map { $0 / Double(count) } }
  }

  /// Looks at all data points once.
  ///
  /// - Parameter hasSums: Without sums, it takes half the time where an index knows the extremes.
  /// - Returns: A summary for each value; nil where no data point has it.
  public func summaries(
    of values: [PointValue], hasSums: Bool = true, in context: ModelContext
  ) throws -> [Summary?] {
    var aggregates: [GroupedQuery.Aggregate] = []
    for value in values {
      aggregates.append(.init(.count, of: value))
      if hasSums { aggregates.append(.init(.sum, of: value)) }
      if !isOrdered(by: value) {
        aggregates += [.init(.minimum, of: value), .init(.maximum, of: value)]
      }
    }
    var numbers = try self.numbers(aggregates, in: context)[...]
    return try values.map { value in
      let count = numbers.removeFirst()
      let sum = hasSums ? numbers.removeFirst() : nil
      var extremes: (Double?, Double?)
      if isOrdered(by: value) {
        // Each is at an end of an index, so that no data point is compared.
        extremes.0 = try number(.minimum, of: value, in: context)
        extremes.1 = try number(.maximum, of: value, in: context)
      } else {
        extremes.0 = numbers.removeFirst()
        extremes.1 = numbers.removeFirst()
      }
      guard let count, count > 0, let least = extremes.0, let most = extremes.1 else { return nil }
      return Summary(count: Int(count), minimum: least, maximum: most, sum: sum)
    }
  }

  /// Whether an index has the data points, and no others, in order of a value.
  func isOrdered(by value: PointValue) -> Bool {
    item != nil && from == nil && to == nil && conditions.isEmpty && value.isIndexed
  }
}
