import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

@Suite struct RelatedItems {
  private let atlas: Atlas

  init() throws { atlas = try Atlas() }

  @Test func areLookedUpOnceAChunkAndMadeWhereTheyAreMissing() throws {
    let context = atlas.context
    context.insert(Country("Peru"))
    try context.save()
    let items = (0..<10).map { Town(code: "T\($0)", country: ["Peru", "Chad", "Oman"][$0 % 3]) }
    let result = try atlas.container.import(items, options: ImportOptions(chunkSize: 5))
    #expect(result.counts.inserted == 10)
    let countries = try atlas.context.fetch(
      FetchDescriptor<Country>(sortBy: [SortDescriptor(\.name)]))
    #expect(countries.map(\.name) == ["Chad", "Oman", "Peru"])
    #expect(countries.map(\.places.count) == [3, 3, 4])
    #expect(countries[0].places.map(\.code) == ["T1", "T4", "T7"])
  }

  @Test func areLookedUpForThoseThatAreImportedTogether() throws {
    // The second fails, so that the chunk is done again in halves without it.
    let result = try atlas.container.import(["A", "B", "C", "D"].map { Ship(sign: $0) })
    #expect(result.failures.map(\.index) == [1])
    let vessels = try atlas.context.fetch(FetchDescriptor<Vessel>())
    #expect(vessels.map(\.length) == [1, 2, 2])
  }

  @Test func thatCannotBeLookedUpEndTheImport() throws {
    let stopped = #expect(throws: ImportStopped<Place>.self) {
      try atlas.container.import([Town(code: "T", country: "Nowhere")])
    }
    #expect(stopped?.reason is Refusal)
  }

  @Test func areFoundByAUniqueProperty() throws {
    let context = atlas.context
    let names = (0..<1200).map { "C\($0)" }
    context.insert(contentsOf: names.map { Country($0) })
    try context.save()
    let fresh = atlas.context
    let found = try fresh.existing(Country.self, by: \.name, in: names + ["C1", "none"])
    #expect(found.count == 1200 && found.allSatisfy { $0 == $1.name })
    let gone = try #require(found["C1"])
    fresh.delete(gone)
    #expect(
      try fresh.existing(Country.self, by: \.name, in: ["C1", "C2"]).keys.map { $0 } == ["C2"])
    #expect(try fresh.existing(Country.self, by: \.name, in: []).isEmpty)
    #expect(try fresh.existing(Place.self, by: \.label, in: [nil, "x"]).isEmpty)
    #expect(throws: ImportError.keyIsNotUnique(entity: "Country", properties: ["arrivals"])) {
      try fresh.existing(Country.self, by: \.arrivals, in: [0])
    }
  }
}

private struct Town: Persistable {
  let code: String
  let country: String

  static var importKey: ImportKey<Self, Place> { ImportKey(\.code, from: \.code) }

  static func importerData(
    for towns: [Self], in context: ModelContext
  ) throws -> [String: Country] {
    if towns.contains(where: { $0.country == "Nowhere" }) { throw Refusal() }
    return try context.existing(Country.self, by: \.name, in: towns.map(\.country))
  }

  func importAction(
    for place: Place?, with countries: inout [String: Country]
  ) -> ImportAction<Place> {
    let found = place ?? Place(code)
    let country = countries[self.country] ?? Country(self.country)
    countries[self.country] = country
    found.country = country
    return place == nil ? .insert(found) : .update
  }
}

/// Notes how many are imported together.
private struct Ship: Persistable {
  let sign: String

  static var importKey: ImportKey<Self, Vessel> { ImportKey(\.sign, from: \.sign) }

  static func importerData(for ships: [Self], in context: ModelContext) -> (Int, ModelContext) {
    (ships.count, context)
  }

  func importAction(
    for vessel: Vessel?, with data: inout (Int, ModelContext)
  ) throws -> ImportAction<Vessel> {
    let new = Vessel(sign)
    new.length = data.0
    data.1.insert(new)
    if sign == "B" { throw Refusal() }
    return .insert(new)
  }
}
