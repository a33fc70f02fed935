internal import StrataApplication
import Foundation
import Strata
import StrataDates
import StrataDomain
import StrataShell
internal import StrataTrackerModel

/// A data point's content under construction, from a line and an item's kind.
///
/// Missing and superfluous values are usage errors.
@MainActor struct ContentDraft {
  private let invocation: Invocation
  private let tracker: Tracker
  private let item: Item
  private var parts: ItemDataContent.Parts
  private var selection: OptionSelection?
  private let words: ValueWords

  /// Parses a line. When a data point is edited, its content supplies what the line leaves out.
  init(
    _ invocation: Invocation, _ tracker: Tracker, item: Item, start: ItemDataContent?
  ) throws {
    self.invocation = invocation
    self.tracker = tracker
    self.item = item
    parts = start?.parts ?? ItemDataContent.Parts(kind: item.kind)
    let spoken = try SpokenPoint(
      invocation, of: item, tracker.environment, isNew: start == nil)
    words = spoken.values
    try readDates(spoken, isNew: start == nil)
    try readValues()
    try readOption()
    selection = try invocation.option("select").map { try tracker.selection($0, of: item) }
  }

  /// Parses a line that ends a timer.
  init(
    _ invocation: Invocation, _ tracker: Tracker, item: Item, start: Date, option: UUID?
  ) throws {
    self.invocation = invocation
    self.tracker = tracker
    self.item = item
    parts = ItemDataContent.Parts(kind: item.kind, startDate: start, optionID: option)
    words = try ValueWords(
      invocation.arguments("VALUE"), of: item, givesOption: invocation.option("option") != nil)
    let at = invocation.option("at")
    let end = try at.map { try tracker.environment.date($0) } ?? tracker.environment.now()
    guard end >= start else {
      let text =
        "\(item.name) began at \(tracker.environment.minuteLabel(start)), which is after its end, "
        + tracker.environment.minuteLabel(end)
      let hint = "stop \(typed(item.name)) --discard drops it"
      throw at?.error(text, hint: "give a later --at; or \(hint)")
        ?? ShellError(text, hint: hint, kind: .usage)
    }
    parts.endDate = end
    try readValues()
    try readOption()
    selection = try invocation.option("select").map { try tracker.selection($0, of: item) }
  }

  private var kind: ItemDataContent.Kind { item.kind }

  private mutating func readDates(_ spoken: SpokenPoint, isNew: Bool) throws {
    let environment = tracker.environment
    let until = invocation.option("until")
    let span = invocation.option("for")
    if !kind.isRequired(.endDate), let option = until ?? span {
      let name = until == nil ? "for" : "until"
      throw option.error("\(item.name) is of one moment: --\(name) has no place")
    }
    if case .interval(let interval)? = spoken.moment?.meaning {
      if let note = interval.note { environment.output.warning(note) }
      (parts.startDate, parts.endDate) = (interval.start, interval.end)
      return
    }
    let length = try span.map(environment.duration) ?? spoken.length?.meaning
    let start = try readStart(spoken.moment, hasLength: length != nil)
    if let start {
      // If only the day changes, the end moves as far as the beginning.
      if !start.hasTime, let old = parts.startDate, until == nil, length == nil {
        parts.endDate = parts.endDate.map { $0 + start.date.timeIntervalSince(old) }
      }
      parts.startDate = start.date
    } else if isNew, !kind.isRequired(.endDate) {
      parts.startDate = environment.now()
    }
    guard kind.isRequired(.endDate) else { return }
    let end = try until.map { try environment.date($0) }
    if let length {
      if start != nil, let until {
        throw until.error(
          "\(item.name) has a beginning, an end and a length", hint: "leave one of them out")
      }
      if let begin = start?.date ?? (isNew || end != nil ? nil : parts.startDate) {
        parts.endDate = begin + length.seconds
      } else {
        // People log what lasted when it ends.
        let end = end ?? environment.now()
        (parts.startDate, parts.endDate) = (end - length.seconds, end)
      }
    } else if let end {
      parts.endDate = end
      if isNew, start == nil { throw missing("--at DATE, when it began") }
    } else if isNew {
      // The default end is now: people log an interval when it ends.
      guard start != nil else {
        throw missing("when it was or how long it took, as 7:00-7:31, 31min or --at 7:00")
      }
      parts.endDate = environment.now()
    }
  }

