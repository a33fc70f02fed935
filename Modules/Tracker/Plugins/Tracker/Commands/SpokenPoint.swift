import Foundation
import StrataApplication
import StrataDates
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// The parts of a data point that a line's words give, in any order: numbers, an option, a date or an interval, a duration.
///
/// Each way to tell the words apart that leaves none over is a reading, and one that has all that the item's kind needs
/// is whole. A single whole reading is taken. Several are an error that shows the lines to type.
@MainActor struct SpokenPoint {
  /// When it was.
  enum Moment: Equatable {
    case date(SpokenDate)
    case interval(SpokenInterval)
  }

  /// Some of the words, and what they say.
  struct Part<Meaning: Equatable>: Equatable {
    let words: ArgumentValue
    let meaning: Meaning
  }

  private(set) var values: ValueWords
  private(set) var moment: Part<Moment>?
  private(set) var length: Part<SpokenDuration>?

  /// Reads the words of a line.
  ///
  /// - Parameter isNew: True if the words have to say all that the item's kind needs.
  /// - Throws: A usage error for words that have several readings, and for those that have none.
  init(
    _ invocation: Invocation, of item: Item, _ environment: ApplicationEnvironment, isNew: Bool
  ) throws {
    let line = PointLine(invocation, item, environment)
    var whole: [SpokenPoint] = []
    var others: [SpokenPoint] = []
    for reading in line.readings() {
      if line.isWhole(reading, isNew: isNew) {
        if !whole.contains(where: reading.saysTheSame) { whole.append(reading) }
      } else {
        others.append(reading)
      }
    }
    if whole.count > 1 { throw line.ambiguous(whole) }
    // `ContentDraft` reports the parts that are missing.
    guard let reading = whole.first ?? others.first else { throw try line.unreadable() }
    self = reading
  }

  fileprivate init(
    _ values: ValueWords, _ moment: Part<Moment>?, _ length: Part<SpokenDuration>?
  ) {
    self.values = values
    self.moment = moment
    self.length = length
  }

  private func saysTheSame(as other: SpokenPoint) -> Bool {
    values.numbers == other.values.numbers && values.option?.text == other.values.option?.text
      && moment?.meaning == other.moment?.meaning && length?.meaning == other.length?.meaning
  }
}

/// The words of a line, and the ways to tell them apart.
@MainActor private struct PointLine {
  private let invocation: Invocation
  private let item: Item
  private let words: [ArgumentValue]
  private var moments: [(Range<Int>, SpokenPoint.Part<SpokenPoint.Moment>)] = []
  private var lengths: [(Range<Int>, SpokenPoint.Part<SpokenDuration>)] = []
  /// Dates that are malformed or could be two.
  private var failures: [(Range<Int>, ShellError)] = []

  init(_ invocation: Invocation, _ item: Item, _ environment: ApplicationEnvironment) {
    self.invocation = invocation
    self.item = item
    words = invocation.arguments("VALUE")
    for start in words.indices {
      // Ten words make the longest stretch of time: `from Fri, 20 Nov at 11:30 pm to 7:00 am`.
      for end in start + 1...min(start + 10, words.count) {
        guard let part = ArgumentValue(joining: words[start..<end]) else { continue }
        classify(part, start..<end, environment)
      }
    }
  }

  private static let wordsBeforeDates = ["at", "on", "since", "from"]

  /// A text behind a word that people put before it.
  private func text(_ words: ArgumentValue, behind prefixes: [String]) -> String {
    let prefix = prefixes.first { words.text.lowercased().hasPrefix("\($0) ") }
    return prefix.map { String(words.text.dropFirst($0.count + 1)) } ?? words.text
  }

