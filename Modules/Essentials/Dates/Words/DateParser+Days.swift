/// Parsing of days: `today`, `last friday`, `2026-11-20`, `2026-W47-5`, `20.11.2026`.
extension DateParser {
  mutating func parseWords() throws(SpokenDateError) -> Bool {
    let found = try attempt { (parser) throws(SpokenDateError) -> Bool? in
      guard let word = parser.takeWord() else { return nil }
      switch word {
      case "now": parser.phrase.isNow = true
      case "today": try parser.set(.fromToday(0))
      case "yesterday": try parser.set(.fromToday(-1))
      case "tomorrow": try parser.set(.fromToday(1))
      case "tonight", "morning", "afternoon", "evening", "night": throw parser.withoutTime
      case "this":
        guard parser.skipBlanks(), let word = parser.takeWord(), Self.partsOfDays.contains(word)
        else { return nil }
        throw parser.withoutTime
      case "last" where parser.peek() == .blank && parser.peek(1) == .word("night"):
        throw parser.withoutTime
      case "last", "next":
        guard parser.skipBlanks(), let day = parser.takeWord().flatMap(Weekday.init) else {
          return nil
        }
        try parser.set(.weekday(day, word == "last" ? .last : .next))
      default:
        guard let day = Weekday(word) else { return nil }
        _ = parser.take(sign: ".")
        guard parser.phrase.weekday == nil else { throw parser.unknown }
        parser.phrase.weekday = day
      }
      return true
    }
    return found ?? false
  }

  private static let partsOfDays: Set = ["morning", "afternoon", "evening", "night"]

  private var withoutTime: SpokenDateError {
    .ambiguous("“\(text)” says no time of day", ["the time, as today 7:00", "yesterday 23:00"])
  }

  mutating func parseNumericDate() throws(SpokenDateError) -> Bool {
    let day = try attempt { (parser) throws(SpokenDateError) -> DatePhrase.Day? in
      guard case .number(let digits)? = parser.peek() else { return nil }
      switch (digits.count, parser.peek(1)) {
      case (4, .sign("-")?), (4, .sign("/")?): return try parser.dateFromYear()
      case (8, _): return try parser.dateWithoutSigns()
      case (1...2, .sign(".")?): return try parser.dottedDate()
      case (1...4, .sign("/")?), (1...2, .sign("-")?): throw parser.slashes()
      case (4, nil) where parser.phrase.day == nil && parser.phrase.weekday == nil:
        throw parser.yearOrTime(digits)
      default: return nil
      }
    }
    guard let day else { return false }
    try set(day)
    let behind = try attempt { (parser) throws(SpokenDateError) -> Bool? in
      parser.take("t") ? try parser.parseTimeBehindT() : nil
    }
    return behind ?? true
  }

  private mutating func dateFromYear() throws(SpokenDateError) -> DatePhrase.Day? {
    guard let year = takeNumber(4...4) else { return nil }
    if take(sign: "/") {
      guard let month = takeNumber(1...2), take(sign: "/"), let day = takeNumber(1...2) else {
        return nil
      }
      return .whole(try self.day(year, month, day))
    }
    guard take(sign: "-") else { return nil }
    if take("w") { return try week(of: year) }
    if let number = takeNumber(3...3) {
      guard let first = CivilDay(year: year, month: 1, day: 1),
        case let day = CivilDay(number: first.number + number - 1), day.year == year
      else { throw noSuchDay("\(year) has no day \(number)") }
      return .whole(day)
    }
    guard let month = takeNumber(2...2) else { return nil }
    guard take(sign: "-") else { return .beginning(try self.day(year, month, 1)) }
    guard let day = takeNumber(2...2) else { return nil }
    return .whole(try self.day(year, month, day))
  }

