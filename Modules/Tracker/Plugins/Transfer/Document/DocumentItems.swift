import Foundation
import Strata
import StrataDomain
import TrackerModel

/// The items of an import: made, or found, as their records come.
struct DocumentItems {
  /// An item that data points can be taken for.
  struct Target {
    let uid: UUID
    /// What the file's options are here.
    var options: [UUID: UUID] = [:]
    var numbers: [Int: Int] = [:]
  }

  private let container: ModelContainer
  private let isDry: Bool
  private var targets: [String: Target] = [:]
  private(set) var addedItems = 0
  private(set) var addedOptions = 0
  private(set) var addedTags = 0

  init(_ container: ModelContainer, isDry: Bool) {
    self.container = container
    self.isDry = isDry
  }

  subscript(name: String) -> Target? { targets[name] }

  /// Makes sure that there is an item with its options and tags. What is there stays as it is.
  ///
  /// - Throws: ``DocumentProblem`` where it can't be; then nothing has changed.
  mutating func take(_ record: ItemRecord) throws {
    let context = ModelContext(container)
    context.author = record.author?.name
    let found = try find(record, in: context)
    if let found, found.kind != record.kind {
      throw DocumentProblem(
        "\(record.name) is there already, and its kind is \(found.kind), not \(record.kind)")
    }
    let item = found ?? make(record, in: context)
    var target = Target(uid: item.uid)
    var optionCount = 0
    let isOurs = item.uid == record.uid
    for option in record.options {
      let (kept, isNew) = try take(option, of: item, isOurs: isOurs, in: context)
      target.options[option.uid] = kept.uid
      target.numbers[option.number] = kept.number
      optionCount += isNew ? 1 : 0
    }
    let (tags, tagCount) = try tags(record.tags, in: context)
    let filed = Set(item.tags.map(ObjectIdentifier.init))
    let added = tags.filter { !filed.contains(ObjectIdentifier($0)) }
    if !added.isEmpty { item.tags += added }
    if !isDry { try context.save() }
    targets[record.name.rawValue] = target
    addedItems += found == nil ? 1 : 0
    addedOptions += optionCount
    addedTags += tagCount
  }

  /// Makes sure that there is a tag.
  mutating func take(tag name: String) throws {
    let context = ModelContext(container)
    let (_, newCount) = try tags([name], in: context)
    if !isDry { try context.save() }
    addedTags += newCount
  }

  /// The item with the identifier, or else with the name.
  private func find(_ record: ItemRecord, in context: ModelContext) throws -> Item? {
    let (uid, name) = (record.uid, record.name)
    return try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid })).first
      ?? context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })).first
  }

  private func make(_ record: ItemRecord, in context: ModelContext) -> Item {
    let item = Item(
      name: record.name, kind: record.kind, unit: record.unit, createTimestamp: record.created.date,
      uid: record.uid)
    item.memo = record.memo
    context.insert(item)
    return item
  }

  private func take(
    _ record: OptionRecord, of item: Item, isOurs: Bool, in context: ModelContext
  ) throws -> (option: ItemOption, isNew: Bool) {
    let uid = record.uid
    let same = FetchDescriptor<ItemOption>(predicate: #Predicate { $0.uid == uid })
    if let option = try context.fetch(same).first {
      guard option.item === item else {
        throw DocumentProblem("the option \(uid) is of another item already")
      }
      return (option, false)
    }
    // Two stores may have made the same option, each for itself. Within one it may be there twice.
    let options = item.options
    if !isOurs, let option = item.option(labeled: record.label) { return (option, false) }
    let label: NonEmptyString
    do {
      label = try NonEmptyString(record.label)
    } catch {
      throw DocumentProblem("an option of \(item.name): \(error)")
    }
    let taken = Set(options.map(\.number))
    let free =
      taken.contains(record.number)
      ? OptionSelection.validNumbers.first { !taken.contains($0) } : record.number
    guard let free else { throw TooManyOptions(item: item.name) }
    let option = try ItemOption(number: free, label: label, uid: record.uid)
    option.isRetired = record.retired
    context.insert(option)
    option.item = item
    return (option, true)
  }

  /// The tags of some names, each once, and how many of them are new.
  ///
  /// All are looked up together: a look for each would go over those that wait to be saved each time.
  private func tags(
    _ names: [String], in context: ModelContext
  ) throws -> (tags: [Tag], newCount: Int) {
    var texts: [NonEmptyString] = []
    var seen: Set<NonEmptyString> = []
    do {
      for name in names {
        let text = try NonEmptyString(name)
        if seen.insert(text).inserted { texts.append(text) }
      }
    } catch {
      throw DocumentProblem("a tag: \(error)")
    }
    let known = try context.existing(Tag.self, by: \.name, in: texts)
    let tags = texts.map { text in
      if let tag = known[text] { return tag }
      let tag = Tag(name: text)
      context.insert(tag)
      return tag
    }
    return (tags, texts.count - known.count)
  }
}