  private mutating func classify(
    _ part: ArgumentValue, _ range: Range<Int>, _ environment: ApplicationEnvironment
  ) {
    if let length = SpokenDuration(text(part, behind: ["for"])) {
      lengths.append((range, .init(words: part, meaning: length)))
    }
    let now = environment.now()
    let zone = environment.output.timeZone
    var failure: SpokenDateError?
    do {
      let date = try SpokenDate(
        text(part, behind: Self.wordsBeforeDates), now: now, in: zone)
      // A whole date with a zone behind it, as 2026-11-20T07:00-08:00, isn't a stretch of time.
      if date.isWhole || !isInterval(part, now, zone) {
        moments.append((range, .init(words: part, meaning: .date(date))))
        return
      }
    } catch {
      failure = error
    }
    do {
      let interval = try SpokenInterval(part.text, now: now, in: zone)
      moments.append((range, .init(words: part, meaning: .interval(interval))))
      return
    } catch {
      if error.kind != .unknown { failure = error }
    }
    // Of 23:30-25:00 the end is no time.
    let ends = part.text.split(separator: "-", omittingEmptySubsequences: false)
    if failure.map({ $0.kind == .unknown }) ?? true, ends.count == 2, range.count == 1 {
      do {
        _ = try SpokenDate(String(ends[0]), now: now, in: zone)
        _ = try SpokenDate(String(ends[1]), now: now, in: zone)
      } catch {
        failure = error
      }
    }
    if let failure, failure.kind != .unknown {
      failures.append((range, part.error(failure.message, hint: failure.hint)))
    }
  }

  private func isInterval(_ part: ArgumentValue, _ now: Date, _ zone: TimeZone) -> Bool {
    do {
      _ = try SpokenInterval(part.text, now: now, in: zone)
      return true
    } catch {
      return error.kind != .unknown
    }
  }

  /// The readings that leave no word over, and fit the item and the line's options. The one without a time is first.
  func readings() -> [SpokenPoint] {
    var found: [SpokenPoint] = []
    for moment in [nil] + moments.map(Optional.some) {
      for length in [nil] + lengths.map(Optional.some) {
        if let moment, let length, moment.0.overlaps(length.0) { continue }
        guard fits(moment?.1.meaning, length != nil) else { continue }
        guard let values = values(without: [moment?.0, length?.0].compactMap(\.self)) else {
          continue
        }
        found.append(SpokenPoint(values, moment?.1, length?.1))
      }
    }
    return found
  }

  /// Reads the words that are left as values, an option first or last.
  private func values(without ranges: [Range<Int>]) -> ValueWords? {
    let rest = words.indices.filter { index in !ranges.contains { $0.contains(index) } }.map {
      words[$0]
    }
    let givesOption = invocation.option("option") != nil
    // Dropped, both: the words have no such reading.
    if let values = try? ValueWords(rest, of: item, givesOption: givesOption) { return values }
    guard let first = rest.first, !item.options(on: first.text).isEmpty else { return nil }
    return try? ValueWords(Array(rest.dropFirst()) + [first], of: item, givesOption: givesOption)
  }

  /// True if the item's kind has a place for a time and a length, and no option of the line gives them.
  private func fits(_ moment: SpokenPoint.Moment?, _ hasLength: Bool) -> Bool {
    let lasts = item.kind.isRequired(.endDate)
    let hasEnd = invocation.option("until") != nil
    if hasLength {
      let hasStart = moment != nil || invocation.option("at") != nil
      if !lasts || invocation.option("for") != nil || hasEnd && hasStart { return false }
    }
    switch moment {
    case nil: return true
    case .date: return invocation.option("at") == nil
    case .interval:
      return lasts && !hasLength && !hasEnd && invocation.option("at") == nil
        && invocation.option("for") == nil
    }
  }

  /// True if the item has the option, and if nothing that its kind needs is missing in a new data point.
  func isWhole(_ reading: SpokenPoint, isNew: Bool) -> Bool {
    if let option = reading.values.option, item.options(on: option.text).isEmpty { return false }
    guard isNew else { return true }
    let kind = item.kind
    let count = [.value1, .value2].count { kind.isRequired($0) }
    let hasOption = reading.values.option != nil || invocation.option("option") != nil
    let hasTime =
      reading.moment != nil || reading.length != nil || invocation.option("at") != nil
      || invocation.option("for") != nil
    return reading.values.numbers.count == count
      && (hasOption || !kind.isRequired(.optionID)) && (hasTime || !kind.isRequired(.endDate))
  }

