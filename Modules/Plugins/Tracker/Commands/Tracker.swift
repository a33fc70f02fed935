import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

/// What the tracker's commands have in common: finding items, tags and options by name.
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

  func item(_ name: ArgumentValue) throws -> Item {
    if let item = try findItem(named: name.text) { return item }
    let names = try items().map(\.name.rawValue)
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

  func option(_ value: ArgumentValue, of item: Item) throws -> ItemOption {
    if let option = item.option(labeled: value.text) { return option }
    let labels = item.options.map(\.label.rawValue)
    let nearest = NearestName.find(value.text, in: labels)
    throw value.error(
      "\(item.name) has no option “\(value.text)”",
      hint: nearest.map { "did you mean \($0)?" }
        ?? (labels.isEmpty ? "it has no options" : "one of: \(labels.joined(separator: ", "))"))
  }

  func data(_ uid: ArgumentValue) throws -> ItemData {
    let text = uid.text.hasPrefix("ItemData/") ? String(uid.text.dropFirst(9)) : uid.text
    guard let key = Int64(text) else {
      throw uid.error("“\(uid.text)” is no data point's number", hint: "data list shows them")
    }
    guard let found = try context.model(entity: "ItemData", key: key) as? ItemData else {
      throw uid.error("there is no data point \(key)", hint: "data list shows them")
    }
    return found
  }
}
