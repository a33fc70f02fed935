import Foundation

/// The resolution of a date's parts to a moment, relative to now, in a time zone.
struct DateResolver {
  let text: String
  let now: Date
  let zone: TimeZone

  private var present: LocalTime { LocalTime(now, in: zone) }
  private var today: CivilDay { present.day }

  func resolve(
    _ phrase: DatePhrase
  ) throws(SpokenDateError) -> (date: Date, note: String?) {
    if phrase.isNow || phrase.seconds != nil {
      // A moment relative to now is complete, so that it can't have other parts.
      guard phrase.day == nil, phrase.weekday == nil, phrase.time == nil, phrase.zone == nil,
        !phrase.isNow || phrase.seconds == nil
      else { throw .unknown(text) }
      return (now.addingTimeInterval(phrase.seconds ?? 0), nil)
    }
    var local = LocalTime(try day(phrase))
    switch phrase.time {
    case .seconds(let seconds)?: local.seconds = seconds
    case .midnight?:
      let next = CivilDay(number: local.day.number + 1)
      throw .ambiguous(
        "“\(text)” could be the day's beginning or its end",
        ["“\(local)”", "“\(LocalTime(next))”"])
    case nil:
      if case .fromNow? = phrase.day { local.seconds = present.seconds }
    }
    return try moment(local, isMidnight: phrase.time == nil && local.seconds == 0)
  }

  private func moment(
    _ local: LocalTime, isMidnight: Bool
  ) throws(SpokenDateError) -> (date: Date, note: String?) {
    switch local.moments(in: zone) {
    case .once(let date): return (date, nil)
    case .twice(let first, let second):
      let offsets = [first, second].map { ISOOffset.text(zone.secondsFromGMT(for: $0)) }
      return (
        first,
        "\(local) was there twice, as the clocks were put back; this is the first, "
          + "\(offsets[0]), and \(local)\(offsets[1]) the second"
      )
    case .never(let next):
      // A day without a stated time begins at its first moment, even if that isn't midnight.
      if isMidnight, case .once(let date) = next.moments(in: zone) { return (date, nil) }
      throw .impossible(
        "there was no \(local): the clocks were put forward over it",
        "write \(next), or another time")
    }
  }

  private func day(_ phrase: DatePhrase) throws(SpokenDateError) -> CivilDay {
    guard let said = phrase.day else {
      guard let weekday = phrase.weekday else { return today }
      return try day(weekday, nil)
    }
    let day = try self.day(said)
    guard let weekday = phrase.weekday, weekday != day.weekday else { return day }
    throw .impossible(
      "“\(text)” contradicts itself: \(LocalTime(day).dayText) is a \(day.weekday.name)",
      "leave out the weekday, or mend the date")
  }

  private func day(_ day: DatePhrase.Day) throws(SpokenDateError) -> CivilDay {
    switch day {
    case .whole(let day), .beginning(let day): return day
    case .fromToday(let days), .fromNow(let days): return CivilDay(number: today.number + days)
    case .weekday(let weekday, let direction): return try self.day(weekday, direction)
    case .ofMonth(let month, let number): return try self.day(month: month, number)
    }
  }

  private func day(
    _ weekday: Weekday, _ direction: DatePhrase.Direction?
  ) throws(SpokenDateError) -> CivilDay {
    let back = (today.weekday.rawValue - weekday.rawValue + 7) % 7
    let name = "\(weekday)"
    switch direction {
    case .last: return CivilDay(number: today.number - (back == 0 ? 7 : back))
    case .next: return CivilDay(number: today.number + 7 - back)
    case nil where back > 0: return CivilDay(number: today.number - back)
    case nil:
      throw .ambiguous(
        "today is a \(weekday.name), so that “\(text)” could be two days",
        ["today", "last \(name)", "next \(name)"])
    }
  }

  /// Resolves a date without a year to this year.
  ///
  /// A future date is ambiguous.
  private func day(month: Int, _ number: Int) throws(SpokenDateError) -> CivilDay {
    guard (1...12).contains(month) else {
      throw .impossible("“\(text)” is no day: there is no month \(month)", "write 20 Nov")
    }
    let name = MonthName.abbreviations[month - 1]
    func way(_ year: Int) -> String { "\(number) \(name) \(year)" }
    guard let day = CivilDay(year: today.year, month: month, day: number) else {
      guard CivilDay(year: 2000, month: month, day: number) != nil else {
        throw .impossible("“\(text)” is no day: \(name) has no day \(number)", "write another day")
      }
      throw .ambiguous(
        "\(today.year) has no 29 Feb", [today.year - 4, today.year].map { way($0 / 4 * 4) })
    }
    if day <= today { return day }
    throw .ambiguous(
      "\(way(today.year)) is still to come", [way(today.year - 1), way(today.year)])
  }
}

enum ISOOffset {
  /// Returns the text of an offset, such as `+01:00`.
  static func text(_ seconds: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(seconds) / 60
    return "\(seconds < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}
