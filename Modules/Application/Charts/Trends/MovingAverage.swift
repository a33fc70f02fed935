public import Foundation

/// Averages over a window of time that ends at each value.
public enum MovingAverage {
  /// Returns for each value the average of it and the values before it within the window.
  ///
  /// A value that is exactly a window older is outside.
  ///
  /// - Parameters:
  ///   - values: Values with their dates, in order of time.
  ///   - window: The length of the window in seconds.
  /// - Returns: One average per value, at its date.
  /// - Complexity: O(*n*). Sums are compensated (Neumaier 1974), so that a value that has left the
  ///   window leaves no rounding error behind.
  public static func trailing(
    _ values: [(date: Date, value: Double)], window: TimeInterval
  ) -> [(date: Date, value: Double)] {
    var sum = CompensatedSum()
    var first = 0
    var result: [(date: Date, value: Double)] = []
    result.reserveCapacity(values.count)
    for (index, (date, value)) in values.enumerated() {
      sum.add(value)
      while first < index, date.timeIntervalSince(values[first].date) >= window {
        sum.add(-values[first].value)
        first += 1
      }
      result.append((date, sum.value / Double(index - first + 1)))
    }
    return result
  }

  /// Returns the averages over buckets, whose values all count as if they were at the bucket's
  /// start.
  public static func trailing(
    _ buckets: [Bucket], window: TimeInterval
  ) -> [(date: Date, value: Double)] {
    var sum = CompensatedSum()
    var count = 0
    var first = 0
    return buckets.map { bucket in
      sum.add(bucket.sum)
      count += bucket.count
      while bucket.start.timeIntervalSince(buckets[first].start) >= window,
        buckets[first].start < bucket.start
      {
        sum.add(-buckets[first].sum)
        count -= buckets[first].count
        first += 1
      }
      return (bucket.start, sum.value / Double(count))
    }
  }
}

/// A sum without the rounding errors of adding small values to large ones.
///
/// A. Neumaier, “Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen” (1974).
struct CompensatedSum {
  private var sum = 0.0
  private var compensation = 0.0

  var value: Double { sum + compensation }

  mutating func add(_ value: Double) {
    let next = sum + value
    compensation += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
    sum = next
  }
}
