import Foundation
import Strata
import StrataStack
import StrataDomain
import StrataTestSupport
import Testing

@testable import StrataTrackerModel

/// Stores of earlier versions of the tracker.
@Suite struct TrackerMigration {
  private let folder: TemporaryFolder
  private var configuration: ModelConfiguration {
    ModelConfiguration(url: folder.file("tracker.store"))
  }

  init() throws { folder = try TemporaryFolder() }

  private func fill(_ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: TrackerV1.self), configurations: configuration))
    try body(context)
    try context.save()
  }

  private func migrated() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: TrackerSchema.self), migrationPlan: TrackerPlan.self,
        configurations: configuration))
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 1000)

  private static func content(_ option: Int64, at date: Date = date) -> NumberedContent {
    NumberedContent(
      parts: ItemDataContent.Parts(kind: .singleOption, startDate: date), optionNumber: option)
  }

  @Test func planHasAWayFromEachVersion() throws { try TrackerPlan.check() }

  @Test func keepsAllAndNamesOptions() throws {
    try fill { context in
      let mood = TrackerV1.Item(name: try ValidatedName("Mood"), kind: .singleOption)
      context.insert(mood)
      mood.options = [
        TrackerV1.ItemOption(optionID: 0, label: "happy"),
        TrackerV1.ItemOption(optionID: 7, label: "sad"),
      ]
      mood.tags = [TrackerV1.Tag(name: "mind")]
      mood.data = [
        TrackerV1.ItemData(dataContent: Self.content(7)),
        TrackerV1.ItemData(dataContent: Self.content(0, at: Self.date - 60)),
      ]
      mood.data[0].selection = try OptionSelection([0, 7])
      mood.data[0].memo = TrackerV1.Memo(text: "rain")
    }
    let context = try migrated()
    let mood = try #require(try context.fetch(FetchDescriptor<Item>()).first)
    #expect(mood.name.rawValue == "Mood" && mood.createTimestamp == Self.date - 60)
    #expect(mood.tags.map(\.name) == ["mind"])
    #expect(mood.options.map(\.number) == [0, 7] && mood.options.map(\.label) == ["happy", "sad"])
    #expect(Set(mood.options.map(\.uid)).count == 2)
    let data = mood.data
    #expect(
      data.map(\.dataContent) == [
        .singleOption(eventDate: Self.date, optionID: mood.options[1].uid),
        .singleOption(eventDate: Self.date - 60, optionID: mood.options[0].uid),
      ])
    #expect(data[0].optionSelections == [0, 7] && data[0].memo?.text == "rain")
    #expect(data[0].createTimestamp == Self.date && data[0].uid != data[1].uid)
    let faults = try context.checkStore()
    #expect(faults.isEmpty)
  }

  @Test func givesWhatHasLostItsOptionARetiredOne() throws {
    try fill { context in
      let mood = TrackerV1.Item(name: try ValidatedName("Mood"), kind: .singleOption)
      context.insert(mood)
      mood.data = [
        TrackerV1.ItemData(dataContent: Self.content(7)),
        TrackerV1.ItemData(dataContent: Self.content(-99)),
      ]
      context.insert(TrackerV1.ItemData(dataContent: Self.content(7)))
    }
    let context = try migrated()
    let options = try context.fetch(FetchDescriptor<ItemOption>())
    #expect(options.map(\.isRetired) == [true, true, true])
    #expect(
      Set(options.map { "\($0.item?.name.rawValue ?? "-") \($0.number) \($0.label)" })
        == ["Mood 7 option 7", "Mood 0 option -99", "- 7 option 7"])
    let named = try context.fetch(FetchDescriptor<ItemData>()).compactMap(\.dataContent.optionID)
    #expect(Set(named) == Set(options.map(\.uid)) && named.count == 3)
  }

  @Test func givesItemsNoMeasure() throws {
    let old = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: TrackerV3.self), configurations: configuration))
    let coffee = TrackerV3.Item(name: try ValidatedName("Coffee"), kind: .singleValue)
    old.insert(coffee)
    coffee.data = [
      TrackerV3.ItemData(
        dataContent: SevenKindContent(.singleValue(eventDate: Self.date, value: 2)))
    ]
    try old.save()
    let context = try migrated()
    let item = try #require(try context.fetch(FetchDescriptor<Item>()).first)
    #expect(item.measure == nil && item.name.rawValue == "Coffee")
    #expect(item.data.map(\.dataContent) == [.singleValue(eventDate: Self.date, value: 2)])
    item.measure = .count
    try context.save()
    let faults = try context.checkStore()
    #expect(faults.isEmpty)
  }

  @Test func givesPairsNoNames() throws {
    let old = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: TrackerV4.self), configurations: configuration))
    let pressure = TrackerV4.Item(name: try ItemName("Pressure"), kind: .dualValues)
    pressure.measure = .count
    old.insert(pressure)
    pressure.timer = TrackerV4.RunningTimer(startDate: Self.date)
    try old.save()
    let context = try migrated()
    let item = try #require(try context.fetch(FetchDescriptor<Item>()).first)
    #expect(item.valueNames == nil && item.measure == .count)
    #expect(item.timer?.startDate == Self.date)
    item.valueNames = try PairNames("systolic/diastolic")
    try context.save()
    let faults = try context.checkStore()
    #expect(faults.isEmpty)
  }

  @Test func takesWhatOnlyHappened() throws {
    let old = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: TrackerV5.self), configurations: configuration))
    let sleep = TrackerV5.Item(name: try ItemName("Sleep"), kind: .interval)
    old.insert(sleep)
    let night = ItemDataContent.interval(
      pairDate: try ValidatedPairDate(start: Self.date, end: Self.date + 28_800))
    sleep.data = [TrackerV5.ItemData(dataContent: SevenKindContent(night))]
    try old.save()
    // The earlier version's tables refuse it.
    sleep.data.append(
      TrackerV5.ItemData(dataContent: SevenKindContent(.event(eventDate: Self.date))))
    #expect(throws: (any Error).self) { try old.save() }
    let context = try migrated()
    let item = try #require(try context.fetch(FetchDescriptor<Item>()).first)
    #expect(!item.countsAtEnd && item.data.map(\.dataContent) == [night])
    item.countsAtEnd = true
    let pill = Item(name: try ItemName("Pill"), kind: .event)
    context.insert(pill)
    pill.data = [ItemData(dataContent: .event(eventDate: Self.date))]
    try context.save()
    let faults = try context.checkStore()
    #expect(faults.isEmpty)
  }

  @Test func leavesOtherModelsOfTheStoreAlone() throws {
    try fill { context in
      context.insert(TrackerV1.Item(name: try ValidatedName("Mood"), kind: .singleOption))
    }
    let types: [any PersistentModel.Type] = TrackerSchema.models + [Alarm.self]
    let container = try ModelContainer(
      for: types, migrationPlan: TrackerPlan.self, configuration: configuration)
    let context = ModelContext(container)
    let mood = try #require(try context.fetch(FetchDescriptor<Item>()).first)
    let alarm = Alarm(hour: 7)
    context.insert(alarm)
    alarm.item = mood
    try context.save()
    let again = ModelContext(
      try ModelContainer(
        for: types, migrationPlan: TrackerPlan.self, configuration: configuration))
    #expect(try again.fetch(FetchDescriptor<Alarm>()).first?.item?.name.rawValue == "Mood")
  }
}

/// A model of another module that belongs to an item.
@Model final class Alarm: TemporalModel {
  var hour: Int
  var item: Item?

  init(hour: Int) { self.hour = hour }
}
