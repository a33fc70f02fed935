@_spi(Query) import StrataBulk
@_spi(Query) import StrataContexts
import Foundation
import Strata
import StrataQueryText
import StrataDomain
import Testing
import StrataTrackerModel
import StrataTrackerPlugin

/// What the tracker's commands ask for is found by an index, in text as in Swift.
@Suite struct TrackerIndexes {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: TrackerPlugin().models, configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func plan<T: PersistentModel>(_ predicate: Predicate<T>) throws -> [String] {
    try context.explain(FetchDescriptor(predicate: predicate)).plan
  }

  private func plan(_ text: String, of name: String) throws -> [String] {
    let schema = context.container.schema
    let entity = try #require(schema.entitiesByName[name])
    let query = try QueryResolver(schema: schema, timeZone: .gmt).resolve(
      try QuerySyntax(parsing: text), entity: entity)
    return try context.explain(query).plan
  }

  @Test(arguments: [
    ("Item", #"where name == "Weight""#, "INDEX strata_Item_name_unique (name=?)"),
    (
      "ItemData", "where dataContent.value1 > 3 sort by dataContent.value1",
      "(dataContent_value1>?)"
    ),
    ("ItemData", "where dataContent.value1 BETWEEN {1, 2}", "(dataContent_value1>? AND"),
    ("ItemData", "where dataContent.value1 == 3", "(dataContent_value1=?)"),
    ("ItemData", "where dataContent.value1 IN {1, 2}", "(dataContent_value1=?)"),
    (
      "ItemData", #"where item == 1 AND dataContent.startDate >= "2026-01-01""#,
      "(item=? AND dataContent_startDate>?)"
    ),
    (
      "ItemData", #"where item.name == "Weight" sort by dataContent.startDate"#,
      "(item=?)"
    ),
    ("ItemOption", "where item == 1", "INDEX strata_ItemOption_item (item=?)"),
  ])
  func serveText(entity: String, text: String, expected: String) throws {
    let plan = try plan(text, of: entity)
    #expect(plan.contains { $0.hasPrefix("SEARCH") && $0.contains(expected) }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
  }

  @Test func serveSwift() throws {
    let name = try ItemName("Weight")
    let day = Date(timeIntervalSinceReferenceDate: 0)
    let plans = [
      try plan(#Predicate<Item> { $0.name == name }),
      try plan(#Predicate<ItemData> { $0.dataContent.value1 == 3 }),
      try plan(#Predicate<ItemData> { $0.dataContent.value1! > 3 && $0.dataContent.value1! < 5 }),
      try plan(#Predicate<ItemData> { $0.item?.name == name && $0.dataContent.startDate >= day }),
    ]
    for plan in plans {
      #expect(plan.contains { $0.hasPrefix("SEARCH") && $0.contains("INDEX") }, "\(plan)")
      #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }
  }

  @Test(arguments: [
    "where item == 1 sort by dataContent.startDate", "sort by dataContent.startDate desc limit 20",
    "where item == 1 sort by dataContent.startDate desc limit 20",
    "where item == 1 AND dataContent.value1 != nil sort by dataContent.value1 limit 2 offset 9",
  ])
  func serveTheOrderOfData(text: String) throws {
    let plan = try plan(text, of: "ItemData")
    // Those of one moment may be sorted.
    #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
  }

  /// Sums over some time need no row.
  @Test func serveSums() throws {
    let schema = context.container.schema
    let entity = try #require(schema.entitiesByName["ItemData"])
    let query = try QueryResolver(schema: schema, timeZone: .gmt).resolve(
      try GroupedQuerySyntax(
        parsing: "count(dataContent.value1), sum(dataContent.value1), max(dataContent.value2) "
          + #"where item == 1 AND dataContent.startDate >= "2026-01-01""#), entity: entity)
    let plan = try context.explain(query).plan
    #expect(
      plan.contains { $0.contains("COVERING INDEX") && $0.contains("startDate>?") }, "\(plan)")
  }
}
