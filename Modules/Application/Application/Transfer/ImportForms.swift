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
    "iso", "D.M.Y", "Y.M.D", "M/D/Y", "D/M/Y", "D-M-Y", "M-D-Y", "unix-ms", "unix",
  ]

  /// Parses a format's name: one of ``common``, or the letters D, M and Y in another order.
  public init?(_ name: String) {
    switch name.lowercased() {
    case "iso": self = .iso
    case "unix": self = .unix
    case "unix-ms": self = .unixMilliseconds
    default:
      let letters = Array(name.uppercased())
      guard letters.count == 5, letters[1] == letters[3], !letters[1].isLetter,
        Set([letters[0], letters[2], letters[4]]) == ["D", "M", "Y"]
      else { return nil }
      self = .parts([letters[0], letters[2], letters[4]], separator: letters[1])
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
    case .parts(let order, let separator): return date(text, order, separator)
    }
  }

  private func seconds(_ text: String, in range: ClosedRange<Double>) -> Double? {
    Double(decimal: text).flatMap { range.contains($0) ? $0 : nil }
  }

  private func isoDate(_ text: String) -> LocalTime.Moments? {
    if let moments = DateText.moments(of: text, timeZone: timeZone) { return moments }
    // The zone may be a word of its own, as in `2020-01-31 07:00:00 +0100`.
    guard let blank = text.lastIndex(of: " "), blank > text.startIndex else { return nil }
    let zone = text[text.index(after: blank)...]
    guard let sign = zone.first, sign == "+" || sign == "-" || zone == "Z" || zone == "UTC" else {
      return nil
    }
    let digits = zone.dropFirst().filter { $0 != ":" }
    let head = text[..<blank]
    if digits.count == 4, digits.allSatisfy(\.isNumber) {
      return DateText.moments(
        of: "\(head)\(sign)\(digits.prefix(2)):\(digits.suffix(2))", timeZone: timeZone)
    }
    guard zone == "Z" || zone == "UTC" else { return nil }
    return DateText.moments(of: head + "Z", timeZone: timeZone)
  }

  private func date(
    _ text: String, _ order: [Character], _ separator: Character
  ) -> LocalTime.Moments? {
    let words = text.split(separator: " ").flatMap { $0.split(separator: "T") }
      .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    let numbers = words.first?.split(separator: separator, omittingEmptySubsequences: false) ?? []
    guard numbers.count == 3, words.count <= 3 else { return nil }
    var parts: [Character: Int] = [:]
    for (letter, digits) in zip(order, numbers) {
      guard digits.count <= 4, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
        return nil
      }
      parts[letter] = Int(digits)
      if letter == "Y", digits.count == 2 { parts["Y"] = (parts["Y"] ?? 0) + 2000 }
    }
    guard let year = parts["Y"], let month = parts["M"], let day = parts["D"] else { return nil }
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    var iso = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    if words.count > 1 {
      guard let time = time(words[1], words.count > 2 ? words[2].lowercased() : nil) else {
        return nil
      }
      iso += "T" + time
    }
    return DateText.moments(of: iso, timeZone: timeZone)
  }

  /// Converts a time to 24 hours: `7:05 pm` to `19:05`.
  private func time(_ text: Substring, _ half: String?) -> String? {
    var parts = text.split(separator: ":").map(String.init)
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
  public func number(_ text: String) -> Double? {
    var text = text.trimmingCharacters(in: .whitespaces)
    let (mark, point): (Character, Character) = hasDecimalComma ? (".", ",") : (",", ".")
    if text.contains(mark) {
      guard Self.isGrouped(text.prefix { $0 != point }, by: mark),
        !text.drop(while: { $0 != point }).contains(mark)
      else { return nil }
      text.removeAll { $0 == mark }
    }
    if hasDecimalComma { text = text.replacing(",", with: ".") }
    return Double(decimal: text)
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
