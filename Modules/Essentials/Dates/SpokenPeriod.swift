public import Foundation

/// Whole days read from text that a person types: `yesterday`, `last week`, `this month`, `November`, `2026-W47`, `last 7 days`.
///
/// Weeks begin on Monday. `last week` is the one before this one, and the last seven days end with today. A month without a
/// year is the last one that has begun.
public struct SpokenPeriod: Hashable, Sendable {
  /// From the beginning of the first day to that of the day behind the last one.
  public let range: Range<Date>

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - now: The moment that `today` is relative to.
  ///   - zone: The time zone whose days are meant.
  /// - Throws: ``SpokenDateError``, also for a text with a time of day.
  public init(_ text: String, now: Date, in zone: TimeZone) throws(SpokenDateError) {
    let reader = PeriodReader(
      text: text.lowercased().trimmingCharacters(in: .whitespaces),
      today: LocalTime(now, in: zone).day)
    let days: Range<Int>
    if let found = reader.days() {
      days = found
    } else {
      let date = try SpokenDate(text, now: now, in: zone)
      guard !date.hasTime else {
        throw SpokenDateError(
          kind: .unknown, message: "“\(text)” is a moment, and no day",
          hint:
            "write a day or a period, as yesterday, last week, this month, 2026-11 or last 7 days")
      }
      let day = LocalTime(date.date, in: zone).day.number
      days = day..<day + 1
    }
    func start(_ number: Int) -> Date {
      LocalTime(CivilDay(number: number)).moments(in: zone).first(in: zone)
    }
    range = start(days.lowerBound)..<start(days.upperBound)
  }
}

private struct PeriodReader {
  let text: String
  let today: CivilDay

  /// The numbers of the days, or nil if the text says one day at most.
  func days() -> Range<Int>? {
    if let match = text.wholeMatch(of: /(this|last|next)\s+(\w+)/) {
      guard let present = around(today, match.2) else { return nil }
      switch match.1 {
      case "last": return around(day(present.lowerBound - 1), match.2)
      case "next": return around(day(present.upperBound), match.2)
      default: return present
      }
    }
    if let match = text.wholeMatch(of: /(last|past)\s+([0-9]{1,6})\s+(day|week)s?/) {
      let count = (Int(match.2) ?? 0) * (match.3 == "week" ? 7 : 1)
      return count == 0 ? nil : today.number + 1 - count..<today.number + 1
    }
    if let match = text.wholeMatch(of: /([0-9]{4})(-(w?)([0-9]{2}))?/) {
      guard let digits = match.4 else { return year(Int(match.1)) }
      return match.3 == "w" ? week(Int(digits), Int(match.1)) : month(Int(digits), Int(match.1))
    }
    if let match = text.wholeMatch(of: /([a-z]{3,})(\s+([0-9]{4}))?/),
      let number = MonthName.number(of: String(match.1))
    {
      let last = number <= today.month ? today.year : today.year - 1
      return month(number, match.3.flatMap { Int($0) } ?? last)
    }
    return nil
  }

  private func day(_ number: Int) -> CivilDay { CivilDay(number: number) }

  /// The week, month or year around a day.
  private func around(_ day: CivilDay, _ unit: Substring) -> Range<Int>? {
    switch unit {
    case "day": return day.number..<day.number + 1
    case "week":
      let monday = day.monday.number
      return monday..<monday + 7
    case "month": return month(day.month, day.year)
    case "year": return year(day.year)
    default: return nil
    }
  }

  private func month(_ month: Int?, _ year: Int?) -> Range<Int>? {
    guard let month, let year, let first = CivilDay(year: year, month: month, day: 1) else {
      return nil
    }
    let next =
      month == 12
      ? CivilDay(year: year + 1, month: 1, day: 1) : CivilDay(year: year, month: month + 1, day: 1)
    return next.map { first.number..<$0.number }
  }

  private func year(_ year: Int?) -> Range<Int>? {
    guard let year, let first = CivilDay(year: year, month: 1, day: 1),
      let next = CivilDay(year: year + 1, month: 1, day: 1)
    else { return nil }
    return first.number..<next.number
  }

  private func week(_ week: Int?, _ year: Int?) -> Range<Int>? {
    guard let week, let year, let monday = CivilDay.monday(ofWeek: week, of: year) else {
      return nil
    }
    return monday.number..<monday.number + 7
  }
}
