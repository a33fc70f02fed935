public import Foundation

/// A stretch of time read from text that a person types: `23:30-7:00`, `yesterday 23:30 to 7:00`, `7:00 until now`.
///
/// Both ends have a time of day. A day at the beginning is that of the start; the end is the next such time behind it.
/// Without a day the end is today. If that is still to come, or if a day at the end could be that of the start, the
/// text is ambiguous.
public struct SpokenInterval: Hashable, Sendable {
  /// The beginning.
  public let start: Date
  /// The end, not before the beginning.
  public let end: Date
  /// A note for the user about another possible meaning of an end, or nil if there is none.
  public let note: String?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - now: The moment that `today` is relative to.
  ///   - zone: The time zone of texts without one.
  /// - Throws: ``SpokenDateError``, of the kind ``SpokenDateError/Kind/unknown`` for a text that is no stretch of time.
  public init(_ text: String, now: Date, in zone: TimeZone) throws(SpokenDateError) {
    let reader = IntervalReader(text: text, now: now, zone: zone)
    guard let (start, end) = reader.ends() else { throw .unknown(text) }
    (self.start, self.end, note) = try reader.resolve(start, end)
  }
}

private struct IntervalReader {
  let text: String
  let now: Date
  let zone: TimeZone

  /// Finds the two ends, at the only mark between two texts that have a time of day each.
  func ends() -> (DatePhrase, DatePhrase)? {
    var words = text.trimmingCharacters(in: .whitespaces)[...]
    for word in ["from ", "between "] where words.lowercased().hasPrefix(word) {
      words = words.dropFirst(word.count)
    }
    var found: [(DatePhrase, DatePhrase)] = []
    for match in words.matches(of: /\s*[-–—\u{2212}]\s*|\s(to|until|till|and)\s/.ignoresCase()) {
      if let start = phrase(words[..<match.range.lowerBound]), !start.isNow,
        let end = phrase(words[match.range.upperBound...])
      {
        found.append((start, end))
      }
    }
    return found.count == 1 ? found.first : nil
  }

  /// Parses an end. Returns nil for what isn't one.
  private func phrase(_ text: Substring) -> DatePhrase? {
    var parser = DateParser(String(text))
    // Dropped: the text is split elsewhere, or not at all.
    guard var phrase = try? parser.parse(), phrase.time != nil || phrase.isNow else { return nil }
    // The order of both ends tells which midnight it is.
    if phrase.time == .midnight, !phrase.hasDay { phrase.time = .seconds(0) }
    return phrase
  }

  func resolve(
    _ first: DatePhrase, _ second: DatePhrase
  ) throws(SpokenDateError) -> (start: Date, end: Date, note: String?) {
    if second.isNow {
      let start = try moment(first)
      if start.date <= now { return (start.date, now, start.note) }
      guard !first.hasDay else { throw order(start.date, now) }
      return (try moment(first, on: day(now) - 1).date, now, nil)
    }
    switch (first.hasDay, second.hasDay) {
    case (true, true): return try pair(try moment(first), try moment(second))
    case (true, false):
      let start = try moment(first)
      let end = try moment(second, on: day(start.date))
      if end.date > start.date { return try pair(start, end) }
      return try pair(start, try moment(second, on: day(start.date) + 1))
    case (false, true):
      let end = try moment(second)
      let start = try moment(first, on: day(end.date))
      if start.date < end.date { return try pair(start, end) }
      // The day may be that of the start as well.
      throw ambiguous([
        (try moment(first, on: day(end.date) - 1).date, end.date),
        (start.date, try moment(second, on: day(end.date) + 1).date),
      ])
    case (false, false):
      var ways: [(Moment, Moment)] = []
      for today in [day(now) - 1, day(now)] {
        let end = try moment(second, on: today)
        let start = try moment(first, on: today)
        ways.append(
          (start.date < end.date ? start : try moment(first, on: today - 1), end))
      }
      if ways[1].1.date <= now { return try pair(ways[1].0, ways[1].1) }
      throw ambiguous(ways.map { ($0.0.date, $0.1.date) })
    }
  }

  private typealias Moment = (date: Date, note: String?)

  private func moment(_ phrase: DatePhrase, on day: Int? = nil) throws(SpokenDateError) -> Moment {
    var phrase = phrase
    if let day { phrase.day = .whole(CivilDay(number: day)) }
    return try DateResolver(text: text, now: now, zone: phrase.zone ?? zone).resolve(phrase)
  }

  private func day(_ date: Date) -> Int { LocalTime(date, in: zone).day.number }

  private func pair(
    _ start: Moment, _ end: Moment
  ) throws(SpokenDateError) -> (start: Date, end: Date, note: String?) {
    guard start.date <= end.date else { throw order(start.date, end.date) }
    return (start.date, end.date, start.note ?? end.note)
  }

  private func order(_ start: Date, _ end: Date) -> SpokenDateError {
    .impossible(
      "“\(text)” would end, \(words(end)), before it begins, \(words(start))",
      "give both days, as \(words(end)) to \(words(start))")
  }

  private func ambiguous(_ ways: [(Date, Date)]) -> SpokenDateError {
    .ambiguous(
      "“\(text)” could be two stretches of time",
      ways.map { "\(words($0.0)) to \(words($0.1))" })
  }

  private func words(_ date: Date) -> String { "\(LocalTime(date, in: zone))" }
}
