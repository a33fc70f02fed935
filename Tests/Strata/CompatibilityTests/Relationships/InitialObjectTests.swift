import SwiftData
import Testing

/// What becomes of relationships that begin with an object, of which there is a warning.
@Suite(.serialized) struct InitialObjects {
  private let file: StoreFile

  init() throws { file = try StoreFile() }

  private func context() throws -> ModelContext { try file.context([LabelledItem.self]) }

  @Test func areSavedWithTheObjectsThatKeepThem() throws {
    let context = try context()
    context.insert(LabelledItem())
    context.insert(LabelledItem())
    try context.save()
    let items = try self.context().fetch(FetchDescriptor<LabelledItem>())
    #expect(items.map(\.label.name) == ["hello", "hello"] && items[0].label !== items[1].label)
  }

  @Test func areNotSavedWhereTheInitializerGivesAnother() throws {
    let context = try context()
    context.insert(LabelledItem(label: ItemLabel(name: "mine")))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<ItemLabel>()).map(\.name) == ["mine"])
  }

  @Test func areMadeForNothingWhereAnObjectIsRead() throws {
    let context = try context()
    for _ in 0..<3 { context.insert(LabelledItem()) }
    try context.save()
    let other = try self.context()
    let made = ItemLabel.made.count
    let items = try other.fetch(FetchDescriptor<LabelledItem>())
    #expect(items.count == 3 && ItemLabel.made.count == made + 3)
    #expect(!other.hasChanges)
    #expect(try other.fetchCount(FetchDescriptor<ItemLabel>()) == 3)
  }

  @Test func areNotAmongTheValuesThatAModelIsMadeOf() throws {
    let context = try context()
    let item = LabelledItem(backingData: LabelledItem.createBackingData())
    context.insert(item)
    #expect(throws: (any Error).self) { try context.save() }
    item.label = ItemLabel(name: "mine")
    try context.save()
    #expect(try context.fetch(FetchDescriptor<ItemLabel>()).map(\.name) == ["mine"])
  }
}

@Model final class LabelledItem {
  var number = 0
  // Spelled otherwise, it would be warned of.
  var label: ItemLabel = ItemLabel.hello()
  init() {}
  init(label: ItemLabel) { self.label = label }
}

@Model final class ItemLabel {
  // The tests that count run one after another.
  nonisolated(unsafe) static let made = Counter()
  var name: String

  init(name: String) {
    self.name = name
    Self.made.count += 1
  }

  static func hello() -> ItemLabel { ItemLabel(name: "hello") }

  final class Counter {
    var count = 0
  }
}
