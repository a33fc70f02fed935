public import Foundation

/// A formatter of moments in ISO 8601 with their zone, such as `2026-11-20T07:00:00-08:00`.
///
/// Foundation's formatters are too slow for a million rows.
public enum ISODate {
  /// Formats a moment in a zone, with milliseconds or microseconds only if they aren't 0.
  public static func text(_ date: Date, in zone: TimeZone) -> String {
    let seconds = date.timeIntervalSince1970
    // This is about 30,000 years from 1970. A number beyond it can't be meant as a date.
    guard seconds.isFinite, abs(seconds) < 1e12 else {
      return "@" + Cell.text(of: seconds)
    }
    let offset = zone.secondsFromGMT(for: date)
    let minutes = Int((Double(offset) / 60).rounded())
    var whole = seconds.rounded(.down)
    var micros = Int(((seconds - whole) * 1e6).rounded())
    if micros >= 1_000_000 {
      whole += 1
      micros -= 1_000_000
    }
    let local = Int(whole) + minutes * 60
    let day = Int((Double(local) / 86_400).rounded(.down))
    let time = local - day * 86_400
    return dayText(day) + "T" + pad(time / 3600) + ":" + pad(time / 60 % 60) + ":"
      + pad(time % 60) + fraction(micros) + zoneText(minutes)
  }

  private static func fraction(_ micros: Int) -> String {
    if micros == 0 { return "" }
    if micros % 1000 == 0 { return "." + pad(micros / 1000, to: 3) }
    return "." + pad(micros, to: 6)
  }

  private static func zoneText(_ minutes: Int) -> String {
    if minutes == 0 { return "Z" }
    let size = abs(minutes)
    return (minutes < 0 ? "-" : "+") + pad(size / 60) + ":" + pad(size % 60)
  }

  // The Gregorian date of a day number, by Howard Hinnant's "chrono-compatible low-level date
  // algorithms". Years begin in March, so that the leap day is the last day of its year.
  private static func dayText(_ day: Int) -> String {
    let shifted = day + 719_468
    let era = Int((Double(shifted) / 146_097).rounded(.down))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return yearText(year) + "-" + pad(month) + "-" + pad(dayOfMonth)
  }

  private static func yearText(_ year: Int) -> String {
    if (0...9999).contains(year) { return pad(year, to: 4) }
    return (year < 0 ? "-" : "+") + pad(abs(year), to: 4)
  }

  private static func pad(_ number: Int, to count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
