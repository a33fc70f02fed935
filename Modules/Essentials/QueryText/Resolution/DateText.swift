public import Foundation
public import StrataDates

/// The dates of predicates and files: ISO 8601, with an optional time, seconds, fraction and zone.
///
/// `SpokenDate` reads what people type at a prompt, such as `yesterday 7:00`.
public enum DateText {
  /// Reads a date.
  ///
  /// A text without a zone is in `timeZone`, and one without a time is at midnight. The forms are
  /// `2012-01-31`, `2012/01/31`, `2012-01-31T07:30`, `2012-01-31 07:30:15.5`,
  /// `2012-01-31T07:30:00Z`, `…+01:00` and `… +0100`. A day that the month doesn't have is no date.
  ///
  /// If the clocks show a time twice, the result is the first moment. If they skip it, since they
  /// are set forward, it is the moment of the time shifted by the gap.
  public static func parse(_ text: String, timeZone: TimeZone) -> Date? {
    moments(of: text, timeZone: timeZone)?.first(in: timeZone)
  }

  /// Reads a date as ``parse(_:timeZone:)`` does, and returns all moments at which the clocks show
  /// it.
  ///
  /// A text without a time is the day's beginning, which is one moment.
  public static func moments(of text: String, timeZone: TimeZone) -> LocalTime.Moments? {
    var reader = Reader(text)
    guard let year = reader.number(digits: 4), let separator = reader.next(),
      separator == "-" || separator == "/", let month = reader.number(digits: 2),
      reader.take(separator), let number = reader.number(digits: 2),
      let day = CivilDay(year: year, month: month, day: number)
    else { return nil }
    if reader.isAtEnd { return .once(day.start(in: timeZone)) }
    return time(&reader, of: day, timeZone)
  }

  private static func time(
    _ reader: inout Reader, of day: CivilDay, _ timeZone: TimeZone
  ) -> LocalTime.Moments? {
    guard reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.number(digits: 2), reader.take(":"),
      let minute = reader.number(digits: 2), hour < 24, minute < 60
    else { return nil }
    var local = LocalTime(day, seconds: Double(hour * 3600 + minute * 60))
    if reader.take(":") {
      guard let second = reader.number(digits: 2), second < 60 else { return nil }
      local.seconds += Double(second)
      if reader.take(".") || reader.take(",") {
        guard let fraction = reader.fraction() else { return nil }
        local.seconds += fraction
      }
    }
    if reader.isAtEnd { return local.moments(in: timeZone) }
    // Apple Health writes a space here.
    _ = reader.take(" ")
    guard let zone = reader.zone(), reader.isAtEnd else { return nil }
    return local.moments(in: zone)
  }

  private struct Reader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next() -> Character? {
      rest.popFirst().map { Character(UnicodeScalar($0)) }
    }

    mutating func take(_ character: Character) -> Bool {
      guard let first = rest.first, Character(UnicodeScalar(first)) == character else {
        return false
      }
      rest.removeFirst()
      return true
    }

    mutating func number(digits: Int) -> Int? {
      var value = 0
      for _ in 0..<digits {
        guard let byte = rest.first, (48...57).contains(byte) else { return nil }
        rest.removeFirst()
        value = value * 10 + Int(byte - 48)
      }
      return value
    }

    mutating func fraction() -> Double? {
      var value = 0.0
      var scale = 0.1
      var count = 0
      while let byte = rest.first, (48...57).contains(byte) {
        rest.removeFirst()
        value += Double(byte - 48) * scale
        scale /= 10
        count += 1
      }
      return count == 0 ? nil : value
    }

    mutating func zone() -> TimeZone? {
      if take("Z") || take("z") { return TimeZone(secondsFromGMT: 0) }
      let sign: Int
      if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
      guard let hours = number(digits: 2), hours < 24 else { return nil }
      _ = take(":")
      let minutes = isAtEnd ? 0 : number(digits: 2)
      guard let minutes, minutes < 60 else { return nil }
      return TimeZone(secondsFromGMT: sign * (hours * 3600 + minutes * 60))
    }
  }
}
