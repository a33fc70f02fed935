public import Foundation
public import StrataDates
internal import StrataQueryText
internal import StrataShell

/// The formats of dates and numbers in a file.
public struct ImportForms: Sendable, Equatable {
  /// A format of dates.
  public enum DateForm: Sendable, Hashable {
    /// ISO 8601, and forms like it: `2020-01-31`, `2020-01-31 07:00:00 +0100`.
    case iso
    /// Day, month and year in some order, such as `D.M.Y`, with or without a time behind them.
    case parts([Character], separator: Character)
    /// Day, month and year in some order, such as `D-MON-Y` or `MON D Y`: the month by its English name, or by three letters of
    /// it or more.
    case named([Character], separator: Character)
    /// Eight digits, as `20200131`, with or without a time behind them.
    case digits
    /// Days since 1899-12-30, as spreadsheets count them, with a fraction for the time.
    case spreadsheet
    /// Seconds since 1970.
    case unix
    /// Milliseconds since 1970.
    case unixMilliseconds
  }

  /// The format of dates.
  public var dateForm: DateForm
  /// True if a comma separates a number's decimals.
  public var hasDecimalComma: Bool
  /// The time zone of dates that name none.
  public var timeZone: TimeZone

  /// Makes formats of dates and numbers.
  public init(
    dateForm: DateForm = .iso, hasDecimalComma: Bool = false, timeZone: TimeZone
  ) {
    self.dateForm = dateForm
    self.hasDecimalComma = hasDecimalComma
    self.timeZone = timeZone
  }
}

extension ImportForms.DateForm {
  /// The names of the formats that a guess tries, the most specific ones first.
  public static let common = [
    "iso", "D.M.Y", "Y.M.D", "Y/M/D", "M/D/Y", "D/M/Y", "D-M-Y", "M-D-Y", "D-MON-Y", "D MON Y",
    "MON D Y", "YMD", "unix-ms", "unix",
  ]

  /// Parses a format's name: one of ``common``, `spreadsheet`, or the letters D, M and Y in another order.
  public init?(_ name: String) {
    switch name.lowercased() {
    case "iso": self = .iso
    case "ymd": self = .digits
    case "spreadsheet": self = .spreadsheet
    case "unix": self = .unix
    case "unix-ms": self = .unixMilliseconds
    default:
      let letters = Array(name.uppercased().replacing("MON", with: "M"))
      guard letters.count == 5, letters[1] == letters[3], !letters[1].isLetter,
        Set([letters[0], letters[2], letters[4]]) == ["D", "M", "Y"]
      else { return nil }
      let order = [letters[0], letters[2], letters[4]]
      self =
        letters.count == name.count
        ? .parts(order, separator: letters[1]) : .named(order, separator: letters[1])
    }
  }
}

extension ImportForms {
  /// Parses a date. Returns nil if the text isn't a date of this format.
  ///
  /// A time that clocks show twice is the first of both. A time that clocks skip is moved forward
  /// by the length of the gap.
  public func date(_ text: String) -> Date? { moments(text)?.first(in: timeZone) }

