import Foundation
import Strata
import StrataDomain
import StrataDomainColumns
import Testing
import StrataTrackerModel

/// A model of a program's own, with the domain's values.
@Model final class Sample {
  @Attribute(.unique) var name: ValidatedName
  var content: ItemDataContent
  var options: OptionSelection = OptionSelection()
  var notes: NonEmpty<[String]>?

  init(name: ValidatedName, content: ItemDataContent) {
    self.name = name
    self.content = content
  }
}

/// The domain's values in models of a program's own.
@Suite struct DomainColumns {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Sample.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for (number, options) in [(1, [1]), (2, [1, 3]), (3, [])] {
      let sample = Sample(
        name: try ValidatedName("name \(number)"),
        content: .singleValue(
          eventDate: Date(timeIntervalSinceReferenceDate: Double(number)), value: Double(number)))
      sample.options = try OptionSelection(options)
      context.insert(sample)
    }
    try context.save()
  }

  private func names(_ predicate: Predicate<Sample>) throws -> [String] {
    try context.fetch(
      FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name.rawValue)])
    )
    .map(\.name.rawValue)
  }

  @Test func haveColumnsOfTheirOwn() throws {
    let entity = try #require(context.container.schema.entitiesByName["Sample"])
    #expect(
      entity.properties.flatMap(\.columnNames).sorted() == [
        "content_endDate", "content_optionID", "content_startDate", "content_type",
        "content_value1",
        "content_value2", "name", "notes", "options",
      ])
  }

  @Test func arePartsOfQueries() throws {
    #expect(try names(#Predicate { ($0.content.value1 ?? 0) > 1 }) == ["name 2", "name 3"])
    #expect(try names((\Sample.options).contains(all: try OptionSelection([1, 3]))) == ["name 2"])
    let name = try ValidatedName("name 1")
    #expect(try names(#Predicate { $0.name == name }) == ["name 1"])
  }

  @Test func areCheckedByTheStore() throws {
    let bad = Sample(
      name: try ValidatedName("infinite"),
      content: .singleValue(eventDate: .distantPast, value: .infinity))
    context.insert(bad)
    #expect(throws: (any Error).self) { try context.save() }
  }
}

/// An item of the tracker, in the words of its model.
@Suite struct TrackerWords {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: TrackerSchema.models, configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  @Test func anItemTakesAValidatedName() throws {
    let item = Item(name: try ValidatedName("New Item"), createTimestamp: Date())
    context.insert(item)
    try context.save()
    #expect(item.name.rawValue == "New Item" && item.kind == .singleValue)
  }

  @Test func selectionsAreAssigned() throws {
    let data = try ItemData(value: 1)
    context.insert(data)
    data.optionSelections = [3, 1]
    try context.save()
    #expect(data.optionSelections == [1, 3] && data.selection.rawValue == 10)
    data.optionSelections = [64]
    #expect(data.optionSelections == [1, 3])
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect("\(try #require(error))".contains("64"))
    data.optionSelections = [0]
    try context.save()
    #expect(data.optionSelections == [0])
  }

  @Test func textsAreCleanedOrNothing() throws {
    #expect(" a\nb ".toSingleLineCleanedString() == "a b")
    #expect(" \n\t".toSingleLineCleanedString() == nil)
    #expect(try ValidatedName.validate("Weight") == "Weight")
  }
}
