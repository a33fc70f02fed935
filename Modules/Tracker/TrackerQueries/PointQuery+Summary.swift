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
  /// - Parameter hasSums: Without sums, it takes a quarter of the time where an index has the values.
  /// - Returns: A summary for each value; nil where no data point has it.
  public func summaries(
    of values: [PointValue], hasSums: Bool = true, in context: ModelContext
  ) throws -> [Summary?] {
    try values.map { value in
      var numbers: [Double?]
      if isOrdered(by: value) {
        // Each is at an end of the index, so that no data point is compared.
        let least = try number(.minimum, of: value, in: context)
        let most = try number(.maximum, of: value, in: context)
        // What the index counts needn't be read.
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

  /// Whether an index has the data points, and no others, in order of a value.
  func isOrdered(by value: PointValue) -> Bool {
    item != nil && from == nil && to == nil && conditions.isEmpty && value.isIndexed
  }
}
