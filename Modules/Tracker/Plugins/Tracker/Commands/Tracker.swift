import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel
import TrackerQueries
import TrackerShell

/// The operations that the tracker's commands share: names of new items, and tags by name.
@MainActor struct Tracker {
  let environment: ApplicationEnvironment
  var context: ModelContext { environment.context }

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

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
    if try environment.findItem(named: name) != nil {
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

  /// Returns the tag with a name, or makes it.
  func tag(named name: NonEmptyString) throws -> Tag {
    if let tag = try findTag(named: name) { return tag }
    let tag = Tag(name: name)
    context.insert(tag)
    return tag
  }

  func findTag(named name: NonEmptyString) throws -> Tag? {
    try context.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })).first
  }

  /// Counts an item's data points in the store.
  func dataCount(of item: Item) throws -> Int {
    try PointQuery(item: item).count(in: context)
  }
}

/// Formats a number of data points in words.
func dataPoints(_ count: Int) -> String { "\(count) data \(count == 1 ? "point" : "points")" }

/// Quotes a word if necessary, so that it can be typed on a line.
func typed(_ word: some CustomStringConvertible) -> String {
  let text = word.description
  let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber }
  if isPlain { return text }
  return text.contains("'") ? "\"\(text.replacing("\"", with: "\\\""))\"" : "'\(text)'"
}
