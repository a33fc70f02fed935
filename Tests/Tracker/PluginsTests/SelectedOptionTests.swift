@_spi(Query) import StrataBulk
@_spi(Query) import StrataContexts
import Foundation
import Strata
import StrataDomain
import StrataQueryText
import Testing
import StrataTrackerModel

/// Data points whose selected options contain all of a set: one operation on the bits of an integer,
/// however it is asked.
@Suite struct SelectedOptions {
  private let context: ModelContext
  private static let selections = [[], [1], [3], [1, 3], [1, 3, 63], [0, 2], [63]]

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: TrackerSchema.models, configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
    for numbers in Self.selections {
      let data = try ItemData(value: 1)
      context.insert(data)
      try data.select(numbers)
    }
    try context.save()
  }

  private func found(_ predicate: Predicate<ItemData>) throws -> Set<[Int]> {
    Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.optionSelections))
  }

  private func sql(_ predicate: Predicate<ItemData>) throws -> String {
    try context.explain(FetchDescriptor(predicate: predicate)).sql.sql
  }

  private static let condition = #"(t0."selection" & ?) = ?"#

  @Test func areFoundByAPredicate() throws {
    let mask = try [1, 3].optionIDsToInt64()
    let predicate = #Predicate<ItemData> { $0.selection.rawValue & mask == mask }
    let found = try found(predicate)
    #expect(found == [[1, 3], [1, 3, 63]])
    let text = try sql(predicate)
    #expect(text.contains(Self.condition), "\(text)")
  }

  @Test func areFoundByAKeyPath() throws {
    let options = try OptionSelection([1, 3])
    #expect(try found((\ItemData.selection).contains(all: options)) == [[1, 3], [1, 3, 63]])
    #expect(
      try found((\ItemData.selection).contains(any: options)) == [[1], [3], [1, 3], [1, 3, 63]])
    #expect(try sql((\ItemData.selection).contains(all: options)).contains(Self.condition))
  }

  @Test(arguments: ["(selection & 10) == 10", "bitwiseAnd:with:(selection, 10) == 10"])
  func areFoundByText(condition: String) throws {
    let schema = context.container.schema
    let entity = try #require(schema.entitiesByName["ItemData"])
    let query = try QueryResolver(schema: schema, timeZone: .gmt).resolve(
      try QuerySyntax(parsing: "where \(condition)"), entity: entity)
    let found = try context.fetch(query).compactMap { ($0 as? ItemData)?.optionSelections }
    #expect(Set(found) == [[1, 3], [1, 3, 63]])
    #expect(try context.explain(query).sql.sql.contains(Self.condition))
  }

  @Test func stayAsTheyAreWhenANumberIsNone() throws {
    let data = try ItemData(value: 1)
    try data.select([5, 2])
    #expect(throws: OptionSelectionError.numberIsOutOfRange(64)) { try data.select([1, 64]) }
    #expect(data.optionSelections == [2, 5] && data.selection.rawValue == 36)
  }
}
