public import Foundation
public import StrataDates
public import StrataShell

extension ApplicationEnvironment {
  /// Parses a date as people say it: `yesterday 7:00`, `-2h`, `last friday`, or ISO 8601.
  ///
  /// Show the resolved moment in your command's output, with ``label(_:)``.
  ///
  /// - Throws: A usage error with the date's column.
  public func date(_ value: ArgumentValue) throws(ShellError) -> Date {
    try spokenDate(value).date
  }

  /// Parses a date that limits the output, and prints the resolved moment if the text is relative
  /// or incomplete.
  ///
  /// - Throws: A usage error with the date's column.
  public func date(_ value: ArgumentValue, as limit: String) throws(ShellError) -> Date {
    let spoken = try spokenDate(value)
    if !spoken.isWhole { output.message("\(limit) \(label(spoken.date))") }
    return spoken.date
  }

  /// Parses a date, and tells what of it the text says.
  ///
  /// - Throws: A usage error with the date's column.
  public func spokenDate(_ value: ArgumentValue) throws(ShellError) -> SpokenDate {
    do {
      let spoken = try SpokenDate(value.text, now: now(), in: output.timeZone)
      if let note = spoken.note { output.warning(note) }
      return spoken
    } catch {
      throw value.error(error.message, hint: error.hint)
    }
  }

  /// Parses a length of time: `7h30`, `90min`, `1.5 hours`.
  ///
  /// - Throws: A usage error with the length's column.
  public func duration(_ value: ArgumentValue) throws(ShellError) -> SpokenDuration {
    if let duration = SpokenDuration(value.text) { return duration }
    throw value.error(
      "“\(value.text)” is not a length of time", hint: "write it like 7h30, 90min or 1.5h")
  }

  /// Formats a moment for an answer in words: `Fri 2026-11-20 07:00`.
  public func label(_ date: Date) -> String { SpokenDate.label(date, in: output.timeZone) }

  /// Formats a moment to the minute: `Fri 2026-11-20 07:00`.
  public func minuteLabel(_ date: Date) -> String {
    // Zones have had offsets with seconds, so the local time is rounded and not the moment. A date
    // may be a millionth of a second before its minute, since it is a binary fraction.
    var local = LocalTime(date, in: output.timeZone)
    local.seconds = ((local.seconds * 1000).rounded() / 60_000).rounded(.down) * 60
    return local.label
  }

  /// Makes a cell of a moment, which tables for people show to the minute.
  public func minuteCell(_ date: Date) -> Cell { .shown(.date(date), as: minuteLabel(date)) }

  /// Formats the time of a moment alone, to the second: `07:00:15`.
  public func clockTime(_ date: Date) -> String {
    var local = LocalTime(date, in: output.timeZone)
    local.seconds.round(.down)
    let text = local.timeText
    return text.count > 5 ? text : text + ":00"
  }

  /// Formats a moment to the second: `Fri 2026-11-20 07:00:15`.
  public func secondLabel(_ date: Date) -> String {
    let text = label(
      Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down)))
    // At a full minute the label has no seconds.
    return text.count { $0 == ":" } == 1 ? text + ":00" : text
  }
}

extension CommandLineOption {
  /// Makes an option whose value is a date, which may have several words: `--at yesterday 7:00`.
  ///
  /// Words behind the option belong to the date as long as they can't be anything else.
  public static func date(_ name: String, _ summary: String) -> CommandLineOption {
    .phrase(
      name, "DATE", summary, extent: PhraseExtent("a date", count: DatePhraseExtent.count))
  }

  /// Makes an option whose value is a length of time, which may have several words: `--for 1 h 20 min`.
  public static func duration(_ name: String, _ summary: String) -> CommandLineOption {
    .phrase(
      name, "LENGTH", summary,
      extent: PhraseExtent("a length of time") { words in
        (1...max(1, min(words.count, 6))).last {
          SpokenDuration(words.prefix($0).joined(separator: " ")) != nil
        } ?? 1
      })
  }

  /// The paragraph about dates for a command's help.
  public static let dateDiscussion = """
    A DATE is said as now, today, yesterday 7:00, -2h, mon, last friday, 20 Nov 7am, or written as \
    2026-11-20, 2026-11-20 07:00 or 2026-11-20T07:00:00+01:00. Without a time it is midnight.
    """
}

/// Counts the words behind an option that make up its date.
private enum DatePhraseExtent {
  /// Returns the length of the longest date at the beginning of `words`.
  ///
  /// Nil if the longest date ends in a number and is a date without it as well, so that the number
  /// may be the next argument.
  @Sendable static func count(_ words: [String]) -> Int? {
    func isDate(_ count: Int) -> Bool {
      let text = words.prefix(count).joined(separator: " ")
      do {
        _ = try SpokenDate(text, now: Date(timeIntervalSinceReferenceDate: 0), in: .gmt)
        return true
      } catch {
        // A date that is malformed still counts as a date, so that its own error is shown.
        return error.kind != .unknown
      }
    }
    // Eight words make the longest date: `Fri, 20 Nov 2026 at 7:00 am Europe/Berlin`.
    let counts = (1...max(1, min(words.count, 8))).filter(isDate)
    guard let longest = counts.last else { return 1 }
    let isOpen = counts.dropLast().contains { words[$0..<longest].allSatisfy { Double($0) != nil } }
    return isOpen ? nil : longest
  }
}
