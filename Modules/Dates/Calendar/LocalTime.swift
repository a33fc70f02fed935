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

  /// What the clocks of a zone show at a moment.
  public init(_ date: Date, in zone: TimeZone) {
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
      Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: local + distance)))
    }
    let dates = Set(offsets).map { Date(timeIntervalSinceReferenceDate: local - $0) }
      .filter { zone.secondsFromGMT(for: $0) == Int(local - $0.timeIntervalSinceReferenceDate) }
      .sorted()
    guard let first = dates.first, let last = dates.last else {
      return .never(
        next: LocalTime(Date(timeIntervalSinceReferenceDate: local - offsets[0]), in: zone))
    }
    return first == last ? .once(first) : .twice(first, last)
  }
}

extension CivilDay {
  /// When the day begins in a zone: at midnight, or where clocks are put forward over that, at the
  /// first time that they show.
  public func start(in zone: TimeZone) -> Date {
    switch LocalTime(self).moments(in: zone) {
    case .once(let date), .twice(let date, _): date
    // What clocks show later is shown.
    case .never(let next): start(of: next, in: zone)
    }
  }

  private func start(of time: LocalTime, in zone: TimeZone) -> Date {
    switch time.moments(in: zone) {
    case .once(let date), .twice(let date, _): date
    case .never: Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
    }
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
