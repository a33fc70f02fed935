public import Foundation

/// A summary of the values in a stretch of time: their number, extremes and sum.
///
/// A bucket has at least one value. A stretch without values has no bucket.
public struct Bucket: Sendable, Hashable {
  /// The beginning of the stretch.
  public var start: Date
  /// The end of the stretch, which isn't before `start`.
  public var end: Date
  /// The number of values, at least one.
  public private(set) var count: Int
  /// The smallest value.
  public private(set) var minimum: Double
  /// The greatest value.
  public private(set) var maximum: Double
  /// The sum of the values.
  public private(set) var sum: Double

  /// Makes a bucket of a summary that was computed elsewhere, for instance by a database.
  public init(
    start: Date, end: Date, count: Int, minimum: Double, maximum: Double, sum: Double
  ) {
    self.start = start
    self.end = max(start, end)
    self.count = max(1, count)
    self.minimum = minimum
    self.maximum = maximum
    self.sum = sum
  }

  /// Makes a bucket of a single value.
  public init(start: Date, end: Date, value: Double) {
    self.init(start: start, end: end, count: 1, minimum: value, maximum: value, sum: value)
  }

  /// The average of the values.
  public var mean: Double { sum / Double(count) }

  /// The moment between start and end.
  public var middle: Date { start + end.timeIntervalSince(start) / 2 }

  /// Adds a value.
  public mutating func add(_ value: Double) {
    count += 1
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    sum += value
  }

  /// Adds another bucket. The stretch then covers both.
  public mutating func add(_ other: Bucket) {
    start = min(start, other.start)
    end = max(end, other.end)
    count += other.count
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    sum += other.sum
  }
}
