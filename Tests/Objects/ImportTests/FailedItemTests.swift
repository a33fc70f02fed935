import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

@Suite struct FailedItems {
  private let atlas: Atlas

  init() throws { atlas = try Atlas() }

  @Test func areLeftOutAndNamed() throws {
    let result = try atlas.container.import(
      Atlas.records(0..<6), key: .code, options: ImportOptions(chunkSize: 4)
    ) { record, place in
      if ["P1", "P5"].contains(record.code) { throw Refusal() }
      return try Atlas.upsert(record, place)
    }
    #expect(result.counts.inserted == 4 && result.counts.failed == 2)
    #expect(result.failures.map(\.index) == [1, 5])
    #expect(result.failures.map(\.key) == ["code 'P1'", "code 'P5'"])
    #expect(result.failures.allSatisfy { $0.reason is Refusal })
    #expect("\(result.failures[0])" == "item 1 (code 'P1') wasn't imported: Refusal()")
    #expect(Set(try atlas.names().keys) == ["P0", "P2", "P3", "P4"])
  }

  @Test func leaveNothingBehindThatTheyHaveChanged() throws {
    try atlas.save(["P0", "P1", "P2"])
    let context = atlas.context
    context.insert(Country("Peru"))
    try context.save()
    // All items change one object; what the failed ones have added to it must not stay.
    let result = try atlas.container.import(
      Atlas.records(0..<8).map { Voyage(record: $0, fails: $0.code == "P1" || $0.code == "P6") })
    #expect(result.failures.map(\.index) == [1, 6])
    #expect(result.counts.updated == 2 && result.counts.inserted == 4)
    let peru = try #require(try atlas.context.fetch(FetchDescriptor<Country>()).first)
    #expect(peru.arrivals == 6 && peru.places.count == 6)
    #expect(try atlas.names()["P1"] == "old")
  }

  @Test func endTheImportWhereTheyAreToStopIt() throws {
    let stopped = #expect(throws: ImportStopped<Place>.self) {
      try atlas.container.import(
        Atlas.records(0..<10), key: .code, options: ImportOptions(chunkSize: 4, failures: .stop)
      ) { record, place in
        if record.code == "P6" { throw Refusal() }
        return try Atlas.upsert(record, place)
      }
    }
    let failure = try #require(stopped?.reason as? ImportFailure)
    #expect(failure.index == 6 && failure.key == "code 'P6'" && failure.reason is Refusal)
    #expect(stopped?.result.counts.inserted == 4 && stopped?.result.outcomes.count == 4)
    #expect(Set(try atlas.names().keys) == ["P0", "P1", "P2", "P3"])
    #expect(
      "\(try #require(stopped))"
        == "the import ended after 4 items (4 inserted), which stay: "
        + "item 6 (code 'P6') wasn't imported: Refusal()")
  }

  @Test func mayHaveHadNothingToUpdate() throws {
    let result = try atlas.container.import(Atlas.records(0..<1), key: .code) { _, _ in .update }
    #expect(result.failures.first?.reason as? ImportError == .nothingToUpdate)
  }

  @Test(arguments: [0, 1, 7, 8, 99], [1, 2, 100])
  func areFoundAmongMany(_ position: Int, _ distance: Int) throws {
    // Every so-manieth changes an object before it throws.
    func fails(_ index: Int) -> Bool { index >= position && (index - position) % distance == 0 }
    try atlas.save((0..<100).map { "P\($0)" })
    let result = try atlas.container.import(
      Atlas.records(0..<100), key: .code, options: ImportOptions(chunkSize: 100)
    ) { record, place in
      place?.name = record.name
      if fails(Int(record.code.dropFirst()) ?? 0) { throw Refusal() }
      return .update
    }
    #expect(result.failures.map(\.index) == (0..<100).filter(fails))
    #expect(result.outcomes.count == 100)
    let names = try atlas.names()
    for index in 0..<100 { #expect(names["P\(index)"] == (fails(index) ? "old" : "new")) }
  }

  @Test func areFoundInFewRoundsHoweverManyThereAre() throws {
    let count = 1000
    try atlas.save((0..<count).map { "P\($0)" })
    var calls = 0
    let result = try atlas.container.import(Atlas.records(0..<count), key: .code) { _, place in
      calls += 1
      place?.name = "changed"
      throw Refusal()
    }
    #expect(result.counts.failed == count)
    // n log n, and not n².
    #expect(calls < 11 * count)
  }

  @Test func areListedUpToALimitAndCountedBeyond() throws {
    var failedInChunks = 0
    let result = try atlas.container.import(
      Atlas.records(0..<1500), key: .code,
      progress: { failedInChunks += $0.outcomes.count { $0.word == "failed" } }
    ) { _, _ in .fail(Refusal()) }
    #expect(result.counts.failed == 1500 && result.failures.count == 1000)
    #expect(failedInChunks == 1500)
  }

  @Test func mayBeUnreadableRows() throws {
    try atlas.save(["P0", "P1", "P2"])
    try atlas.execute("UPDATE Place SET mark = x'00' WHERE code = 'P1'")
    let result = try atlas.container.import(
      Atlas.records(0..<3) + Atlas.records(1..<2), key: .code, action: Atlas.upsert)
    #expect(result.outcomes.map(\.word) == ["updated", "failed", "updated", "failed"])
    #expect("\(result.failures[0])".contains("Place/2, column mark"))
  }
}

/// A record that changes its place and a country before it fails.
private struct Voyage: Persistable {
  let record: PlaceRecord
  let fails: Bool

  static var importKey: ImportKey<Self, Place> { ImportKey(\.code, from: \.record.code) }

  static func importerData(for items: [Self], in context: ModelContext) throws -> Country {
    guard let peru = try context.existing(Country.self, by: \.name, in: ["Peru"])["Peru"] else {
      throw Refusal()
    }
    return peru
  }

  func importAction(for place: Place?, with peru: inout Country) throws -> ImportAction<Place> {
    peru.arrivals += 1
    let found = place ?? Place(record.code)
    found.name = record.name
    found.country = peru
    if fails { throw Refusal() }
    return place == nil ? .insert(found) : .update
  }
}
