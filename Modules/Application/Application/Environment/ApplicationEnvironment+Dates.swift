public import Foundation
internal import StrataDates
public import StrataShell

extension ApplicationEnvironment {
  /// Reads a date as people say it: `yesterday 7:00`, `-2h`, `last friday`, or ISO 8601. The answer is
  /// to show which moment it is; see ``label(_:)``.
  ///
  /// - Throws: a usage error with the date's column.
  public func date(_ value: ArgumentValue) throws(ShellError) -> Date {
    try spokenDate(value).date
  }

  /// Reads a date that limits what is shown, and says which it is where the text leaves that open.
  ///
  /// - Throws: a usage error with the date's column.
  public func date(_ value: ArgumentValue, as limit: String) throws(ShellError) -> Date {
    let spoken = try spokenDate(value)
    if !spoken.isWhole { output.message("\(limit) \(label(spoken.date))") }
    return spoken.date
  }

  private func spokenDate(_ value: ArgumentValue) throws(ShellError) -> SpokenDate {
    do {
      let spoken = try SpokenDate(value.text, now: now(), in: output.timeZone)
      if let note = spoken.note { output.warning(note) }
      return spoken
    } catch {
      throw value.error(error.message, hint: error.hint)
    }
  }

  /// A moment as an answer in words shows it: `Fri 2026-11-20 07:00`.
  public func label(_ date: Date) -> String { SpokenDate.label(date, in: output.timeZone) }

  /// The time of a moment alone, to the second: `07:00:15`.
  public func clockTime(_ date: Date) -> String {
    var local = LocalTime(date, in: output.timeZone)
    local.seconds.round(.down)
    let text = local.timeText
    return text.count > 5 ? text : text + ":00"
  }

  /// A moment to the second, as an answer shows it: `Fri 2026-11-20 07:00:15`.
  public func secondLabel(_ date: Date) -> String {
    label(
      Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down)))
  }
}

extension CommandLineOption {
  /// An option whose value is a date, of several words where they can be nothing else:
  /// `--at yesterday 7:00`.
  public static func date(_ name: String, _ summary: String) -> CommandLineOption {
    .phrase(
      name, "DATE", summary, extent: PhraseExtent("a date", count: DatePhraseExtent.count))
  }

  /// What a command's help says of its dates.
  public static let dateDiscussion = """
    A DATE is said as now, today, yesterday 7:00, -2h, mon, last friday, 20 Nov 7am, or written as \
    2026-11-20, 2026-11-20 07:00 or 2026-11-20T07:00:00+01:00. Without a time it is midnight.
    """
}

/// How many words behind an option are its date.
private enum DatePhraseExtent {
  /// The most words that make a date. Where it isn't clear whether a number is the date's, since both
  /// with and without it there is a date, nil.
  @Sendable static func count(_ words: [String]) -> Int? {
    func isDate(_ count: Int) -> Bool {
      let text = words.prefix(count).joined(separator: " ")
      do {
        _ = try SpokenDate(text, now: Date(timeIntervalSinceReferenceDate: 0), in: .gmt)
        return true
      } catch {
        // What is a date, but can't be this one, is told to who says it.
        return error.kind != .unknown
      }
    }
    // The longest: `Fri, 20 Nov 2026 at 7:00 am Europe/Berlin`.
    let counts = (1...max(1, min(words.count, 8))).filter(isDate)
    guard let longest = counts.last else { return 1 }
    let isOpen = counts.dropLast().contains { words[$0..<longest].allSatisfy { Double($0) != nil } }
    return isOpen ? nil : longest
  }
}
