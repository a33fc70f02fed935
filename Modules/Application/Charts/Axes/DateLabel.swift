public import Foundation

/// Formats dates for pictures. Names of months are English, like all texts of the pictures.
public enum DateLabel {
  /// The short names of the months, from January.
  public static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// The short names of the weekdays, from Sunday.
  public static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// Formats a date as `2026-11-23`.
  public static func day(_ date: Date, in calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return padded(parts.year, 4) + "-" + padded(parts.month, 2) + "-" + padded(parts.day, 2)
  }

  /// Formats a date as `2026-11-23 07:30`.
  public static func minute(_ date: Date, in calendar: Calendar) -> String {
    day(date, in: calendar) + " " + time(date, in: calendar)
  }

  /// Formats a range by its days, or by minutes if it is shorter than two days.
  ///
  /// A range that ends at midnight ends with the day before.
  public static func range(_ range: Range<Date>, in calendar: Calendar) -> String {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    let last =
      calendar.startOfDay(for: range.upperBound) == range.upperBound && length > 0
      ? range.upperBound - 1 : range.upperBound
    let (from, to) = (day(range.lowerBound, in: calendar), day(last, in: calendar))
    if from == to { return from }
    if length < 172_800 {
      return minute(range.lowerBound, in: calendar) + " to "
        + minute(range.upperBound, in: calendar)
    }
    return "\(from) to \(to)"
  }

  /// Formats a date on an axis: as a year or month if one begins there, else as a day or time.
  static func tick(_ date: Date, in calendar: Calendar, step: Calendar.Component) -> String {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    if step == .second { return time(date, in: calendar) + ":" + padded(parts.second, 2) }
    if step == .minute || parts.hour != 0 || parts.minute != 0 {
      if calendar.startOfDay(for: date) != date { return time(date, in: calendar) }
    }
    let (month, day) = (parts.month ?? 1, parts.day ?? 1)
    if step == .year || (month == 1 && day == 1) { return "\(parts.year ?? 0)" }
    let name = months.indices.contains(month - 1) ? months[month - 1] : "\(month)"
    return step == .month ? name : "\(name) \(day)"
  }

  private static func time(_ date: Date, in calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    return padded(parts.hour, 2) + ":" + padded(parts.minute, 2)
  }

  static func padded(_ number: Int?, _ width: Int) -> String {
    let text = String(number ?? 0)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
