public import Foundation

/// What is left of the values of a stretch of time: how many there were, their extremes and their
/// sum.
///
/// A bucket has at least one value; where there is none there is no bucket.
public struct Bucket: Sendable, Hashable {
  /// When the stretch begins.
  public var start: Date
  /// When it ends; not before `start`.
  public var end: Date
  /// How many values there are, at least one.
  public private(set) var count: Int
  /// The smallest.
  public private(set) var minimum: Double
  /// The greatest.
  public private(set) var maximum: Double
  /// Their sum.
  public private(set) var sum: Double

  /// What somebody else has worked out, such as a database.
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

  /// A single value.
  public init(start: Date, end: Date, value: Double) {
    self.init(start: start, end: end, count: 1, minimum: value, maximum: value, sum: value)
  }

  /// The values' average.
  public var mean: Double { sum / Double(count) }

  /// The moment between start and end.
  public var middle: Date { start + end.timeIntervalSince(start) / 2 }

  /// Takes a value in.
  public mutating func add(_ value: Double) {
    count += 1
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    sum += value
  }

  /// Takes another bucket in; the stretch is then that of both.
  public mutating func add(_ other: Bucket) {
    start = min(start, other.start)
    end = max(end, other.end)
    count += other.count
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    sum += other.sum
  }
}
