public import Foundation

/// What a clock on the wall shows: a day and a time, of no zone in particular.
public struct LocalTime: Hashable, Sendable {
  /// The day.
  public var day: CivilDay
  /// The seconds since the day's midnight, as a clock shows them.
  public var seconds: Double

  /// A day and the seconds of its time.
  public init(_ day: CivilDay, seconds: Double = 0) {
    self.day = day
    self.seconds = seconds
  }

  /// What the clocks of a zone show at a moment. Of one that is more than 10¹⁴ seconds away, which is
  /// a mistake, what they show then.
  public init(_ date: Date, in zone: TimeZone) {
    let date = date.bounded
    let local = date.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: date))
    let days = (local / 86_400).rounded(.down)
    day = CivilDay(number: Int(days))
    seconds = local - days * 86_400
  }

  /// When the clocks of a zone show a time.
  public enum Moments: Hashable, Sendable {
    /// At one moment, as nearly always.
    case once(Date)
    /// Before and after the clocks were put back.
    case twice(Date, Date)
    /// Never: the clocks were put forward over it. What they show as much later.
    case never(next: LocalTime)
  }

  /// When the clocks of a zone show this.
  public func moments(in zone: TimeZone) -> Moments {
    let local = Double(day.number) * 86_400 + seconds
    // No zone has changed its clocks twice within two days.
    let offsets = [-86_400.0, 86_400].map { distance in
      Double(
        zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: local + distance).bounded))
    }
    if offsets[0] == offsets[1] {
      return .once(Date(timeIntervalSinceReferenceDate: local - offsets[0]))
    }
    func offset(of date: Date) -> Int {
      Int((local - date.timeIntervalSinceReferenceDate).rounded())
    }
    let dates = Set(offsets).map { Date(timeIntervalSinceReferenceDate: local - $0) }
      .filter { zone.secondsFromGMT(for: $0) == offset(of: $0) }
      .sorted()
    guard let first = dates.first, let last = dates.last else {
      return .never(
        next: LocalTime(Date(timeIntervalSinceReferenceDate: local - offsets[0]), in: zone))
    }
    return first == last ? .once(first) : .twice(first, last)
  }
}

extension LocalTime.Moments {
  /// The only moment, or the first of two; where there is none, when clocks show as much later.
  public func first(in zone: TimeZone) -> Date {
    switch self {
    case .once(let date), .twice(let date, _): date
    // What clocks show later is shown.
    case .never(let next): next.moments(in: zone).only(or: next)
    }
  }

  private func only(or time: LocalTime) -> Date {
    switch self {
    case .once(let date), .twice(let date, _): date
    case .never: Date(timeIntervalSinceReferenceDate: Double(time.day.number) * 86_400)
    }
  }
}

extension Date {
  /// The same, or what is as near to it as some 3,000,000 years: beyond, neither whole numbers nor time
  /// zones can be relied on.
  fileprivate var bounded: Date {
    let seconds = timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { return Date(timeIntervalSinceReferenceDate: 0) }
    return Date(timeIntervalSinceReferenceDate: min(max(seconds, -1e14), 1e14))
  }
}

extension CivilDay {
  /// When the day begins in a zone: at midnight, or where clocks are put forward over that, at the
  /// first time that they show.
  public func start(in zone: TimeZone) -> Date {
    LocalTime(self).moments(in: zone).first(in: zone)
  }
}

extension LocalTime: CustomStringConvertible {
  /// `2026-11-20 07:00`, with seconds and milliseconds only where it has them.
  public var description: String { "\(dayText) \(timeText)" }

  /// The day with its weekday before it: `Fri 2026-11-20 07:00`.
  public var label: String { "\(day.weekday.abbreviation) \(self)" }

  /// The day alone: `2026-11-20`.
  public var dayText: String {
    "\(Self.padded(day.year, 4))-\(Self.padded(day.month))-\(Self.padded(day.day))"
  }

  /// The time alone: `07:00`.
  public var timeText: String {
    let milliseconds = min(Int((seconds * 1000).rounded()), 86_399_999)
    let whole = milliseconds / 1000
    var text = "\(Self.padded(whole / 3600)):\(Self.padded(whole / 60 % 60))"
    if milliseconds % 60_000 != 0 { text += ":" + Self.padded(whole % 60) }
    if milliseconds % 1000 != 0 { text += "." + Self.padded(milliseconds % 1000, 3) }
    return text
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}
