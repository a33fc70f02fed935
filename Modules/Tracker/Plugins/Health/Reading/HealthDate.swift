import Foundation

/// A parser of the dates in health exports: `2020-01-31 07:00:00 +0100`.
///
/// Foundation's formatters are too slow for millions of dates.
enum HealthDate {
  /// Parses a date. Returns nil if the text has another form.
  static func parse(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 25, bytes[4] == dash, bytes[7] == dash, bytes[10] == blank,
        bytes[13] == colon, bytes[16] == colon, bytes[19] == blank,
        bytes[20] == dash || bytes[20] == UInt8(ascii: "+"),
        let year = number(bytes, 0, 4), let month = number(bytes, 5, 2),
        let day = number(bytes, 8, 2), let hour = number(bytes, 11, 2),
        let minute = number(bytes, 14, 2), let second = number(bytes, 17, 2),
        let zoneHour = number(bytes, 21, 2), let zoneMinute = number(bytes, 23, 2),
        (1...12).contains(month), day >= 1, day <= days(in: month, of: year), hour < 24,
        minute < 60, second < 61, zoneMinute < 60,
        zoneHour * 60 + zoneMinute <= 18 * 60
      else { return nil }
      let zone = (zoneHour * 60 + zoneMinute) * (bytes[20] == dash ? -60 : 60)
      let time = hour * 3600 + minute * 60 + second - zone
      return Date(
        timeIntervalSinceReferenceDate: Double(dayNumber(year, month, day) * 86400 + time))
    }
  }

  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")
  private static let blank = UInt8(ascii: " ")

  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int
  ) -> Int? {
    var number = 0
    for index in start..<start + count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  // Days since 2001-01-01. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
  // days_from_civil, for years from 0 on.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468 - 11_323
  }
}
