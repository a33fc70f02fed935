public import Foundation

/// Reduces a stream of values to few buckets, each with the extremes and the sum of its stretch of
/// time, so that a picture of any number of values costs no more than its width.
///
/// Values may come in any order, and over any range: while they don't fit, stretches become twice as
/// long and neighbours become one. So there are between `columns` and twice as many stretches from
/// the first value to the last, unless values are less than a 64th of a second apart.
///
/// - Complexity: Memory O(columns). O(1) for a value, but for O(columns) each time the range doubles.
public struct SeriesReducer: Sendable {
  private let limit: Int
  /// How long a stretch is, in seconds; a power of two, so that halves meet exactly.
  private var width: Double = 1 / 64
  private var found: [Int: Bucket] = [:]
  private var places: ClosedRange<Int>?
  /// How many values were passed over, since they or their dates aren't finite numbers.
  public private(set) var skippedCount = 0

  /// A reducer for a picture that is so many columns wide; at least one.
  public init(columns: Int) { limit = max(1, min(columns, 1 << 20)) * 2 }

  /// Takes a value in.
  public mutating func add(_ date: Date, _ value: Double) {
    let time = date.timeIntervalSinceReferenceDate
    // Beyond this there are no dates that a calendar could name.
    guard value.isFinite, abs(time) < 1e13 else {
      skippedCount += 1
      return
    }
    let place = self.place(of: time)
    fit(place)
    let fitting = self.place(of: time)
    if found[fitting]?.add(value) == nil {
      let start = Date(timeIntervalSinceReferenceDate: Double(fitting) * width)
      found[fitting] = Bucket(start: start, end: start + width, value: value)
    }
  }

  /// Takes a sample in, with both of its values when it has two.
  public mutating func add(_ sample: Sample) {
    add(sample.date, sample.value)
    if let second = sample.secondValue { add(sample.date, second) }
  }

  /// The buckets that have values, in order of time.
  ///
  /// - Complexity: O(columns log columns).
  public var buckets: [Bucket] { found.values.sorted { $0.start < $1.start } }

  private func place(of time: Double) -> Int { Int((time / width).rounded(.down)) }

  /// Makes stretches longer until a place is within reach of all others.
  private mutating func fit(_ place: Int) {
    var lower = min(place, places?.lowerBound ?? place)
    var upper = max(place, places?.upperBound ?? place)
    let before = width
    while upper - lower >= limit {
      width *= 2
      lower >>= 1
      upper >>= 1
    }
    places = lower...upper
    guard width != before else { return }
    var merged: [Int: Bucket] = [:]
    for bucket in found.values {
      let place = self.place(of: bucket.start.timeIntervalSinceReferenceDate)
      if merged[place]?.add(bucket) == nil { merged[place] = bucket }
    }
    for (place, var bucket) in merged {
      bucket.start = Date(timeIntervalSinceReferenceDate: Double(place) * width)
      bucket.end = bucket.start + width
      merged[place] = bucket
    }
    found = merged
  }
}
