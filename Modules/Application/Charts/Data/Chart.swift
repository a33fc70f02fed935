public import Foundation

/// What is to be drawn: values over time, options over time, or both, one above the other.
public struct Chart: Sendable {
  /// What it is about.
  public var title: String
  /// What values are measured in.
  public var unit: String?
  /// More about it, behind the title.
  public var note: String
  /// The time that is shown.
  public var range: Range<Date>
  /// The calendar and the time zone of the axis.
  public var calendar: Calendar
  /// The values.
  public var plot: Plot?
  /// The options.
  public var lanes: Lanes?

  /// How values are drawn.
  public enum Plot: Sendable, Hashable {
    /// A line through the averages, in front of all that lies between the extremes.
    case line([Bucket])
    /// What lies between the extremes, as a band: of two values that belong together.
    case band([Bucket])
    /// One bar a bucket, from zero to a height.
    case bars([Bar])

    /// A bar.
    public struct Bar: Sendable, Hashable {
      /// When its stretch of time begins.
      public var start: Date
      /// When it ends.
      public var end: Date
      /// How high it is.
      public var height: Double

      /// A bar.
      public init(start: Date, end: Date, height: Double) {
        self.start = start
        self.end = max(start, end)
        self.height = height
      }
    }
  }

  /// A chart.
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

  /// The smallest and the greatest value to be shown; nil without any that can be.
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

  /// Where a moment lies within the range, 0 to 1; what is far away is near enough beyond.
  func fraction(_ date: Date) -> Double {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    guard length > 0 else { return 0.5 }
    return min(2, max(-1, date.timeIntervalSince(range.lowerBound) / length))
  }

  /// Whether nothing is missing between two buckets, or so little that it doesn't show.
  func follows(_ bucket: Bucket, _ before: Bucket) -> Bool {
    let gap = bucket.start.timeIntervalSince(before.end)
    let width = max(
      bucket.end.timeIntervalSince(bucket.start), before.end.timeIntervalSince(before.start))
    return gap <= width || fraction(bucket.middle) - fraction(before.middle) <= 1 / 16
  }

  /// The chart without what lies beyond its range or is no number.
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

  /// The title, the unit, the time shown, and the note.
  func caption(_ separator: String = " · ") -> String {
    let dates = DateLabel.range(range, in: calendar)
    let name = title + (unit.map { " (\($0))" } ?? "")
    return [name, dates, note].filter { !$0.isEmpty }.joined(separator: separator)
  }
}
