import Foundation

/// The stretches of time that a chart is divided into.
enum Period: String, CaseIterable {
  case day, week, month, year

  var unit: Calendar.Component {
    switch self {
    case .day: .day
    case .week: .weekOfYear
    case .month: .month
    case .year: .year
    }
  }

  private var seconds: Double {
    switch self {
    case .day: 86_400
    case .week: 604_800
    case .month: 2_629_746
    case .year: 31_556_952
    }
  }

  /// The shortest of which no more than so many are in a range.
  static func fitting(_ range: Range<Date>, _ count: Int) -> Period {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    return allCases.first { length / $0.seconds <= Double(count) - 1 } ?? .year
  }

  /// The period that a moment is in.
  func range(of date: Date, in calendar: Calendar) -> Range<Date>? {
    guard let interval = calendar.dateInterval(of: unit, for: date), interval.duration > 0 else {
      return nil
    }
    return interval.start..<interval.end
  }
}

/// How a range is divided: into a number of equal parts, or into periods of a calendar.
enum Division {
  case parts(Int)
  case periods(Period, Calendar)

  /// The part that a moment of a range is in.
  func part(of date: Date, in range: Range<Date>) -> Range<Date> {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    switch self {
    case .parts(let count):
      func limit(_ index: Double) -> Date {
        index >= Double(count)
          ? range.upperBound : range.lowerBound + length * index / Double(count)
      }
      // A part's end, worked out again, may round to the part before.
      var index = (date.timeIntervalSince(range.lowerBound) / length * Double(count)).rounded(.down)
      index = min(max(0, index.isNaN ? 0 : index), Double(count) - 1)
      if limit(index + 1) <= date { index += 1 }
      return min(limit(index), date)..<max(limit(index + 1), date)
    case .periods(let period, let calendar):
      return period.range(of: date, in: calendar) ?? range
    }
  }
}
