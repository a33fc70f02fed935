@_spi(Query) import StrataContexts
@_spi(Query) import StrataBulk
import Foundation
import StrataStoreSupport
import Strata
import StrataQuery
import StrataQueryText
import Testing

/// Updates by name, of many objects in the store and of objects in memory: the same in both ways.
@Suite struct QueryUpdates {
  private let context: ModelContext
  private let entity: Schema.Entity
  private let probes: [Probe]

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Probe.self, DeepProbe.self, ProbeSite.self,
        configurations: .temporary))
    entity = try #require(context.container.schema.entitiesByName["Probe"])
    probes = (0..<3).map {
      let sample = ProbeSample("span", Double($0))
      return $0 == 2 ? DeepProbe($0, sample) : Probe($0, sample)
    }
    for probe in probes { context.insert(probe) }
    probes[1].big = 5
    try context.save()
  }

  private func update(
    _ text: String, inMemory: Bool, _ check: ([Probe]) throws -> Void
  ) throws {
    let syntax = try UpdateSyntax(parsing: text)
    let resolver = QueryResolver(schema: context.container.schema, timeZone: .gmt)
    let query = try resolver.resolve(QuerySyntax(predicate: syntax.predicate), entity: entity)
    let assignments = try resolver.resolve(syntax.assignments, entity: entity)
    if inMemory {
      for object in try context.fetch(query) { try object.setValues(assignments) }
    } else {
      try context.batchUpdate(query, assignments)
      #expect(!context.hasChanges)
    }
    try check(probes)
  }

  @Test(arguments: [false, true])
  func addToPartsWithinTheirType(inMemory: Bool) throws {
    try update("set sample.gain = sample.gain + 126", inMemory: inMemory) { probes in
      #expect(probes.map(\.sample.gain) == [127, 127, 127])
    }
    // In memory it is the part's own column that refuses, in the store the range of its type.
    #expect(throws: (any Error).self) {
      try update("set sample.gain = sample.gain + 1", inMemory: inMemory) { _ in }
    }
    #expect(probes.map(\.sample.gain) == [127, 127, 127])
    #expect(!context.hasChanges || inMemory)
  }

  @Test func addToNumbersOnly() throws {
    let query = Query(entity: "Probe")
    let error = #expect(throws: StackError.self) {
      try context.batchUpdate(
        query, [.init("sample", ColumnDescription("kind", .text), .sum(.integer(1)))])
    }
    #expect(error?.description.contains("Probe.sample has no number in the store") == true)
    #expect(throws: ModelError.self) {
      try context.batchUpdate(
        query, [.init("sample", ColumnDescription("sort", .text), .constant(.null))])
    }
  }

  @Test(arguments: [false, true])
  func setConstantsPartsAndNil(inMemory: Bool) throws {
    try update(
      #"where serial > 0 set sample.value = 7 sample.kind = "dot", small = -3, isOn = true"#,
      inMemory: inMemory
    ) { probes in
      #expect(probes.map(\.sample.value) == [0, 7, 7] && probes[2].sample.kind == "dot")
      #expect(probes.map(\.small) == [0, -3, -3] && probes.map(\.isOn) == [false, true, true])
    }
    try update(#"set seen = "2001-01-02" price = 1.25"#, inMemory: inMemory) { probes in
      #expect(probes.allSatisfy { $0.seen == Date(timeIntervalSinceReferenceDate: 86400) })
      #expect(probes.allSatisfy { $0.price == Decimal(string: "1.25") })
    }
    try update("set seen = nil", inMemory: inMemory) { probes in
      #expect(probes.allSatisfy { $0.seen == nil })
    }
  }

  @Test(arguments: [false, true])
  func addNumbersAndCopyProperties(inMemory: Bool) throws {
    try update(
      """
      set serial = serial + 10, sample.value = sample.value - 0.5, price = price + 0.1, \
      reading.value = sample.value, big = big + 1
      """, inMemory: inMemory
    ) { probes in
      #expect(probes.map(\.serial) == [10, 11, 12])
      #expect(probes.map(\.sample.value) == [-0.5, 0.5, 1.5])
      #expect(probes.map(\.reading.value) == [0, 1, 2])
      #expect(probes[0].price == Decimal(string: "0.1") && probes.map(\.big) == [1, 6, 1])
    }
  }

  @Test(arguments: [false, true])
  func refuseWhatIsNoValue(inMemory: Bool) throws {
    for text in [
      "set small = small + 200", "set small = 200", "set serial = serial + 9223372036854775807",
    ] {
      #expect(throws: (any Error).self, "\(text)") {
        try update(text, inMemory: inMemory) { _ in }
      }
    }
    #expect(probes.map(\.small) == [0, 0, 0])
  }

  @Test func keepTheRulesOfComposites() throws {
    let error = #expect(throws: StorageError.self) {
      try update("set sample.value = nil", inMemory: false) { _ in }
    }
    #expect(error?.description.contains("Probe.sample") == true)
    #expect(probes.map(\.sample.value) == [0, 1, 2])
  }

  @Test func deleteByName() throws {
    let count = try context.batchDelete(Query(entity: "Probe", sort: [], limit: 2))
    #expect(count == 2 && !context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Probe>()) == 1)
  }

  @Test(
    arguments: [
      ("set colour = 1", 5, "Probe has no property colour", nil),
      ("set serial = \"a\"", 14, "\"a\" is not a whole number", nil),
      ("set serial = 1.5", 14, "1.5 is not a whole number", nil),
      ("set serial = nil", 14, "serial needs a value", nil),
      ("set serial = 1, serial = 2", 17, "serial is set twice", nil),
      ("set isOn = 5", 12, "5 is not true or false", nil),
      ("set big = -1", 11, "-1 is not a whole number", nil),
      (
        "set site = 1", 5, "site is a relationship",
        "set it object by object, as in set Probe/1 site …"
      ),
      (
        "set site.name = \"x\"", 5, "site is a relationship",
        "update ProbeSite, whose property it is"
      ),
      (
        "set sample.kind = span", 19, "Probe has no property span",
        "a text stands in quotes: \"span\""
      ),
      ("set seen = serial", 12, "serial isn't a date", nil),
      ("set serial = serial * 2", 14, "serial can be set to a value, to another property", nil),
      ("set sample.kind = sample.kind + 1", 19, "a number can be added to a number only", nil),
      ("set sample = 1", 5, "sample has several parts", nil),
    ] as [(String, Int, String, String?)])
  func mustFitTheSchema(text: String, column: Int, message: String, hint: String?) {
    let error = #expect(throws: QueryError.self) { try update(text, inMemory: false) { _ in } }
    #expect(error?.message.contains(message) == true && error?.column == column, "\(error as Any)")
    if let hint { #expect(error?.hint == hint) }
  }
}
