internal import Foundation
import StrataSchema

extension ColumnValue {
  /// The value as a column of dates has it, where it is a date in a text, such as `2026-03-01 12:30:00.25+00`, which engines
  /// give for their own types and functions. Without a time zone it is in UTC.
  ///
  /// Nil for another value, and for a text that is no date.
  var writtenDate: ColumnValue? {
    guard case .text(let text) = self, let seconds = Self.seconds(of: text) else { return nil }
    return .real(seconds)
  }

  /// The seconds from 2001-01-01 00:00 UTC to a date in the form of ISO 8601, with a blank or a `T` before the time.
  private static func seconds(of text: String) -> Double? {
    var rest = Array(text.utf8)[...]
    let isBeforeChrist = text.hasSuffix(" BC")
    if isBeforeChrist { rest = rest.dropLast(3) }
    func take(_ byte: Character) -> Bool {
      guard rest.first == byte.asciiValue else { return false }
      rest.removeFirst()
      return true
    }
    func number(_ digits: ClosedRange<Int>, _ values: ClosedRange<Int>) -> Int? {
      let found = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard digits.contains(found.count), let number = Int(String(decoding: found, as: UTF8.self)),
        values.contains(number)
      else { return nil }
      rest = rest.dropFirst(found.count)
      return number
    }
    guard let year = number(4...7, 1...9_999_999), take("-"), let month = number(2...2, 1...12),
      take("-"), let day = number(2...2, 1...31)
    else { return nil }
    let days = days(year: isBeforeChrist ? 1 - year : year, month: month, day: day)
    var seconds = Double(days) * 86_400
    guard !rest.isEmpty else { return seconds }
    guard take(" ") || take("T"), let hour = number(2...2, 0...24), take(":"),
      let minute = number(2...2, 0...59)
    else { return nil }
    seconds += Double(hour * 3_600 + minute * 60)
    if take(":") {
      guard let second = number(2...2, 0...60) else { return nil }
      seconds += Double(second)
      if take(".") {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty, let fraction = Double("0." + String(decoding: digits, as: UTF8.self))
        else { return nil }
        rest = rest.dropFirst(digits.count)
        seconds += fraction
      }
    }
    if rest.isEmpty || take("Z") { return rest.isEmpty ? seconds : nil }
    let isEast = take("+")
    guard isEast || take("-"), let hours = number(2...2, 0...24) else { return nil }
    var offset = hours * 3_600
    for unit in [60, 1] where !rest.isEmpty {
      _ = take(":")
      guard let part = number(2...2, 0...59) else { return nil }
      offset += part * unit
    }
    guard rest.isEmpty else { return nil }
    return seconds - Double(isEast ? offset : -offset)
  }

  /// The days from 2001-01-01 to a day of the proleptic Gregorian calendar.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March, so that the leap day is a year's last.
    let year = month > 2 ? year : year - 1
    let era = year >= 0 ? year / 400 : (year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    // 730,791 days are from 0000-03-01 to 2001-01-01.
    return era * 146_097 + dayOfEra - 730_791
  }
}
