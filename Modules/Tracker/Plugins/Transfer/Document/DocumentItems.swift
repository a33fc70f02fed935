import Foundation
import Strata
import StrataImport
import StrataDomain
import StrataTrackerModel

/// The items of an import, which are found or made when their records arrive.
struct DocumentItems {
  /// The existing or new item that a record corresponds to.
  struct Target {
    let uid: UUID
    /// The identifiers and numbers of the item's options, by those in the file.
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

  /// Finds or makes the item of a record, with its options and tags. It doesn't change existing
  /// ones.
  ///
  /// - Throws: ``DocumentProblem`` for a conflict. Nothing has changed then.
  mutating func take(_ record: ItemRecord) throws {
    let context = ModelContext(container)
    context.author = record.author?.name
    if let measure = record.measure,
      !ItemMeasure.measures(of: record.kind).contains(measure)
    {
      throw DocumentProblem(
        "\(InvalidMeasure(item: record.name, kind: record.kind, measure: measure))")
    }
    let found = try find(record, in: context)
    if let found, found.kind != record.kind {
      throw DocumentProblem(
        "\(found.name) is there already, and its kind is \(found.kind), not \(record.kind)")
    }
    let item = found ?? make(record, in: context)
    var target = Target(uid: item.uid)
    var optionCount = 0
    for option in record.options {
      let (kept, isNew) = try take(option, of: item, in: context)
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

  /// Finds or makes a tag.
  mutating func take(tag name: String) throws {
    let context = ModelContext(container)
    let (_, newCount) = try tags([name], in: context)
    if !isDry { try context.save() }
    addedTags += newCount
  }

  /// Returns the item with the record's identifier, or else with its name, in any case.
  private func find(_ record: ItemRecord, in context: ModelContext) throws -> Item? {
    let uid = record.uid
    return try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid })).first
      ?? context.item(namedIgnoringCase: record.name.rawValue)
  }

  private func make(_ record: ItemRecord, in context: ModelContext) -> Item {
    let item = Item(
      name: record.name, kind: record.kind, unit: record.unit, createTimestamp: record.created.date,
      uid: record.uid)
    item.measure = record.measure
    item.valueNames = item.hasPairs ? record.valueNames : nil
    item.countsAtEnd = item.kind.isRequired(.endDate) && record.countsAtEnd == true
    item.memo = record.memo
    context.insert(item)
    return item
  }

  private func take(
    _ record: OptionRecord, of item: Item, in context: ModelContext
  ) throws -> (option: ItemOption, isNew: Bool) {
    let uid = record.uid
    let same = FetchDescriptor<ItemOption>(predicate: #Predicate { $0.uid == uid })
    if let option = try context.fetch(same).first {
      guard option.item === item else {
        throw DocumentProblem("the option \(uid) is of another item already")
      }
      return (option, false)
    }
    // Two stores may each have made the same option, so labels identify it, in any case.
    let options = item.options
    if let option = item.option(labeled: record.label) { return (option, false) }
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

  /// Finds or makes tags, without duplicates, and counts the new ones.
  ///
  /// It looks up all tags in one fetch, since each fetch would also search all unsaved tags.
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
    // Of other names, tags that differ in case only are used.
    var others: [String: Tag] = [:]
    if known.count < texts.count {
      for tag in try context.fetch(FetchDescriptor<Tag>()) {
        others[tag.name.rawValue.lowercased()] = tag
      }
    }
    var tags: [Tag] = []
    var newCount = 0
    for text in texts {
      let key = text.rawValue.lowercased()
      if let tag = known[text] ?? others[key] {
        if !tags.contains(where: { $0 === tag }) { tags.append(tag) }
        continue
      }
      let tag = Tag(name: text)
      context.insert(tag)
      others[key] = tag
      tags.append(tag)
      newCount += 1
    }
    return (tags, newCount)
  }
}
