public import Foundation

/// Sums over a window of time that ends at each value.
public enum MovingSum {
  /// Returns for each bucket the sum of its values and of those before it within the window.
  ///
  /// All values of a bucket count as if they were at its start. A bucket that is exactly a window
  /// older is outside.
  ///
  /// - Parameters:
  ///   - buckets: Buckets in order of time.
  ///   - window: The length of the window in seconds.
  /// - Returns: One sum per bucket, at its start.
  /// - Complexity: O(*n*). Sums are compensated, as those of ``MovingAverage``.
  public static func trailing(
    _ buckets: [Bucket], window: TimeInterval
  ) -> [(date: Date, value: Double)] {
    var sum = CompensatedSum()
    var first = 0
    return buckets.map { bucket in
      sum.add(bucket.sum)
      while bucket.start.timeIntervalSince(buckets[first].start) >= window,
        buckets[first].start < bucket.start
      {
        sum.add(-buckets[first].sum)
        first += 1
      }
      return (bucket.start, sum.value)
    }
  }
}
