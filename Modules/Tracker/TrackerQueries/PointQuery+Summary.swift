public import Strata
internal import StrataQuery

extension PointQuery {
  /// A summary of a value: the number of data points that have it, its extremes and its sum.
  public struct Summary: Sendable, Hashable {
    /// The number of data points that have the value, at least one.
    public let count: Int
    /// The smallest value.
    public let minimum: Double
    /// The greatest value.
    public let maximum: Double
    /// The sum. Nil if it wasn't requested or overflows.
    public let sum: Double?
    /// The average. Nil without the sum.
    public var average: Double? { sum.map { $0 / Double(count) } }
  }

  /// Summarizes values in one pass over the data points.
  ///
  /// - Parameter hasSums: False to leave out sums, which takes a quarter of the time if an index
  ///   has the values.
  /// - Returns: A summary for each value. Nil if no data point has the value.
  public func summaries(
    of values: [PointValue], hasSums: Bool = true, in context: ModelContext
  ) throws -> [Summary?] {
    try values.map { value in
      var numbers: [Double?]
      if isOrdered(by: value) {
        // Each extreme is at an end of the index, so that no rows are compared.
        let least = try number(.minimum, of: value, in: context)
        let most = try number(.maximum, of: value, in: context)
        // The index alone answers the count, without reading the values.
        let sums = try with(.comparison(.notEqual, value.expression, .literal(.null)))
          .numbers([.init(.count)] + (hasSums ? [.init(.sum, of: value)] : []), in: context)
        numbers = [sums[0], least, most, hasSums ? sums[1] : nil]
      } else {
        numbers = try self.numbers(
          [
            .init(.count, of: value), .init(.minimum, of: value), .init(.maximum, of: value),
          ] + (hasSums ? [.init(.sum, of: value)] : []), in: context)
        if !hasSums { numbers.append(nil) }
      }
      guard let count = numbers[0], count > 0, let least = numbers[1], let most = numbers[2] else {
        return nil
      }
      return Summary(count: Int(count), minimum: least, maximum: most, sum: numbers[3])
    }
  }

  /// True if an index has exactly these data points, in order of a value.
  func isOrdered(by value: PointValue) -> Bool {
    item != nil && from == nil && to == nil && conditions.isEmpty && value.isIndexed
  }
}
