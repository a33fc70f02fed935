import Foundation
import StrataDates
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// A goal as a person types it: `< 95`, `sum >= 20 km`, `count >= 3`, `diastolic < 85`.
struct GoalText {
  let measure: GoalMeasure?
  /// True if the words name the second of two values.
  let isOfSecondValue: Bool
  let comparison: GoalComparison
  let target: Double

  /// Parses a goal's words.
  ///
  /// - Parameters:
  ///   - unit: The unit that may stand behind the number.
  ///   - values: The names of two values, of which the goal may name one. Nil for an item with one.
  init(
    _ words: [ArgumentValue], unit: String?, values: [String]? = nil
  ) throws(ShellError) {
    let example = "write it like 'under 95', 'sum >= 20' or 'count at least 3'"
    guard let first = words.first else {
      throw ShellError("the goal is missing", hint: example, kind: .usage)
    }
    var text = words.map(\.text).joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)[...]
    let names = GoalMeasure.allCases.map(\.rawValue)
    var (measure, value) = (GoalMeasure?.none, Int?.none)
    while let initial = text.first, initial.isLetter, Self.comparison(in: text) == nil {
      let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if measure == nil, let found = GoalMeasure(rawValue: word.lowercased()) {
        measure = found
      } else if value == nil,
        let found = values?.firstIndex(where: { $0.lowercased() == word.lowercased() })
          ?? (values == nil ? nil : Self.valueColumns.firstIndex(of: word.lowercased()))
      {
        value = found
      } else {
        let known = names + (values ?? [])
        let nearest = NearestName.find(word.lowercased(), in: known)
        throw first.error(
          "“\(word)” can't be a goal",
          hint: nearest.map { "did you mean \($0)?" } ?? "one of: \(known.joined(separator: ", "))")
      }
      text = text.dropFirst(word.count).drop { $0 == " " }
    }
    self.measure = measure
    isOfSecondValue = value == 1
    guard let (comparison, length) = Self.comparison(in: text) else {
      let given = words.map(\.text).joined(separator: " ")
      throw first.error(
        "“\(given)” is no goal",
        hint: Double(text).map { _ in "did you mean '< \(text)' or '> \(text)'?" } ?? example)
    }
    self.comparison = comparison
    text = text.dropFirst(length).drop { $0 == " " }
    if unit == "h", let duration = SpokenDuration(String(text)) {
      target = duration.seconds / 3600
      return
    }
    // Hours and minutes, as people see them.
    if unit == "h", let parts = text.wholeMatch(of: #/(\d+):([0-5]\d)/#),
      let hours = Double(parts.1), let minutes = Double(parts.2)
    {
      target = hours + minutes / 60
      return
    }
    let number = text.prefix { !$0.isWhitespace && ("0"..."9" ~= $0 || "+-.eE".contains($0)) }
    let rest = text.dropFirst(number.count).trimmingCharacters(in: .whitespaces)
    guard let target = Double(number), target.isFinite else {
      throw first.error("“\(text)” is not a number", hint: example)
    }
    if let values, rest.hasPrefix("/") {
      let signs = "\(comparison.rawValue) "
      throw first.error(
        "a goal is about one value",
        hint:
          "set two: '\(values[0]) \(signs)\(number)' and '\(values[1]) \(signs)\(rest.dropFirst())'"
      )
    }
    if rest.hasPrefix("--") {
      throw first.error("“\(rest)” is no part of the goal", hint: "write it outside of the quotes")
    }
    let isNumberOfTimes =
      (measure == .count || unit == nil) && ["time", "times", "x", "×"].contains(rest)
    guard rest.isEmpty || isNumberOfTimes || (rest == unit && measure != .count) else {
      throw first.error(
        measure == .count ? "a count has no unit" : "“\(rest)” is not the item's unit",
        hint: unit.flatMap { measure == .count ? nil : "give the number in \($0)" }
          ?? "leave out the “\(rest)”")
    }
    self.target = target
  }

  private static let valueColumns = ["value1", "value2"]

  /// The unit of an item's values, or of the hours that it lasts. Nil for what has neither.
  static func unit(of item: Item) -> String? {
    if item.kind.isRequired(.value1) { return item.unit }
    return item.kind.isRequired(.endDate) ? "h" : nil
  }

  /// The signs and words of comparisons, longer ones before those that they begin with.
  private static let comparisons: [(text: String, comparison: GoalComparison)] = [
    ("<=", .lessOrEqual), ("≤", .lessOrEqual), (">=", .greaterOrEqual), ("≥", .greaterOrEqual),
    ("==", .equal), ("<", .less), (">", .greater), ("=", .equal), ("at least", .greaterOrEqual),
    ("at most", .lessOrEqual), ("up to", .lessOrEqual), ("under", .less), ("below", .less),
    ("less than", .less), ("over", .greater), ("above", .greater), ("more than", .greater),
    ("exactly", .equal),
  ]

  /// The comparison that a text begins with, and its length.
  private static func comparison(in text: Substring) -> (comparison: GoalComparison, length: Int)? {
    let lower = text.lowercased()
    return comparisons.first { one in
      lower.hasPrefix(one.text)
        && !(one.text.last?.isLetter == true
          && lower.dropFirst(one.text.count).first?.isLetter == true)
    }
    .map { ($0.comparison, $0.text.count) }
  }
}

extension Goal {
  /// Formats the goal for people: `average < 95 kg a week, by 2027-01-01`.
  func text(unit: String?, calendar: Calendar) -> String {
    let isOfHours = measure != .count && item.map { !$0.kind.isRequired(.value1) } ?? false
    let isWhole = target == target.rounded() && abs(target) < 1e15
    let number =
      isOfHours
      ? NumberPrecision.hours.text(target)
      : isWhole ? String(Int(target)) : Cell.text(of: target)
    var text = "\(measure.rawValue) \(comparison.rawValue) \(number)"
    if measure != .count, let item, item.hasPairs {
      let name = isOfSecondValue ? item.valueNames?.second : item.valueNames?.first
      let fallback = isOfSecondValue ? "value2" : nil
      if let word = name ?? fallback { text = "\(word) \(text)" }
    }
    if measure != .count, !isOfHours, let unit { text += " \(unit)" }
    if let period { text += " a \(period.rawValue)" }
    if let deadline {
      let parts = calendar.dateComponents([.year, .month, .day], from: deadline)
      text += String(
        format: ", by %04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }
    return text
  }
}
