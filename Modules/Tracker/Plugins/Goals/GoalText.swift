import Foundation
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
    let example = "write it like '< 95', 'sum >= 20' or 'count >= 3'"
    guard let first = words.first else {
      throw ShellError("the goal is missing", hint: example, kind: .usage)
    }
    var text = words.map(\.text).joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)[...]
    let word = text.prefix { $0.isLetter }.lowercased()
    if word.isEmpty {
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
      text = text.drop { $0.isLetter || $0 == " " }
    }
    // Variants that people type are accepted as well.
    let signs: [(sign: String, comparison: GoalComparison)] = [
      ("<=", .lessOrEqual), ("≤", .lessOrEqual), (">=", .greaterOrEqual), ("≥", .greaterOrEqual),
      ("==", .equal), ("<", .less), (">", .greater), ("=", .equal),
    ]
    guard let sign = signs.first(where: { text.hasPrefix($0.sign) }) else {
      throw first.error("“\(words.map(\.text).joined(separator: " "))” is no goal", hint: example)
    }
    comparison = sign.comparison
    text = text.dropFirst(sign.sign.count).drop { $0 == " " }
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