  /// The error of words with several readings.
  func ambiguous(_ readings: [SpokenPoint]) -> ShellError {
    let text = ArgumentValue(joining: words[...]) ?? ArgumentValue("", column: 1)
    return text.error(
      "“\(text.text)” could mean two things",
      hint: "type one of:\n" + readings.map(line).joined(separator: "\n"))
  }

  private func line(_ reading: SpokenPoint) -> String {
    let uid = invocation.argument("UID")?.text
    var line = ["\(invocation.signature.name) \(uid ?? typed(item.name))"]
    line += reading.values.numbers.map(NumberPrecision.text)
    if let option = reading.values.option { line.append("--option \(typed(option.text))") }
    if let moment = reading.moment {
      if case .date = moment.meaning { line.append("--at") }
      line.append(typed(text(moment.words, behind: Self.wordsBeforeDates)))
    }
    if let length = reading.length {
      line.append("--for \(typed(text(length.words, behind: ["for"])))")
    }
    return line.joined(separator: " ")
  }

  /// Words of dates that are easily mistyped.
  private static let dateWords = [
    "yesterday", "today", "tomorrow", "midnight", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday",
  ]

  /// Returns a hint for one or two numbers that may be a length or times of day. Nil for other words.
  private static func hint(forTime text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 2, let start = parts[0], let end = parts[1], 0..<24 ~= start, 0..<24 ~= end {
      return "write \(start):00-\(end):00"
    }
    let point = text.replacing(",", with: ".")
    guard let number = Double(decimal: point), number > 0 else { return nil }
    guard let hour = Int(point) else { return "write \(point)h for how long it took" }
    return hour < 24
      ? "write \(hour)h for how long it took, or \(hour):00 for when it was"
      : "write \(hour)min or \(hour)h for how long it took"
  }

  /// The error of a word that is left over, with what may have been meant by it.
  private func hinted(_ error: ShellError, _ word: ArgumentValue) -> ShellError {
    guard error.column == word.column else { return error }
    var error = error
    if let nearest = NearestName.find(word.text, in: Self.dateWords) {
      error.hint = "did you mean \(nearest)?"
    } else if item.kind.isRequired(.endDate), let hint = Self.hint(forTime: word.text) {
      error.hint = hint
    } else if error.hint == nil, words.count > 1 {
      error.hint =
        item.kind.isRequired(.optionID) && !item.options(on: word.text).isEmpty
        ? "more than one is chosen with --select"
        : "log each in a line of its own; a time is written as 7:00, yesterday or 20 Nov 7:00"
    }
    return error
  }

  /// The error of words without a reading: of a date among them, or of the values.
  func unreadable() throws -> ShellError {
    for (range, error) in failures.sorted(by: { $0.0.count > $1.0.count })
    where values(without: [range]) != nil {
      guard range.count == 1, item.kind.isRequired(.endDate),
        let hint = Self.hint(forTime: words[range.lowerBound].text)
      else { return error }
      var error = error
      error.hint = hint
      return error
    }
    // Report the words that aren't part of the longest date or interval.
    let times = moments.filter { fits($0.1.meaning, false) }.map(\.0)
    let longest = times.max { $0.count < $1.count } ?? 0..<0
    let rest = words.indices.filter { !longest.contains($0) }.map { words[$0] }
    do throws(ShellError) {
      _ = try ValueWords(rest, of: item, givesOption: invocation.option("option") != nil)
    } catch {
      return rest.last.map { hinted(error, $0) } ?? error
    }
    // Values that leave no word over are a reading.
    return invocation.usageError("\(item.name) takes no such words")
  }
}
