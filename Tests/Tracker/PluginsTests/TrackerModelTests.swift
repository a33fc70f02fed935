import Foundation
import Strata
import StrataDomain
import StrataTestSupport
import Testing
import StrataTrackerModel

/// The tracker's models as the article on type-safe models has them.
@Suite struct TrackerModels {
  private let container: ModelContainer
  private let context: ModelContext
  private static let date = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws {
    container = try ModelContainer(
      for: TrackerSchema.models, configuration: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  @Test func areMadeInsertedThenRelated() throws {
    let item = Item(
      name: try ItemName("Mood"), kind: .singleOption, createTimestamp: Self.date)
    context.insert(item)
    let option = try ItemOption(number: 3, label: "happy")
    context.insert(option)
    option.item = item
    let tag = StrataTrackerModel.Tag(name: "mind")
    context.insert(tag)
    item.tags.append(tag)
    let content = ItemDataContent.singleOption(eventDate: Self.date, optionID: option.uid)
    let data = ItemData(createTimestamp: Self.date, uid: UUID(), dataContent: content)
    context.insert(data)
    data.item = item
    try context.save()

    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<ItemData>()).first)
    #expect(found.uid == data.uid && found.createTimestamp == Self.date)
    #expect(found.dataContent == content && found.item?.uid == item.uid)
    #expect(found.item?.options.first?.uid == option.uid && tag.items.map(\.uid) == [item.uid])
  }

  @Test func haveInitializersForSeveralUses() throws {
    let name = try ItemName("Weight")
    let plain = Item(name: name, createTimestamp: Self.date)
    #expect(plain.kind == .singleValue && plain.unit == nil && plain.createTimestamp == Self.date)
    #expect(Item(name: name, kind: .dualValues, unit: "mmHg").unit == "mmHg")
    let data = try ItemData(value: 98.6, at: Self.date)
    #expect(data.dataContent == .singleValue(eventDate: Self.date, value: 98.6))
    #expect(throws: ItemDataContentError.partIsNotFinite(.value1, kind: .singleValue)) {
      try ItemData(value: .nan)
    }
    #expect(throws: OptionSelectionError.numberIsOutOfRange(64)) {
      try ItemOption(number: 64, label: "one too many")
    }
  }

  @Test func keepTheTypesOfTheirTexts() throws {
    let tag = StrataTrackerModel.Tag(name: "mind")
    context.insert(tag)
    try context.save()
    #expect(throws: EmptyError.stringIsBlank) { try tag.name.update { $0 = " " } }
    let name: NonEmptyString = "mind"
    let found = try context.fetch(
      FetchDescriptor<StrataTrackerModel.Tag>(predicate: #Predicate { $0.name == name }))
    #expect(found.map(\.name) == [name])
  }

  @Test func refuseWhatAStoreHasAgainstTheirTypes() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file())
    let types = TrackerSchema.models
    do {
      let context = ModelContext(try ModelContainer(for: types, configuration: configuration))
      context.insert(StrataTrackerModel.Tag(name: "mind"))
      try context.save()
    }
    let writer = try ModelContainer(
      for: LooseSchema.self.models, configuration: configuration)
    let loose = ModelContext(writer)
    try #require(try loose.fetch(FetchDescriptor<LooseSchema.Tag>()).first).name = ""
    try loose.save()
    let context = ModelContext(try ModelContainer(for: types, configuration: configuration))
    #expect(throws: StorageError.self) {
      try context.fetch(FetchDescriptor<StrataTrackerModel.Tag>())
    }
  }

  @Test func haveIdentifiersThatAreUnique() throws {
    let uid = UUID()
    for value in [1.0, 2.0] {
      context.insert(
        ItemData(uid: uid, dataContent: .singleValue(eventDate: Self.date, value: value)))
    }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<ItemData>()) == 1)
  }
}

/// The table of tags, as a program sees it that has no types for texts.
private enum LooseSchema {
  static var models: [any PersistentModel.Type] { [LooseSchema.Tag.self] }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    init(name: String) { self.name = name }
  }
}
