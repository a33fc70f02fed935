import Foundation
import StrataDomain
import StrataShell
import StrataTrackerModel

extension Item {
  /// The options that a word means: the one with that label, or those on offer whose label begins so, in any case.
  func options(on word: String) -> [ItemOption] {
    if let option = option(labeled: word) { return [option] }
    if word.isEmpty { return [] }
    return options.filter {
      !$0.isRetired
        && $0.label.rawValue.range(
          of: word, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }.sorted { $0.number < $1.number }
  }
}

extension Tracker {
  /// Returns the option of an item with a label, or the only one on offer whose label begins so, in any case.
  ///
  /// - Parameter isWhole: True if a beginning isn't enough.
  /// - Throws: A usage error with the labels that begin so, the nearest label, or all labels.
  func option(
    _ value: ArgumentValue, of item: Item, isWhole: Bool = false
  ) throws -> ItemOption {
    let begun =
      isWhole ? [item.option(labeled: value.text)].compactMap(\.self) : item.options(on: value.text)
    if begun.count == 1, let option = begun.first { return option }
    if begun.count > 1 {
      throw value.error(
        "“\(value.text)” is the beginning of \(begun.count) options",
        hint: "one of: \(begun.map(\.label.rawValue).joined(separator: ", "))")
    }
    let labels = offered(item).map(\.label.rawValue)
    let nearest = NearestName.find(value.text, in: labels)
    throw value.error(
      "\(item.name) has no option “\(value.text)”",
      hint: nearest.map { "did you mean \($0)?" }
        ?? (labels.isEmpty
          ? "option add \(typed(item.name)) \(typed(value.text)) makes it"
          : "one of: \(labels.joined(separator: ", "))"))
  }

  /// Returns the option for a new data point. A retired one is an error.
  func offeredOption(_ value: ArgumentValue, of item: Item) throws -> ItemOption {
    let option = try option(value, of: item)
    guard !option.isRetired else { throw retired(option, of: item, value) }
    return option
  }

  /// Returns the options that aren't retired, sorted by number.
  func offered(_ item: Item) -> [ItemOption] {
    item.options.filter { !$0.isRetired }.sorted { $0.number < $1.number }
  }

  /// Parses the options of `--select`, by label or number: `happy,3`.
  func selection(_ value: ArgumentValue, of item: Item) throws -> OptionSelection {
    let parts = value.text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let numbers = try parts.map { part -> Int in
      let option: ItemOption
      if let labeled = item.option(labeled: part) {
        option = labeled
      } else if let number = Int(part) {
        // If the item has no options, numbers are accepted as they are.
        if item.options.isEmpty { return number }
        guard let numbered = item.options.first(where: { $0.number == number }) else {
          throw value.error(
            "\(item.name) has no option number \(number)",
            hint: "option list \(typed(item.name)) shows them")
        }
        option = numbered
      } else {
        option = try self.option(ArgumentValue(part, column: value.column), of: item)
      }
      guard !option.isRetired else { throw retired(option, of: item, value) }
      return option.number
    }
    do {
      return try OptionSelection(numbers)
    } catch {
      throw value.error("\(error)")
    }
  }

  private func retired(
    _ option: ItemOption, of item: Item, _ value: ArgumentValue
  ) -> ShellError {
    value.error(
      "“\(option.label)” of \(item.name) is retired",
      hint: "option restore \(typed(item.name)) \(typed(option.label)) offers it again")
  }
}
