import Foundation
import StrataDomain
import StrataTrackerModel

/// Makes `--item` options of columns.
struct ItemMaker {
  /// The column of ends. Nil if data points have none.
  private let end: String?
  /// True if only the first rows of the file were looked at.
  private let isPartial: Bool
  private var numbers: [(column: String, unit: String)] = []
  private var choices: [String] = []
  private(set) var leftOut: [(column: String, reason: String)] = []

  init(end: String?, isPartial: Bool) {
    self.end = end
    self.isPartial = isPartial
  }

  /// Adds a column, or leaves it out with a reason.
  ///
  /// - Parameters:
  ///   - decimals: The file's decimal mark: true for the comma, both values if it is ambiguous.
  ///   - isAlone: True if no other column has the same name.
  mutating func add(_ column: ColumnGuess, hasDecimalComma decimals: [Bool], isAlone: Bool) {
    if column.name.isEmpty { return leftOut.append((column.name, "it has no name")) }
    if !isAlone {
      return leftOut.append((column.name, "there are two columns of that name"))
    }
    if column.name.contains(where: { $0 == ":" || $0 == "," }) {
      return leftOut.append((column.name, "its name has a colon or a comma"))
    }
    if column.isEmpty {
      return leftOut.append(
        (column.name, isPartial ? "it is empty in the first rows" : "it is empty"))
    }
    switch column.content {
    case .numbers(.point) where decimals == [true], .numbers(.comma) where decimals == [false]:
      leftOut.append((column.name, "its numbers are written otherwise"))
    case .numbers:
      let units = column.units
      guard units.count <= 1 else {
        let names = units.compactMap(\.self).sorted().prefix(3).joined(separator: " and ")
        return leftOut.append(
          (
            column.name,
            "its numbers are in \(names)\(units.contains(nil) ? " and without a unit" : "")"
          ))
      }
      numbers.append(
        (column.name, (units.first ?? nil).map { ":\($0)" } ?? Self.unitPart(column.name)))
    case .durations: numbers.append((column.name, ":h"))
    case .choices(1) where column.values.count > 2:
      leftOut.append((column.name, "it has one text alone"))
    case .choices: choices.append(column.name)
    case .dates(let forms) where forms.allSatisfy { $0.hasPrefix("unix") || $0 == "YMD" }:
      numbers.append((column.name, Self.unitPart(column.name)))
    case .times where column.isNamed(by: ColumnGuess.timeWords):
      leftOut.append(
        (
          column.name,
          "“\(column.example)” could be a time of the day or a length; --date DAY+\(column.name) takes the first"
        ))
    case .times:
      leftOut.append((column.name, "it has times or lengths such as “\(column.example)”"))
    case .dates: leftOut.append((column.name, "it has dates, and there are enough"))
    case .other: leftOut.append((column.name, "it has many different texts"))
    }
  }

  mutating func specifications() -> [String] {
    var result: [String] = []
    var rest = numbers[...]
    var taken: Set<String> = []
    func name(_ text: String) -> String {
      let base = Self.itemName(text)
      var name = base
      var number = 1
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = base.prefix(ItemName.lengthUpperBound - 4) + " \(number)"
      }
      return name
    }
    let ends = end.map { "\($0)," } ?? ""
    while let (column, unit) = rest.popFirst() {
      if end == nil, let pair = Self.pair(column, among: rest.map(\.column)) {
        rest.removeAll { $0.column == pair.other }
        result.append("\(name(pair.name)):dualValues:\(pair.first),\(pair.second)" + unit)
        continue
      }
      result.append(
        "\(name(column)):\(end == nil ? "singleValue" : "valueWithInterval"):\(ends)\(column)"
          + unit)
    }
    for column in choices {
      result.append(
        "\(name(column)):\(end == nil ? "singleOption" : "optionWithInterval"):\(ends)\(column)")
    }
    // Without any value, the lengths of the intervals are what the file has.
    if result.isEmpty, let end { result.append("Time:interval:\(end)") }
    return result
  }

  /// Pairs of words in the names of columns that belong together. The greater value comes first.
  private static let pairs = [("systolic", "diastolic"), ("max", "min"), ("high", "low")]

  private static func pair(
    _ column: String, among others: [String]
  ) -> (name: String, first: String, second: String, other: String)? {
    let lower = column.lowercased()
    for (first, second) in pairs {
      for (mine, its) in [(first, second), (second, first)] where lower.contains(mine) {
        let wanted = lower.replacing(mine, with: its)
        guard let other = others.first(where: { $0.lowercased() == wanted }) else { continue }
        let rest = lower.replacing(mine, with: "").trimmingCharacters(in: separators)
        let name =
          first == "systolic" ? "Blood pressure" : rest.isEmpty ? "\(first) and \(second)" : rest
        return mine == first ? (name, column, other, other) : (name, other, column, other)
      }
    }
    return nil
  }

  private static let separators = CharacterSet(charactersIn: "_-./ ()[]")

  /// Returns the unit in a column's name such as `Weight (kg)`, in the form of the option.
  private static func unitPart(_ column: String) -> String {
    for (open, close) in [("(", ")"), ("[", "]")] {
      guard column.hasSuffix(close), let start = column.lastIndex(of: Character(open)) else {
        continue
      }
      let unit = column[column.index(after: start)...].dropLast()
      if !unit.isEmpty { return ":\(unit)" }
    }
    return ""
  }

  /// Converts a column's name to a valid name of an item.
  private static func itemName(_ column: String) -> String {
    var text = column
    if let open = text.firstIndex(where: { $0 == "(" || $0 == "[" }), open > text.startIndex {
      text = String(text[..<open])
    }
    text = text.replacing("_", with: " ").trimmingCharacters(in: separators)
    text = text.prefix(1).uppercased() + text.dropFirst()
    if text.isEmpty { text = "Value" }
    return text.prefix(ItemName.lengthUpperBound - 1).trimmingCharacters(in: .whitespaces)
  }
}
