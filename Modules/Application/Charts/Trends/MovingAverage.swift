public import Foundation

/// The average of the values of a window of time that ends at a moment.
public enum MovingAverage {
  /// For each value, the average of it and of those before it that are less than a window older.
  ///
  /// - Parameters:
  ///   - values: Values with their dates, in order of time.
  ///   - window: How long the window is, in seconds.
  /// - Returns: One average a value, at its date.
  /// - Complexity: O(*n*). Sums are compensated (Neumaier 1974), so that nothing of what has left the
  ///   window stays behind.
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

  /// The same over buckets, which count with all of their values from their start on.
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

/// A sum that loses nothing of small values beside large ones: A. Neumaier, “Rundungsfehleranalyse
/// einiger Verfahren zur Summation endlicher Summen” (1974).
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
