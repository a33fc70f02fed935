public import Foundation

/// A day and a time as a wall clock shows them, in no particular time zone.
public struct LocalTime: Hashable, Sendable {
  /// The day.
  public var day: CivilDay
  /// The seconds since midnight, as the clock shows them.
  public var seconds: Double

  /// Creates a local time from a day and the seconds since its midnight.
  public init(_ day: CivilDay, seconds: Double = 0) {
    self.day = day
    self.seconds = seconds
  }

  /// Converts a moment to local time in a zone.
  ///
  /// A moment more than 10¹⁴ seconds away, which can only be an error, is limited to that distance.
  public init(_ date: Date, in zone: TimeZone) {
    let date = date.bounded
    let local = date.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: date))
    let days = (local / 86_400).rounded(.down)
    day = CivilDay(number: Int(days))
    seconds = local - days * 86_400
  }

  /// The moments at which the clocks of a zone show a local time.
  public enum Moments: Hashable, Sendable {
    /// One moment, as nearly always.
    case once(Date)
    /// Two moments, before and after the clocks were set back.
    case twice(Date, Date)
    /// No moment, since the clocks were set forward over it.
    ///
    /// `next` is the local time shifted by that gap.
    case never(next: LocalTime)
  }

  /// Returns the moments at which the clocks of a zone show this time.
  public func moments(in zone: TimeZone) -> Moments {
    let local = Double(day.number) * 86_400 + seconds
    // Assumes that no zone changes its clocks twice within two days.
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
  /// Returns the only moment, or the first of two.
  ///
  /// For a skipped time it is the moment of the time shifted by the gap.
  public func first(in zone: TimeZone) -> Date {
    switch self {
    case .once(let date), .twice(let date, _): date
    // The shifted time isn't skipped itself.
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
  /// The same date, limited to about 3,000,000 years from 2001.
  ///
  /// Beyond that, neither integers nor time zones are reliable.
  fileprivate var bounded: Date {
    let seconds = timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { return Date(timeIntervalSinceReferenceDate: 0) }
    return Date(timeIntervalSinceReferenceDate: min(max(seconds, -1e14), 1e14))
  }
}

extension CivilDay {
  /// Returns the moment when the day begins in a zone.
  ///
  /// This is midnight, or the first time after it if the clocks are set forward over midnight.
  public func start(in zone: TimeZone) -> Date {
    LocalTime(self).moments(in: zone).first(in: zone)
  }
}

extension LocalTime: CustomStringConvertible {
  /// The text `2026-11-20 07:00`, with seconds and milliseconds if they aren't 0.
  public var description: String { "\(dayText) \(timeText)" }

  /// The text with the weekday, such as `Fri 2026-11-20 07:00`.
  public var label: String { "\(day.weekday.abbreviation) \(self)" }

  /// The day's text, such as `2026-11-20`.
  public var dayText: String {
    "\(Self.padded(day.year, 4))-\(Self.padded(day.month))-\(Self.padded(day.day))"
  }

  /// The time's text, such as `07:00`.
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