  /// Parses `W47-5`, or `W47`, which begins on its Monday.
  private mutating func week(of year: Int) throws(SpokenDateError) -> DatePhrase.Day? {
    guard let week = takeNumber(2...2) else { return nil }
    guard let monday = CivilDay.monday(ofWeek: week, of: year) else {
      throw noSuchDay("\(year) has no week \(week)")
    }
    guard take(sign: "-") else { return .beginning(monday) }
    guard let number = takeNumber(1...1), (1...7).contains(number) else { return nil }
    return .whole(CivilDay(number: monday.number + number - 1))
  }

  private mutating func dateWithoutSigns() throws(SpokenDateError) -> DatePhrase.Day? {
    guard let digits = takeNumber(8...8) else { return nil }
    return .whole(try day(digits / 10_000, digits / 100 % 100, digits % 100))
  }

  /// Parses `20.11.2026`, `20.11.`, or `20.11` before a time.
  ///
  /// With dots, the day comes first everywhere.
  private mutating func dottedDate() throws(SpokenDateError) -> DatePhrase.Day? {
    guard let day = takeNumber(1...2), take(sign: "."), let month = takeNumber(1...2) else {
      return nil
    }
    guard take(sign: ".") else {
      guard peek() == .blank, case .number? = peek(1), peek(2) == .sign(":") else { return nil }
      return .ofMonth(month: month, day: day)
    }
    if let year = takeNumber(4...4) { return .whole(try self.day(year, month, day)) }
    if case .number? = peek() { throw shortYear() }
    return .ofMonth(month: month, day: day)
  }

  func day(_ year: Int, _ month: Int, _ day: Int) throws(SpokenDateError) -> CivilDay {
    if let day = CivilDay(year: year, month: month, day: day) { return day }
    guard (1...12).contains(month) else { throw noSuchDay("there is no month \(month)") }
    throw noSuchDay("\(MonthName.abbreviations[month - 1]) \(year) has no day \(day)")
  }

  private func noSuchDay(_ message: String) -> SpokenDateError {
    .impossible("“\(text)” is no day: \(message)", "write the year, the month and the day")
  }

  func shortYear() -> SpokenDateError {
    .ambiguous(
      "“\(text)” has a year of two digits", ["all four, as 2026-11-20", "20 Nov 2026"])
  }

  /// Returns the error for `03/04/2026`, whose meaning differs between countries.
  private func slashes() -> SpokenDateError {
    var copy = self
    guard let first = copy.takeNumber(1...2), let sign = copy.peek(),
      copy.take(sign: "/")
        || copy.take(sign: "-"), let second = copy.takeNumber(1...2)
    else { return unknown }
    let year = copy.peek() == sign && copy.skipSign() ? copy.takeNumber(4...4) : nil
    func way(_ month: Int, _ day: Int) -> String? {
      guard let day = CivilDay(year: year ?? 2000, month: month, day: day) else { return nil }
      return year == nil
        ? "\(day.day) \(MonthName.abbreviations[day.month - 1])" : LocalTime(day).dayText
    }
    let ways = [way(second, first), way(first, second)].compactMap { $0 }
    guard let one = ways.first else { return unknown }
    guard let other = ways.last, ways.count > 1, other != one else {
      return SpokenDateError(
        kind: .ambiguous, message: "“\(text)” is not how dates are written here",
        hint: "write \(one)")
    }
    return .ambiguous("“\(text)” could be two days", ways)
  }

  private mutating func skipSign() -> Bool {
    index += 1
    return true
  }

  private func yearOrTime(_ digits: String) -> SpokenDateError {
    let time = "\(digits.prefix(2)):\(digits.suffix(2))"
    return .ambiguous("“\(text)” could be a year or a time", ["\(digits)-01-01", time])
  }
}

extension Weekday {
  /// Finds the weekday with a name or its beginning: `monday`, `mon`, `tues`.
  init?(_ word: String) {
    let names = word == "wednes" ? [] : Self.allCases.map { ($0, "\($0)") }
    guard word.count >= 3, let found = names.first(where: { $0.1.hasPrefix(word) }) else {
      return nil
    }
    self = found.0
  }
}
