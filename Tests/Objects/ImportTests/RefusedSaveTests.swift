import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

/// What the save refuses of one item.
enum Mistake: CaseIterable {
  case takenLabel, strangeCountry

  func make(_ elsewhere: ModelContext, _ record: PlaceRecord, _ place: Place?) throws
    -> ImportAction<Place>
  {
    let found = place ?? Place(record.code)
    switch self {
    case .takenLabel: found.label = "taken"
    case .strangeCountry:
      let country = Country("Peru")
      elsewhere.insert(country)
      found.country = country
    }
    return place == nil ? .insert(found) : .update
  }
}

@Suite struct RefusedSaves {
  private func fill(_ atlas: Atlas) throws {
    try atlas.save(["P0", "P1", "P2", "P3"])
    let context = atlas.context
    let taken = Place("Q", name: "old")
    taken.label = "taken"
    context.insert(taken)
    try context.save()
  }

  @Test(arguments: Mistake.allCases, [3, 4, 100])
  func leaveOutTheItemThatTheyAreAbout(_ mistake: Mistake, _ size: Int) throws {
    let atlas = try Atlas(.error)
    try fill(atlas)
    let elsewhere = atlas.context
    let result = try atlas.container.import(
      Atlas.records(0..<9), key: .code, options: ImportOptions(chunkSize: size)
    ) { record, place in
      ["P2", "P7"].contains(record.code)
        ? try mistake.make(elsewhere, record, place) : try Atlas.upsert(record, place)
    }
    #expect(result.failures.map(\.index) == [2, 7])
    #expect(result.counts.updated == 3 && result.counts.inserted == 4)
    let names = try atlas.names()
    #expect(names["P2"] == "old" && names["P7"] == nil && names["P8"] == "new" && names.count == 9)
    #expect(result.failures.allSatisfy { $0.reason is StackError })
  }

  @Test func nameTheItemWhereTheyEndTheImport() throws {
    let atlas = try Atlas(.error)
    try fill(atlas)
    let elsewhere = atlas.context
    let stopped = #expect(throws: ImportStopped<Place>.self) {
      try atlas.container.import(
        Atlas.records(0..<9), key: .code, options: ImportOptions(chunkSize: 4, failures: .stop)
      ) { record, place in
        record.code == "P7"
          ? try Mistake.takenLabel.make(elsewhere, record, place) : try Atlas.upsert(record, place)
      }
    }
    let failure = try #require(stopped?.reason as? ImportFailure)
    #expect(failure.index == 7 && "\(failure)".contains("label 'taken'"))
    #expect(stopped?.result.counts.updated == 4 && stopped?.result.counts.total == 4)
    #expect(try atlas.names().count == 5)
  }

  @Test func ofDeniedDeletesNameTheItem() throws {
    let atlas = try Atlas()
    let context = atlas.context
    for name in ["Peru", "Chad", "Oman"] {
      let country = Country(name)
      if name == "Chad" { country.places = [Place("P0")] }
      context.insert(country)
    }
    try context.save()
    let key = ImportKey<String, Country>(\.name, from: { $0 })
    let result = try atlas.container.import(["Peru", "Chad", "Oman"], key: key) { _, _ in .delete }
    #expect(result.outcomes.map(\.word) == ["deleted", "failed", "deleted"])
    guard case .deleteDenied? = result.failures.first?.reason as? StackError else {
      throw Refusal()
    }
    #expect(try atlas.context.fetch(FetchDescriptor<Country>()).map(\.name) == ["Chad"])
  }

  @Test func ofInvalidObjectsNameTheItem() throws {
    let atlas = try Atlas()
    let result = try atlas.container.import(
      [12, 13, 14].map { Sighting(sign: "\($0)", length: $0) })
    #expect(result.outcomes.map(\.word) == ["inserted", "failed", "inserted"])
    guard case .invalid? = result.failures.first?.reason as? StackError else { throw Refusal() }
    let stopped = #expect(throws: ImportStopped<Vessel>.self) {
      try atlas.container.import(
        [15, 13].map { Sighting(sign: "\($0)", length: $0) },
        options: ImportOptions(failures: .stop))
    }
    #expect((stopped?.reason as? ImportFailure)?.index == 1)
  }

  @Test func ofTwoItemsWithOneValueLeaveOutTheLater() throws {
    let atlas = try Atlas(.error)
    let result = try atlas.container.import(Atlas.records(0..<5), key: .code) { record, _ in
      let place = Place(record.code)
      if ["P1", "P3"].contains(record.code) { place.label = "same" }
      return .insert(place)
    }
    #expect(result.failures.map(\.index) == [3])
    #expect(try atlas.names().count == 4)
  }

  @Test func ofAStoreThatCannotBeWrittenEndTheImport() throws {
    let atlas = try Atlas()
    try atlas.save(["P0"])
    let container = try ModelContainer(
      for: Place.self, Country.self, Rate.self, Ferry.self,
      configurations: ModelConfiguration(url: atlas.folder.store(), allowsSave: false))
    var calls = 0
    let stopped = #expect(throws: ImportStopped<Place>.self) {
      try container.import(Atlas.records(0..<8), key: .code) { record, place in
        calls += 1
        return try Atlas.upsert(record, place)
      }
    }
    guard case .readOnly? = stopped?.reason as? StorageError else { throw Refusal() }
    #expect(calls == 8 && stopped?.result.counts.total == 0)
  }
}
