import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The operations that the tracker's commands share: names of new items, and tags by name.
@MainActor struct Tracker {
  let environment: ApplicationEnvironment
  var context: ModelContext { environment.context }

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  /// Parses the name of a new item.
  ///
  /// - Parameter item: The item that gets the name, which may change the case of its own.
  /// - Throws: A usage error for an invalid name, and for one that another item has, in any case.
  func newName(_ value: ArgumentValue, besides item: Item? = nil) throws -> ItemName {
    let name = try self.name(value, of: "an item")
    if let other = try context.item(namedIgnoringCase: name.rawValue), other !== item {
      throw value.error(
        "there is an item “\(other.name)” already",
        hint: other.name == name
          ? "choose another name" : "names must differ in more than case; choose another one")
    }
    return name
  }

  /// Parses the label of a new option.
  ///
  /// - Throws: A usage error for an invalid label.
  func newLabel(_ value: ArgumentValue) throws -> NonEmptyString {
    try NonEmptyString(try name(value, of: "an option").rawValue)
  }

  /// Parses the name of a tag that is made unless it exists.
  ///
  /// - Throws: A usage error for an invalid name, and for one that differs from a tag's in case only.
  func newTagName(_ value: ArgumentValue) throws -> NonEmptyString {
    let name = try NonEmptyString(try name(value, of: "a tag").rawValue)
    if let other = try context.tag(namedIgnoringCase: name.rawValue), other.name != name {
      throw value.error(
        "there is a tag “\(other.name)” already", hint: "write it so, or choose another name")
    }
    return name
  }

  private func name(_ value: ArgumentValue, of thing: String) throws -> ItemName {
    do {
      return try ItemName(strict: value.text)
    } catch ItemName.NameError.nameLengthIsInvalid(_, let upper) {
      throw value.error(
        "“\(value.text)” is too long for the name of \(thing): it has \(value.text.count) characters, "
          + "and names have at most \(upper - 1)",
        hint: "shorten it")
    } catch ItemName.NameError.nameIsEmpty {
      throw value.error(
        "\(thing) needs a name", hint: "write 1 to \(ItemName.lengthUpperBound - 1) characters")
    } catch {
      throw value.error("“\(value.text)” can't be the name of \(thing): \(error)")
    }
  }

  /// Returns the tag with a name, or makes it.
  func tag(named name: NonEmptyString) throws -> Tag {
    if let tag = try findTag(named: name) { return tag }
    let tag = Tag(name: name)
    context.insert(tag)
    return tag
  }

  /// Returns the tag with a name, or else one whose name differs in case only.
  func findTag(named name: NonEmptyString) throws -> Tag? {
    try context.tag(namedIgnoringCase: name.rawValue)
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
