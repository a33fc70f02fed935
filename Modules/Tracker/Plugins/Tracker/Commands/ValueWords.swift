import Foundation
import StrataDomain
import StrataShell
import StrataTrackerModel

/// The words of `log` and `data edit` that follow the item: numbers, their unit and an option.
///
/// It accepts what people type as long as it can mean only one thing: `80`, `80kg`, `80 kg`,
/// `80,5`, and `120/80` for two numbers.
@MainActor struct ValueWords {
  /// The numbers, at most as many as the item's kind has.
  private(set) var numbers: [Double] = []
  /// The word for the option.
  private(set) var option: ArgumentValue?

  private let item: Item
  private let words: [ArgumentValue]
  private let count: Int
  private let takesOption: Bool

  /// Parses the words.
  ///
  /// - Parameter givesOption: True if the line has `--option`, so that no word is one.
  /// - Throws: A usage error for a word that isn't a number or has two meanings, another unit than
  ///   the item's, and a superfluous word.
  init(_ words: [ArgumentValue], of item: Item, givesOption: Bool) throws(ShellError) {
    self.item = item
    self.words = words
    let kind = item.kind
    count = kind.isRequired(.value2) ? 2 : kind.isRequired(.value1) ? 1 : 0
    takesOption = kind.isRequired(.optionID)
    var rest = words[...]
    while numbers.count < count, let word = rest.first {
      // A unit behind the first of two values leaves the second one missing.
      if !numbers.isEmpty, isUnit(word.text) { break }
      numbers += try read(word, isAlone: words.count == 1)
      rest.removeFirst()
    }
    if numbers.count > count { throw superfluous }
    if count > 0 {
      let isOption = rest.count == 1 && takesOption && !givesOption
      if !isOption || rest.first.flatMap({ item.option(labeled: $0.text) }) == nil {
        rest = rest.dropFirst(unitLength(rest))
      }
    }
    if takesOption, let word = rest.first {
      if count > 0, rest.count > 1, item.option(labeled: word.text) == nil {
        throw wrongUnit(word.text, word)
      }
      option = word
      rest.removeFirst()
    }
    guard let last = rest.first else { return }
    let isNumber = Double(decimal: last.text) != nil
    throw count > 0 && !takesOption && !isNumber && words.count <= count + 1
      ? wrongUnit(last.text, last) : superfluous
  }

  private var superfluous: ShellError {
    let taken = [0: "no value", 1: "one value"][count] ?? "two values"
    let text = !takesOption ? taken : count == 0 ? "one option" : "\(taken) and one option"
    return (words.last ?? ArgumentValue("", column: 1)).error("\(item.name) takes \(text)")
  }

  /// Returns how many of the next words are the item's unit.
  private func unitLength(_ rest: ArraySlice<ArgumentValue>) -> Int {
    (1...max(1, rest.count)).last { length in
      rest.count >= length && isUnit(rest.prefix(length).map(\.text).joined(separator: " "))
    } ?? 0
  }

  private func isUnit(_ text: String) -> Bool {
    item.unit?.compare(text, options: .caseInsensitive) == .orderedSame
  }

  private func wrongUnit(_ unit: String, _ word: ArgumentValue) -> ShellError {
    guard let own = item.unit else {
      return word.error(
        "“\(unit)” is no unit of \(item.name), which has none",
        hint: "leave it out, or give the item that unit: item edit \(typed(item.name)) --unit "
          + typed(unit))
    }
    return word.error(
      "“\(unit)” is not the unit of \(item.name), which is \(own)",
      hint: "give the value in \(own)")
  }

  /// Reads the number of a word, or the two numbers of `120/80`.
  private func read(_ word: ArgumentValue, isAlone: Bool) throws(ShellError) -> [Double] {
    var text = word.text[...]
    var parts = [Self.takeNumber(&text)]
    if text.first == "/" {
      var behind = text.dropFirst()
      let second = Self.takeNumber(&behind)
      if !second.isEmpty {
        parts.append(second)
        text = behind
      }
    }
    let unit = text.trimmingCharacters(in: .whitespaces)
    // A word like 2026-11-20 or 7:30 is no number with a unit.
    if parts.contains("") || unit.first.map({ "+-./,:".contains($0) || $0.isNumber }) ?? false {
      throw notANumber(word)
    }
    if parts.count > count { throw superfluous }
    if !unit.isEmpty, !isUnit(unit) { throw wrongUnit(unit, word) }
    var numbers: [Double] = []
    for part in parts {
      numbers.append(try number(part, word, isAlone: isAlone && parts.count == 1))
    }
    return numbers
  }

  private func notANumber(_ word: ArgumentValue) -> ShellError {
    word.error("“\(word.text)” is not a number", hint: "write it like 98.6 or -5.2e3")
  }

  /// Takes the longest beginning that may be a number: sign, digits with separators, exponent.
  private static func takeNumber(_ text: inout Substring) -> Substring {
    guard let match = text.prefixMatch(of: /[+-]?[0-9.,]*[0-9][.]?([eE][+-]?[0-9]+)?/) else {
      return ""
    }
    defer { text = text[match.range.upperBound...] }
    return match.0
  }

  /// Parses a number with a decimal point, or with a decimal comma if that is all it can be.
  private func number(
    _ text: Substring, _ word: ArgumentValue, isAlone: Bool
  ) throws(ShellError) -> Double {
    if let number = Double(decimal: text) { return number }
    guard let match = text.wholeMatch(of: /([+-]?)([0-9]*),([0-9]+)/),
      let number = Double(decimal: "\(match.1)\(match.2).\(match.3)")
    else { throw notANumber(word) }
    if isAlone, count == 2 {
      throw word.error(
        "“\(text)” could be one number or two",
        hint: "write \(match.1)\(match.2)/\(match.3) for two")
    }
    if match.3.count == 3, (1...3).contains(match.2.count), !match.2.hasPrefix("0") {
      throw word.error(
        "“\(text)” could be two numbers",
        hint: "write \(match.1)\(match.2)\(match.3) or \(match.1)\(match.2).\(match.3)")
    }
    return number
  }
}
