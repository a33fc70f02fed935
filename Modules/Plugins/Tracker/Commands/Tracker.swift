import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

/// What the tracker's commands have in common: finding items and tags by name.
@MainActor struct Tracker {
  let environment: ApplicationEnvironment
  var context: ModelContext { environment.context }

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  func items() throws -> [Item] {
    try context.fetch(FetchDescriptor<Item>()).sorted { $0.name.rawValue < $1.name.rawValue }
  }

  func findItem(named name: String) throws -> Item? {
    guard let name = ValidatedName(rawValue: name) else { return nil }
    return try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })).first
  }

  /// The item of a name, in other letters too, or of a beginning that only one has.
  ///
  /// - Parameter isWhole: Whether a beginning won't do, as for what deletes.
  /// - Throws: a usage error that names the items that could be meant, or the nearest.
  func item(_ name: ArgumentValue, isWhole: Bool = false) throws -> Item {
    if let item = try findItem(named: name.text) { return item }
    let items = try self.items()
    let text = name.text.lowercased()
    let same = items.filter { $0.name.rawValue.lowercased() == text }
    if same.count == 1, let item = same.first { return item }
    let begun = items.filter { !text.isEmpty && $0.name.rawValue.lowercased().hasPrefix(text) }
    if begun.count == 1, let item = begun.first {
      guard isWhole else { return item }
      throw name.error(
        "there is no item “\(name.text)”", hint: "write its whole name: \(item.name)")
    }
    if begun.count > 1 {
      throw name.error(
        "“\(name.text)” is the beginning of \(begun.count) items",
        hint: "one of: \(begun.map(\.name.rawValue).joined(separator: ", "))")
    }
    let names = items.map(\.name.rawValue)
    let nearest = NearestName.find(name.text, in: names)
    throw name.error(
      "there is no item “\(name.text)”",
      hint: nearest.map { "did you mean \($0)?" }
        ?? (names.isEmpty ? "item add makes one" : "item list shows them"))
  }

  func newName(_ value: ArgumentValue) throws -> ValidatedName {
    let name: ValidatedName
    do {
      name = try ValidatedName(strict: value.text)
    } catch ValidatedName.NameError.nameLengthIsInvalid(let lower, let upper) {
      let count = value.text.count
      throw value.error(
        "“\(value.text)” is too \(count < lower ? "short" : "long") for an item's name: it has \(count) "
          + "\(count == 1 ? "character" : "characters"), and names have \(lower) to \(upper - 1)",
        hint: count < lower
          ? "write it out, and abbreviate when you type: a beginning that no other item has will do"
          : "shorten it, and put the rest into --memo")
    } catch {
      throw value.error("“\(value.text)” can't be an item's name: \(error)")
    }
    if try findItem(named: value.text) != nil {
      throw value.error("there is an item “\(name)” already", hint: "choose another name")
    }
    return name
  }

  func tagName(_ value: ArgumentValue) throws -> NonEmptyString {
    do {
      return try NonEmptyString(value.text)
    } catch {
      throw value.error("a tag needs a name")
    }
  }

  /// The tag with a name; made when there is none.
  func tag(named name: NonEmptyString) throws -> Tag {
    if let tag = try findTag(named: name) { return tag }
    let tag = Tag(name: name)
    context.insert(tag)
    return tag
  }

  func findTag(named name: NonEmptyString) throws -> Tag? {
    try context.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })).first
  }

  /// How many data points an item has, counted in the store.
  func dataCount(of item: Item) throws -> Int {
    let identifier = item.persistentModelID
    return try context.fetchCount(
      FetchDescriptor<ItemData>(
        predicate: #Predicate { $0.item?.persistentModelID == identifier }))
  }
}

/// So many data points, in words.
func dataPoints(_ count: Int) -> String { "\(count) data \(count == 1 ? "point" : "points")" }

/// A word as it can be typed on a line: in quotes where it has blanks.
func typed(_ word: some CustomStringConvertible) -> String {
  let text = word.description
  let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber }
  if isPlain { return text }
  return text.contains("'") ? "\"\(text.replacing("\"", with: "\\\""))\"" : "'\(text)'"
}
