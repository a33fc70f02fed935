/// Parsing of dates with a month's name: `20 Nov`, `Nov 20`, `20th of November 2026`, `20.
///
/// Nov.`.
extension DateParser {
  mutating func parseMonthDate() throws(SpokenDateError) -> Bool {
    let day = try attempt { (parser) throws(SpokenDateError) -> DatePhrase.Day? in
      let month: Int
      let day: Int
      if let number = parser.ordinal() {
        _ = parser.skipBlanks()
        if parser.take("of") { _ = parser.skipBlanks() }
        guard let found = parser.month() else { return nil }
        (day, month) = (number, found)
      } else {
        guard let found = parser.month() else { return nil }
        _ = parser.skipBlanks()
        guard let number = parser.ordinal(), parser.peek() != .sign(":") else {
          throw parser.unknown
        }
        (day, month) = (number, found)
      }
      if let year = try parser.year() { return .whole(try parser.day(year, month, day)) }
      return .ofMonth(month: month, day: day)
    }
    guard let day else { return false }
    try set(day)
    return true
  }

  /// Parses the number of a day, with an optional ordinal suffix or dot.
  private mutating func ordinal() -> Int? {
    guard let number = takeNumber(1...2) else { return nil }
    if !["st", "nd", "rd", "th"].contains(where: { take($0) }) { _ = take(sign: ".") }
    return number
  }

  private mutating func month() -> Int? {
    guard case .word(let word)? = peek(), let month = MonthName.number(of: word) else {
      return nil
    }
    index += 1
    _ = take(sign: ".")
    return month
  }

  /// Parses the year after a month or a day, unless the number belongs to a time.
  private mutating func year() throws(SpokenDateError) -> Int? {
    try attempt { (parser) throws(SpokenDateError) -> Int? in
      _ = parser.take(sign: ",")
      _ = parser.skipBlanks()
      _ = parser.take(sign: "'")
      guard case .number(let digits)? = parser.peek() else { return nil }
      if let year = parser.takeNumber(4...4) { return parser.peek() == .sign(":") ? nil : year }
      let isTime =
        parser.peek(1) == .sign(":")
        || [parser.peek(1), parser.peek(2)].contains { $0 == .word("am") || $0 == .word("pm") }
        || [parser.peek(1), parser.peek(2)].contains { $0 == .word("a") || $0 == .word("p") }
      if digits.count == 2, !isTime { throw parser.shortYear() }
      return nil
    }
  }
}

enum MonthName {
  static let abbreviations = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// Returns the number of the month with a name or its beginning: `november`, `nov`, `sept`.
  static func number(of word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }
}
