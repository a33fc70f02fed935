public import Foundation

/// Reduces a stream of values to a few buckets with the extremes and sum of equal stretches of
/// time.
///
/// Drawing any number of values then costs no more than the picture's width. Add values in any
/// order and over any range. When they no longer fit, the stretches double in length, and adjacent
/// buckets merge. From the first value to the last there are therefore between `columns` and twice
/// as many stretches, unless values are less than a 64th of a second apart.
///
/// - Complexity: Memory O(columns). Adding a value is O(1), but O(columns) each time the range
///   doubles.
public struct SeriesReducer: Sendable {
  private let limit: Int
  /// The length of a stretch in seconds: a power of two, so that two halves fill a stretch exactly.
  private var width: Double = 1 / 64
  private var found: [Int: Bucket] = [:]
  private var places: ClosedRange<Int>?
  /// The number of ignored values, which aren't finite or have a date that isn't.
  public private(set) var skippedCount = 0

  /// Makes a reducer for a picture of a number of columns, at least one.
  public init(columns: Int) { limit = max(1, min(columns, 1 << 20)) * 2 }

  /// Adds a value.
  public mutating func add(_ date: Date, _ value: Double) {
    let time = date.timeIntervalSinceReferenceDate
    // No calendar has names for dates beyond this.
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

  /// Adds a sample, including its second value.
  public mutating func add(_ sample: Sample) {
    add(sample.date, sample.value)
    if let second = sample.secondValue { add(sample.date, second) }
  }

  /// The buckets with values, in order of time.
  ///
  /// - Complexity: O(columns log columns).
  public var buckets: [Bucket] { found.values.sorted { $0.start < $1.start } }

  private func place(of time: Double) -> Int { Int((time / width).rounded(.down)) }

  /// Doubles the stretches until an index fits beside all others.
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