  /// Parses a date as the moments at which clocks show it. Returns nil if the text isn't a date of
  /// this format.
  public func moments(_ text: String) -> LocalTime.Moments? {
    let text = text.trimmingCharacters(in: .whitespaces)
    switch dateForm {
    case .iso: return isoDate(text)
    case .unix:
      return seconds(text, in: 1e8...1e10).map { .once(Date(timeIntervalSince1970: $0)) }
    case .unixMilliseconds:
      return seconds(text, in: 1e11...1e13).map { .once(Date(timeIntervalSince1970: $0 / 1000)) }
    case .parts(let order, let separator):
      return date(text) { Self.day($0, order, separator, month: Self.number) }
    case .named(let order, let separator):
      return date(text) { Self.day($0, order, separator, month: Self.month) }
    case .digits:
      return date(text) { digits in
        guard digits.count == 8, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
          return nil
        }
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
      }
    case .spreadsheet: return spreadsheetDate(text)
    }
  }

  private func seconds(_ text: String, in range: ClosedRange<Double>) -> Double? {
    Double(decimal: text).flatMap { range.contains($0) ? $0 : nil }
  }

  private func isoDate(_ text: String) -> LocalTime.Moments? {
    if let moments = DateText.moments(of: text, timeZone: timeZone) { return moments }
    // An hour may have one digit, and a half of the day behind it: `2020-01-31 7:05 pm`.
    let year = text.prefix { $0 != "-" }
    if year.count == 4,
      let moments = date(text, { Self.day($0, ["Y", "M", "D"], "-", month: Self.number) })
    {
      return moments
    }
    // The zone may be a word of its own, as in `2020-01-31 07:00:00 +0100`.
    guard let blank = text.lastIndex(of: " "), blank > text.startIndex else { return nil }
    let zone = text[text.index(after: blank)...]
    let isName = ["Z", "UTC", "GMT"].contains(zone)
    guard let sign = zone.first, sign == "+" || sign == "-" || isName else { return nil }
    let digits = zone.dropFirst().filter { $0 != ":" }
    let head = text[..<blank]
    if digits.count == 4, digits.allSatisfy(\.isNumber) {
      return DateText.moments(
        of: "\(head)\(sign)\(digits.prefix(2)):\(digits.suffix(2))", timeZone: timeZone)
    }
    guard isName else { return nil }
    return DateText.moments(of: head + "Z", timeZone: timeZone)
  }

  /// A day with a time behind it or without.
  ///
  /// - Parameter day: Converts the text of the day to ISO 8601.
  private func date(_ text: String, _ day: (String) -> String?) -> LocalTime.Moments? {
    var words = text.split(whereSeparator: \.isWhitespace)
      .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    // The time begins with the first word that has a colon, and may follow the day without a blank.
    var clock = words.firstIndex { $0.contains(":") } ?? words.endIndex
    if clock < words.endIndex,
      let mark = words[clock].firstIndex(where: { $0 == "T" || $0 == "t" })
    {
      let word = words[clock]
      words.replaceSubrange(clock...clock, with: [word[..<mark], word[word.index(after: mark)...]])
      clock += 1
    }
    guard var iso = day(words[..<clock].joined(separator: " ")) else { return nil }
    let time = words[clock...]
    guard time.count <= 2 else { return nil }
    if let first = time.first {
      guard let time = self.time(first, time.count > 1 ? time.last?.lowercased() : nil) else {
        return nil
      }
      iso += "T" + time
    }
    return DateText.moments(of: iso, timeZone: timeZone)
  }

  /// Converts a day to ISO 8601, or returns nil if it has other parts.
  private static func day(
    _ text: String, _ order: [Character], _ separator: Character,
    month: (Substring) -> Int?
  ) -> String? {
    let texts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard texts.count == 3 else { return nil }
    var parts: [Character: Int] = [:]
    for (letter, text) in zip(order, texts) {
      let text = text.hasSuffix(",") ? text.dropLast() : text
      guard let part = letter == "M" ? month(text) : number(text) else { return nil }
      parts[letter] = part
      guard letter == "Y", text.count == 2 else { continue }
      // Two digits before month and day would be a day or month as well. Behind them, 69 is 1969.
      guard order[0] != "Y" else { return nil }
      parts[letter] = part + (part < 69 ? 2000 : 1900)
    }
    guard let year = parts["Y"], let month = parts["M"], let day = parts["D"] else { return nil }
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.count <= 4 && digits.utf8.allSatisfy({ (48...57).contains($0) }) ? Int(digits) : nil
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The number of a month by its English name, or by the first three letters or more.
  private static func month(_ text: Substring) -> Int? {
    let name = text.lowercased().filter { $0 != "." }
    guard name.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  /// A date as a spreadsheet counts it: in 1954 to 2119, to a thousandth of a second.
  private func spreadsheetDate(_ text: String) -> LocalTime.Moments? {
    guard let days = number(text), (20_000..<80_000).contains(days) else { return nil }
    // 25,569 days lie between 1899-12-30 and 1970.
    let seconds = ((days - 25_569) * 86_400_000).rounded() / 1000
    let local = Date(timeIntervalSince1970: seconds)
      .ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true))
    return DateText.moments(of: String(local.prefix { $0 != "Z" }), timeZone: timeZone)
  }

  /// Converts a time to 24 hours: `7:05 pm` to `19:05`.
  private func time(_ text: Substring, _ half: String?) -> String? {
    // The half of the day may follow without a blank: `7:05pm`.
    var digits = text.prefix { !$0.isLetter }
    var half = half
    switch text[digits.endIndex...].lowercased() {
    case "": break
    case "z": digits = text
    case let letters: half = half ?? letters
    }
    var parts = digits.split(separator: ":").map(String.init)
    guard parts.count >= 2, var hour = Int(parts[0]) else { return nil }
    switch half?.filter({ $0 != "." }) {
    case "am": hour = hour == 12 ? 0 : hour
    case "pm": hour = hour == 12 ? 12 : hour + 12
    case nil: break
    default: return nil
    }
    parts[0] = hour < 10 ? "0\(hour)" : "\(hour)"
    return parts.joined(separator: ":")
  }

  /// Parses a decimal number, without its separators of thousands. Returns nil if it isn't one.
  ///
  /// Thousands are separated by a point or comma, blanks of any kind, or apostrophes.
  public func number(_ text: String) -> Double? {
    var text = text.trimmingCharacters(in: .whitespaces)
    if text.hasPrefix("\u{2212}") { text = "-" + text.dropFirst() }
    let (mark, point): (Character, Character) = hasDecimalComma ? (".", ",") : (",", ".")
    let marks: [Character] = [mark, " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "\u{2019}"]
    if let mark = marks.first(where: text.contains) {
      guard Self.isGrouped(text.prefix { $0 != point }, by: mark),
        !text.drop(while: { $0 != point }).contains(mark)
      else { return nil }
      text.removeAll { $0 == mark }
    }
    if hasDecimalComma { text = text.replacing(",", with: ".") }
    return Double(decimal: text)
  }

  /// Parses a number with a unit behind it or a currency before it: `80.5 kg`, `45 %`, `$1.50`, `EUR 2`.
  ///
  /// Returns nil if the text isn't a number. The unit is nil if there is none.
  public func measured(_ text: String) -> (number: Double, unit: String?)? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let number = number(text) { return (number, nil) }
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    guard let last = text.lastIndex(where: isDigit), let first = text.firstIndex(where: isDigit)
    else {
      return nil
    }
    let end = text.index(after: last)
    let sign = text[..<first].lastIndex { !"+-\u{2212}.,".contains($0) }
    let start = sign.map(text.index(after:)) ?? text.startIndex
    let units = [text[..<start], text[end...]]
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    // Other words before a number aren't its unit, as in `January 5` or `A1`.
    let before = text[..<start].trimmingCharacters(in: .whitespaces)
    let isCurrency =
      before.allSatisfy(\.isCurrencySymbol)
      || before.count == 3 && before.allSatisfy { ("A"..."Z").contains($0) }
    guard isCurrency else { return nil }
    // A letter e alone is an exponent whose digits are missing.
    guard units.count == 1, units[0].count <= 20, units[0].lowercased() != "e",
      units[0].contains(where: { $0.isLetter || $0.isCurrencySymbol || "%‰°".contains($0) }),
      let number = number(String(text[start..<end]))
    else { return nil }
    return (number, units[0])
  }

  /// True for a text that stands for no value, as `N/A` or `--`, and for an empty one.
  public static func isNoValue(_ text: String) -> Bool {
    let text = text.trimmingCharacters(in: .whitespaces).lowercased()
    return ["", "n/a", "na", "null", "none", "-", "--", "\u{2013}", "\u{2014}"].contains(text)
  }

  /// True if the separators stand between groups of thousands, as in `-12,345`.
  private static func isGrouped(_ text: Substring, by mark: Character) -> Bool {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
    let groups = digits.split(separator: mark, omittingEmptySubsequences: false)
    guard let first = groups.first, (1...3).contains(first.count), first.first != "0" else {
      return false
    }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
  }
}
