public import Foundation

/// The data of a chart: values over time, options over time, or both.
public struct Chart: Sendable {
  /// The title.
  public var title: String
  /// The unit of values.
  public var unit: String?
  /// A note behind the title.
  public var note: String
  /// The range of time to show.
  public var range: Range<Date>
  /// The calendar of the axis, with its time zone.
  public var calendar: Calendar
  /// The values.
  public var plot: Plot?
  /// The options.
  public var lanes: Lanes?

  /// The form in which values are drawn.
  public enum Plot: Sendable, Hashable {
    /// A line through the averages, on an area between the extremes.
    case line([Bucket])
    /// A band between the extremes, for pairs of values.
    case band([Bucket])
    /// One bar per bucket, from zero to its height.
    case bars([Bar])

    /// A bar.
    public struct Bar: Sendable, Hashable {
      /// The beginning of the bar's stretch of time.
      public var start: Date
      /// The end of the stretch.
      public var end: Date
      /// The height, in units of the value axis.
      public var height: Double

      /// Makes a bar.
      public init(start: Date, end: Date, height: Double) {
        self.start = start
        self.end = max(start, end)
        self.height = height
      }
    }
  }

  /// Makes a chart.
  public init(
    title: String, unit: String? = nil, note: String = "", range: Range<Date>,
    calendar: Calendar, plot: Plot? = nil, lanes: Lanes? = nil
  ) {
    self.title = title
    self.unit = unit
    self.note = note
    self.range = range
    self.calendar = calendar
    self.plot = plot
    self.lanes = lanes
  }

  /// The smallest and greatest value to show. Nil if there are no values.
  var extremes: ClosedRange<Double>? {
    let values: [Double] =
      switch plot {
      case .line(let buckets)?, .band(let buckets)?: buckets.flatMap { [$0.minimum, $0.maximum] }
      case .bars(let bars)?: bars.isEmpty ? [] : [0] + bars.map(\.height)
      case nil: []
      }
    guard let least = values.min(), let most = values.max() else { return nil }
    return least...most
  }

  /// Returns the relative position of a date in the range, limited to -1...2.
  func fraction(_ date: Date) -> Double {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    guard length > 0 else { return 0.5 }
    return min(2, max(-1, date.timeIntervalSince(range.lowerBound) / length))
  }

  /// True if no visible gap separates two buckets.
  func follows(_ bucket: Bucket, _ before: Bucket) -> Bool {
    let gap = bucket.start.timeIntervalSince(before.end)
    let width = max(
      bucket.end.timeIntervalSince(bucket.start), before.end.timeIntervalSince(before.start))
    return gap <= width || fraction(bucket.middle) - fraction(before.middle) <= 1 / 16
  }

  /// The chart without data that is outside its range or not finite.
  var clipped: Chart {
    func isShown(_ bucket: Bucket) -> Bool {
      (0...1).contains(fraction(bucket.middle)) && bucket.sum.isFinite
        && bucket.minimum.isFinite && bucket.maximum.isFinite
    }
    var chart = self
    switch plot {
    case .line(let buckets)?: chart.plot = .line(buckets.filter(isShown))
    case .band(let buckets)?: chart.plot = .band(buckets.filter(isShown))
    case .bars(let bars)?:
      chart.plot = .bars(
        bars.filter { $0.height.isFinite && fraction($0.end) >= 0 && fraction($0.start) <= 1 })
    case nil: break
    }
    chart.lanes?.columns.removeAll { fraction($0.end) < 0 || fraction($0.start) > 1 }
    return chart
  }

  /// Returns the title, the unit, the range of time and the note.
  func caption(_ separator: String = " · ") -> String {
    let dates = DateLabel.range(range, in: calendar)
    let name = title + (unit.map { " (\($0))" } ?? "")
    return [name, dates, note].filter { !$0.isEmpty }.joined(separator: separator)
  }
}
