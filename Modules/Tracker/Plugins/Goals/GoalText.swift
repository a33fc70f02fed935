import Foundation
import StrataDates
import StrataDomain
import StrataShell

/// A goal as a person types it: `< 95`, `sum >= 20 km`, `count >= 3`.
struct GoalText {
  let measure: GoalMeasure?
  let comparison: GoalComparison
  let target: Double

  /// Parses a goal's words.
  ///
  /// - Parameter unit: The unit that may stand behind the number.
  init(_ words: [ArgumentValue], unit: String?) throws(ShellError) {
    let example = "write it like 'under 95', 'sum >= 20' or 'count at least 3'"
    guard let first = words.first else {
      throw ShellError("the goal is missing", hint: example, kind: .usage)
    }
    var text = words.map(\.text).joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)[...]
    let word = text.prefix { $0.isLetter }.lowercased()
    if word.isEmpty || Self.comparison(in: text) != nil {
      measure = nil
    } else {
      let names = GoalMeasure.allCases.map(\.rawValue)
      guard let found = GoalMeasure(rawValue: word) else {
        let nearest = NearestName.find(word, in: names)
        throw first.error(
          "“\(word)” can't be a goal",
          hint: nearest.map { "did you mean \($0)?" } ?? "one of: \(names.joined(separator: ", "))")
      }
      measure = found
      text = text.drop(while: \.isLetter).drop { $0 == " " }
    }
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
    let number = text.prefix { !$0.isWhitespace && ("0"..."9" ~= $0 || "+-.eE".contains($0)) }
    let rest = text.dropFirst(number.count).trimmingCharacters(in: .whitespaces)
    guard let target = Double(number), target.isFinite else {
      throw first.error("“\(text)” is not a number", hint: example)
    }
    guard rest.isEmpty || rest == unit || measure == .count else {
      throw first.error(
        "“\(rest)” is not the item's unit",
        hint: unit.map { "give the number in \($0)" } ?? "the item has no unit; leave it out")
    }
    self.target = target
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
    let number =
      target == target.rounded() && abs(target) < 1e15
      ? String(Int(target)) : Cell.text(of: target)
    var text = "\(measure.rawValue) \(comparison.rawValue) \(number)"
    if measure != .count, let unit { text += " \(unit)" }
    if let period { text += " a \(period.rawValue)" }
    if let deadline {
      let parts = calendar.dateComponents([.year, .month, .day], from: deadline)
      text += String(
        format: ", by %04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }
    return text
  }
}