  /// The beginning that the words or `--at` say. A day alone keeps the time of day of a data point that is edited; today,
  /// said of a new one, is now.
  private func readStart(
    _ moment: SpokenPoint.Part<SpokenPoint.Moment>?, hasLength: Bool
  ) throws -> (date: Date, hasTime: Bool)? {
    let environment = tracker.environment
    let zone = environment.output.timeZone
    let spoken: SpokenDate
    if let moment, case .date(let date) = moment.meaning {
      if let note = date.note { environment.output.warning(note) }
      spoken = date
      let now = environment.now()
      let isToday = LocalTime(date.date, in: zone).day == LocalTime(now, in: zone).day
      if !date.hasTime, parts.startDate == nil {
        guard kind.isRequired(.endDate) else { return (isToday ? now : date.date, true) }
        // With a length alone, an interval of today ends now. One of another day needs a time.
        guard isToday, hasLength else {
          throw moment.words.error(
            "“\(moment.words.text)” says no time of day",
            hint: "write when it began, as \(moment.words.text) 7:00, or both ends, as "
              + "\(moment.words.text) 7:00-7:31")
        }
        return nil
      }
    } else if let at = invocation.option("at") {
      spoken = try environment.spokenDate(at)
    } else {
      return nil
    }
    guard !spoken.hasTime, let old = parts.startDate else { return (spoken.date, true) }
    let day = LocalTime(spoken.date, in: zone).day
    let moved = LocalTime(day, seconds: LocalTime(old, in: zone).seconds)
    return (moved.moments(in: zone).first(in: zone), false)
  }

  private mutating func readValues() throws {
    if let first = words.numbers.first { parts.value1 = first }
    if words.numbers.count > 1 { parts.value2 = words.numbers[1] }
    if kind.isRequired(.value1), parts.value1 == nil {
      throw missing(
        kind.isRequired(.value2) ? "two values" : "a value" + (item.unit.map { " in \($0)" } ?? ""))
    }
    if kind.isRequired(.value2), parts.value2 == nil { throw missing("a second value") }
  }

  private mutating func readOption() throws {
    let word = words.option
    if let label = invocation.option("option") ?? word {
      if let word, invocation.option("option") != nil {
        throw word.error(
          "\(item.name) takes one option, and --option gives it", hint: "leave one of them out")
      }
      guard kind.isRequired(.optionID) else {
        throw label.error("\(item.name) takes no option", hint: "its kind is \(kind.rawValue)")
      }
      parts.optionID = try tracker.offeredOption(label, of: item).uid
    } else if kind.isRequired(.optionID), parts.optionID == nil {
      let labels = tracker.offered(item).map(\.label.rawValue).joined(separator: ", ")
      guard labels.isEmpty else { throw missing("an option, one of: \(labels)") }
      throw ShellError(
        "\(item.name) has no options to choose from",
        hint: "option add \(typed(item.name)) LABEL… gives it some", kind: .usage)
    }
  }

  private func missing(_ what: String) -> ShellError {
    invocation.usageError("\(item.name) needs \(what)")
  }

  /// Notes about the inserted data point that may be a mistake.
  private(set) var doubts: [String] = []

  /// Inserts a new data point of the item.
  mutating func insert() throws -> ItemData {
    let environment = tracker.environment
    let content = try content()
    doubts = try PointDoubts(content, of: item, environment).texts()
    let data = ItemData(createTimestamp: environment.now(), dataContent: content)
    environment.context.insert(data)
    data.item = item
    finish(data)
    return data
  }

  func content() throws -> ItemDataContent {
    do {
      return try ItemDataContent(parts: parts)
    } catch ItemDataContentError.startIsAfterEnd(let start, let end, _) {
      throw wrongOrder(start, end)
    } catch {
      throw invocation.usageError("\(error)")
    }
  }

  /// Makes the error of an end before the start.
  ///
  /// A night that is logged in the morning begins on the day before, which people leave out.
  private func wrongOrder(_ start: Date, _ end: Date) -> ShellError {
    let environment = tracker.environment
    let message =
      "\(item.name) would end at \(environment.minuteLabel(end)), before it begins at "
      + environment.minuteLabel(start)
    guard let at = invocation.option("at") else {
      return invocation.usageError(message, hint: "give a later --until")
    }
    let words = "yesterday \(at.text)"
    // Dropped: the text has a day of its own, so that "yesterday" doesn't fit before it.
    let earlier = try? SpokenDate(words, now: environment.now(), in: environment.output.timeZone)
    guard let earlier, earlier.date <= end, start.timeIntervalSince(earlier.date) < 90_000 else {
      return at.error(message, hint: "give an earlier --at, or a later --until")
    }
    let line = invocation.line.text.replacingCharacters(in: at.range, with: words)
    return at.error(message, hint: "did you mean \(words)? Then type: \(line)")
  }

  /// Sets the data point's selection and remark.
  func finish(_ data: ItemData) {
    if let selection { data.selection = selection }
    guard let memo = invocation.option("memo") else { return }
    if memo.text.isEmpty {
      if let old = data.memo { tracker.context.delete(old) }
      data.memo = nil
    } else if let old = data.memo {
      old.text = memo.text
    } else {
      let new = Memo(text: memo.text)
      tracker.context.insert(new)
      data.memo = new
    }
  }
}
