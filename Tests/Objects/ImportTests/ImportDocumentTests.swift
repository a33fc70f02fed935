import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

/// What `Docs/Importing.md` shows, run.
@Suite struct ImportDocument {
  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let context: ModelContext
  private let json = """
    [{"code": "ZRH", "name": "Zürich", "population": 5, "region": "ZH"},
    {"code": "BRN", "name": "Bern", "population": 2, "region": "BE"}]
    """

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: City.self, configurations: ModelConfiguration(url: folder.store()))
    context = ModelContext(container)
  }

  private func records() throws -> [CityRecord] {
    try JSONDecoder().decode([CityRecord].self, from: Data(json.utf8))
  }

  private func stream(_ records: [CityRecord]) -> AsyncStream<CityRecord> {
    let (stream, continuation) = AsyncStream<CityRecord>.makeStream()
    for record in records { continuation.yield(record) }
    continuation.finish()
    return stream
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Importing.md")
    #expect(page.examples.count >= 9)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func importsAnArray() throws {
    context.insert(City(code: "BRN", name: "Berne"))
    context.insert(City(code: "OLD", name: "Old"))
    try context.save()
    let data = Data(
      json.replacing(
        "]", with: ",{\"code\":\"OLD\",\"name\":\"\",\"population\":0,\"region\":\"\"}]"
      ).utf8)
    let records = try JSONDecoder().decode([CityRecord].self, from: data)
    let result = try container.import(
      records, key: ImportKey(\City.code, from: \.code), author: "feed"
    ) { record, city in
      guard record.population > 0 else { return city == nil ? .nothing : .delete }
      guard let city else { return .insert(City(code: record.code, name: record.name)) }
      city.update(\.name, value: record.name)
      city.update(\.population, value: record.population)
      return .update
    }
    print(result.counts)
    #expect("\(result.counts)" == "1 inserted, 1 updated, 1 deleted")
    let cities = try context.existing(withIDs: result.identifiers)
    #expect(cities.map(\.name) == ["Zürich", "Bern"])
  }

  @Test func importsWhatSaysItselfWhatBecomesOfIt() throws {
    var records = try records()
    try container.import(records, author: "feed")
    records[1].population = -1
    let result = try container.import(records)
    for failure in result.failures { print(failure) }
    #expect("\(result.counts)" == "1 unchanged, 1 failed")
    #expect("\(result.failures[0])" == "item 1 (code 'BRN') wasn't imported: NegativePopulation()")
    let regions = try context.fetch(FetchDescriptor<Region>(sortBy: [SortDescriptor(\.name)]))
    #expect(regions.map { $0.cities.map(\.code) } == [["BRN"], ["ZRH"]])
  }

  @Test func importsAStream() async throws {
    let stream = stream(try records())
    let result = try await container.import(stream, author: "feed") { progress in
      print(progress.counts, progress.outcomes.count)
    }
    #expect(result.counts.inserted == 2)
  }

  @Test func tellsWhatIsKept() async throws {
    var records = try records()
    records[1].population = -1
    let stream = stream(records)
    do {
      try await container.import(stream, author: "feed", options: ImportOptions(failures: .stop))
    } catch {
      print("\(error.result.counts) are saved, then: \(error.reason)")
    }
    #expect(try context.fetchCount(FetchDescriptor<City>()) == 0)
  }
}

struct NegativePopulation: Error {}

@Model final class Region {
  @Attribute(.unique) var name: String
  @Relationship(inverse: \City.region) var cities: [City] = []

  init(name: String) { self.name = name }
}

@Model final class City {
  @Attribute(.unique) var code: String
  var name: String
  var population = 0
  var region: Region?

  init(code: String, name: String) {
    self.code = code
    self.name = name
  }
}

struct CityRecord: Codable {
  var code: String
  var name: String
  var population: Int
  var region: String
}

extension CityRecord: Persistable {
  static var importKey: ImportKey<Self, City> { ImportKey(\.code, from: \.code) }

  static func importerData(
    for records: [Self], in context: ModelContext
  ) throws -> [String: Region] {
    try context.existing(Region.self, by: \.name, in: records.map(\.region))
  }

  func importAction(
    for city: City?, with regions: inout [String: Region]
  ) throws -> ImportAction<City> {
    guard population >= 0 else { throw NegativePopulation() }
    let found = city ?? City(code: code, name: name)
    let home = regions[region] ?? Region(name: region)
    regions[region] = home
    found.update(\.region, value: home)
    found.update(\.population, value: population)
    return city == nil ? .insert(found) : .update
  }
}
