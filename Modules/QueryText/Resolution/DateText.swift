public import Foundation
import StrataDates

/// Dates as predicates and files have them: ISO 8601, with or without a time, seconds, fractions and a
/// zone. What people say at a prompt, `yesterday 7:00`, is read elsewhere.
public enum DateText {
  /// Reads a date; a text without a zone is in `timeZone`, and one without a time is midnight.
  ///
  /// `2012-01-31`, `2012/01/31`, `2012-01-31T07:30`, `2012-01-31 07:30:15.5`,
  /// `2012-01-31T07:30:00Z`, `…+01:00`, `… +0100`. A day that the month doesn't have is no date.
  public static func parse(_ text: String, timeZone: TimeZone) -> Date? {
    var reader = Reader(text)
    guard let year = reader.number(digits: 4), let separator = reader.next(),
      separator == "-" || separator == "/", let month = reader.number(digits: 2),
      reader.take(separator), let number = reader.number(digits: 2),
      let day = CivilDay(year: year, month: month, day: number)
    else { return nil }
    var zone = timeZone
    var seconds = Double(day.number) * 86400
    if !reader.isAtEnd {
      guard reader.take("T") || reader.take("t") || reader.take(" "),
        let hour = reader.number(digits: 2), reader.take(":"),
        let minute = reader.number(digits: 2), hour < 24, minute < 60
      else { return nil }
      seconds += Double(hour * 3600 + minute * 60)
      if reader.take(":") {
        guard let second = reader.number(digits: 2), second < 60 else { return nil }
        seconds += Double(second)
        if reader.take(".") || reader.take(",") {
          guard let fraction = reader.fraction() else { return nil }
          seconds += fraction
        }
      }
      if !reader.isAtEnd {
        // As Apple Health writes them.
        _ = reader.take(" ")
        guard let given = reader.zone() else { return nil }
        zone = given
      }
    }
    guard reader.isAtEnd else { return nil }
    return date(atLocal: seconds, in: zone)
  }

  // The offset depends on the moment, which depends on the offset: the second look settles it, but
  // for the hour that a clock is put forward by, which doesn't exist.
  private static func date(atLocal seconds: Double, in zone: TimeZone) -> Date {
    func offset(_ seconds: Double) -> Double {
      Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
    }
    let guess = seconds - offset(seconds)
    return Date(timeIntervalSinceReferenceDate: seconds - offset(guess))
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
