@_spi(Query) import StrataContexts
@_spi(Query) import StrataBulk
import Foundation
import StrataStoreSupport
import Strata
import StrataQuery
import StrataQueryText
import StrataTestSupport
import Testing

@Suite struct GroupedQueries {
  private let context: ModelContext
  private let entity: Schema.Entity

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Probe.self, DeepProbe.self, ProbeSite.self,
        configurations: .temporary))
    entity = try #require(context.container.schema.entitiesByName["Probe"])
    let sites = ["north", "south"].map { ProbeSite(name: $0) }
    for serial in 0..<6 {
      let sample = ProbeSample(
        serial % 2 == 0 ? "even" : "odd", Double(serial),
        Date(timeIntervalSinceReferenceDate: Double(serial)))
      let probe = serial == 5 ? DeepProbe(serial, sample) : Probe(serial, sample)
      context.insert(probe)
      probe.site = serial < 4 ? sites[serial / 2] : nil
      probe.price = Decimal(serial) / 10
      probe.big = .max - UInt64(serial)
    }
    try context.save()
  }

  private func groups(_ text: String) throws -> [ModelContext.QueryGroup] {
    let resolver = QueryResolver(schema: context.container.schema, timeZone: .gmt)
    return try context.groups(
      try resolver.resolve(try GroupedQuerySyntax(parsing: text), entity: entity))
  }

  @Test func overAllObjectsAreOneGroup() throws {
    let values = try groups(
      "count(*), sum(serial), avg(sample.value), min(sample.moment), max(sample.kind)")
    #expect(
      values.map(\.values) == [
        [.integer(6), .integer(15), .real(2.5), .real(0), .text("odd")]
      ])
    let none = try groups("count(*), sum(serial), max(serial) where serial > 99")
    #expect(none.map(\.values) == [[.integer(0), .integer(0), .null]])
  }

  @Test func haveKeysOfPartsAndObjects() throws {
    let parts = try groups("sum(serial) where serial < 4 group by sample.kind")
    #expect(parts.map(\.keys) == [[.value(.text("even"))], [.value(.text("odd"))]])
    #expect(parts.map(\.values) == [[.integer(2)], [.integer(4)]])
    let sites = try groups("count(*), max(site.name) group by site sort by site desc")
    let names = sites.map { group in
      group.keys.map {
        if case .object(let object) = $0 { object?.description ?? "none" } else { "" }
      }
    }
    #expect(names == [["ProbeSite/2"], ["ProbeSite/1"], ["none"]])
    #expect(sites.map(\.values[0]) == [.integer(2), .integer(2), .integer(2)])
  }

  @Test func nameTheClassOfEachObject() throws {
    let groups = try groups("count(*) where serial > 3 group by self")
    let names = groups.flatMap(\.keys).map { key in
      if case .object(let object) = key { object?.entityName ?? "" } else { "" }
    }
    #expect(names == ["Probe", "DeepProbe"])
  }

  @Test(arguments: [
    ("having count(*) > 2", ["even", "odd"]), ("having max(serial) >= 4.5", ["odd"]),
    ("having avg(sample.value) < 2.5 AND NOT count(*) == 2", ["even"]),
    ("having sum(price) == 0.6 OR sum(price) > 100", ["even"]), ("having count(*) == 2.5", []),
    ("having max(sample.moment) > \"2001-01-01T00:00:04\"", ["odd"]),
    ("sort by max(serial) desc", ["odd", "even"]), ("sort by sample.kind desc limit 1", ["odd"]),
    ("offset 1", ["odd"]),
  ])
  func areChosenAndOrdered(text: String, kinds: [String]) throws {
    for isPending in [false, true] {
      if isPending { context.insert(ProbeSite(name: "unsaved")) }
      let groups = try groups("count(*) group by sample.kind " + text)
      #expect(groups.map(\.keys) == kinds.map { [.value(.text($0))] })
    }
  }

  @Test func countUnsavedChanges() throws {
    context.insert(Probe(100, .init("new", 7)))
    let values = try groups("count(*), sum(serial), count(distinct sample.kind)").map(\.values)
    #expect(values == [[.integer(7), .integer(115), .integer(3)]])
  }

  @Test func addUpExactly() throws {
    #expect(try groups("sum(price)").map(\.values) == [[.text("1.5")]])
    #expect(
      try groups("max(big), min(big) where serial < 2").map(\.values) == [
        [.integer(-1), .integer(-2)]
      ])
    let error = #expect(throws: StackError.self) { try groups("sum(big)") }
    #expect(error?.description.contains("the sum of big is 110680464442257309675") == true)
  }

  @Test(arguments: [
    ("sum(sample.kind)", 1, "needs numbers, and sample.kind is a text"),
    ("sum(sample.moment)", 1, "needs numbers, and sample.moment is a date"),
    ("avg(isOn)", 1, "needs numbers"), ("max(site)", 1, "is an object"),
    ("count(*) group by serial sort by sample.kind", 34, "groups can't be sorted by sample.kind"),
    ("count(*) group by sample", 19, "sample has several parts"),
    ("count(*) group by colour", 19, "Probe has no property colour"),
    ("max(sample.moment) having max(sample.moment) > 3", 48, "3 is not a date"),
  ])
  func mustFitTheSchema(text: String, column: Int, message: String) {
    let error = #expect(throws: QueryError.self) { try groups(text) }
    #expect(error?.message.contains(message) == true && error?.column == column, "\(error as Any)")
  }

  @Test(arguments: [
    (GroupedQuery(Query(entity: "Probe"), aggregates: [.init(.sum)]), "a sum of what is no number"),
    (GroupedQuery(Query(entity: "Probe"), aggregates: [.init(.minimum)]), "a minimum of nothing"),
    (
      GroupedQuery(Query(entity: "Probe"), aggregates: [], sort: [.init(.key(2))]), "key 2 of 0"
    ),
    (
      GroupedQuery(
        Query(entity: "Probe"), aggregates: [],
        condition: .not(.comparison(.init(.average), .less, .integer(1)))),
      "a sum of what is no number"
    ),
  ])
  func thatMeanNothingAreErrors(query: GroupedQuery, message: String) {
    let errors = [
      #expect(throws: StackError.self) { try context.groups(query) },
      #expect(throws: StackError.self) { try context.explain(query) },
    ]
    #expect(errors.allSatisfy { $0?.description.contains(message) == true }, "\(errors)")
  }

  @Test func areExplained() throws {
    let resolver = QueryResolver(schema: context.container.schema, timeZone: .gmt)
    let query = try resolver.resolve(
      try GroupedQuerySyntax(parsing: "avg(sample.value) where sample.value > 3"), entity: entity)
    let explanation = try context.explain(query, analyze: true)
    let plan = explanation.plan.joined()
    #expect(explanation.execution?.rows == 1)
    if TestServer.isWanted {
      #expect(explanation.sql.sql.contains("\"sample_value\""))
      #expect(plan.contains("Aggregate") && plan.contains("on \"Probe\" t0"))
    } else {
      #expect(explanation.sql.sql.contains("sum(t0.\"sample_value\")"))
      #expect(plan.contains("INDEX strata_Probe_sample.value_index (sample_value>?)"))
    }
  }
}
