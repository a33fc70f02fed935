import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

/// Others save between the look-up and the save.
@Suite struct ContestedKeys {
  private func rival(_ atlas: Atlas) throws -> ModelContext {
    // A container of its own, as another program has.
    ModelContext(
      try ModelContainer(
        for: [Place.self, Country.self, Rate.self, Ferry.self],
        configuration: ModelConfiguration(url: atlas.folder.store())))
  }

  @Test(arguments: [UniqueConflictPolicy.upsert, .error, .ignore])
  func thatWereTakenMeanwhileAreTheOthersObjects(_ policy: UniqueConflictPolicy) throws {
    let atlas = try Atlas(policy)
    let rival = try rival(atlas)
    let taken = Place("P1", name: "theirs")
    var isFirst = true
    let result = try atlas.container.import(Atlas.records(0..<3), key: .code) { record, place in
      if isFirst {
        isFirst = false
        rival.insert(taken)
        try rival.save()
      }
      return try Atlas.upsert(record, place)
    }
    #expect(result.failures.isEmpty)
    #expect(
      result.outcomes.map(\.word)
        == ["inserted", policy == .ignore ? "unchanged" : "updated", "inserted"])
    #expect(result.identifiers.map(\.persistentIdentifier)[1] == taken.persistentModelID)
    #expect(
      try atlas.context.existing(withIDs: result.identifiers).map(\.code) == ["P0", "P1", "P2"])
    #expect(
      try atlas.names() == ["P0": "new", "P1": policy == .ignore ? "theirs" : "new", "P2": "new"])
  }

  @Test(arguments: [ImportOptions.Failures.skip, .stop], [1, 3])
  func whoseObjectIsDeletedMeanwhileGetANewOne(
    _ failures: ImportOptions.Failures, _ count: Int
  ) throws {
    let atlas = try Atlas()
    try atlas.save(["P0"])
    let rival = try rival(atlas)
    var isFirst = true
    let result = try atlas.container.import(
      Atlas.records(0..<count), key: .code, options: ImportOptions(failures: failures)
    ) { record, place in
      if isFirst {
        isFirst = false
        for place in try rival.fetch(FetchDescriptor<Place>()) { rival.delete(place) }
        try rival.save()
      }
      return try Atlas.upsert(record, place)
    }
    #expect(result.outcomes.map(\.word) == Array(repeating: "inserted", count: count))
    #expect(try atlas.names().values.allSatisfy { $0 == "new" })
    #expect(try atlas.context.existing(withIDs: result.identifiers).count == count)
  }

  @Test func ofWhatItemsBringAlongAreLeftToThePolicy() throws {
    let atlas = try Atlas()
    let rival = try rival(atlas)
    var isFirst = true
    let result = try atlas.container.import(Atlas.records(0..<2), key: .code) { record, _ in
      if isFirst {
        isFirst = false
        rival.insert(Country("Peru"))
        try rival.save()
      }
      let place = Place(record.code)
      place.country = Country("Peru")
      return .insert(place)
    }
    #expect(result.outcomes.map(\.word) == ["inserted", "inserted"])
    let countries = try atlas.context.fetch(FetchDescriptor<Country>())
    #expect(countries.map(\.places.count) == [2])
  }

  @Test func thatMeetAnotherValueOfARowAreItsUpdate() throws {
    let atlas = try Atlas()
    let context = atlas.context
    let labelled = Place("Q", name: "old")
    labelled.label = "same"
    context.insert(labelled)
    try context.save()
    let result = try atlas.container.import(Atlas.records(0..<2), key: .code) { record, _ in
      let place = Place(record.code, name: record.name)
      if record.code == "P1" { place.label = "same" }
      return .insert(place)
    }
    #expect(result.outcomes.map(\.word) == ["inserted", "updated"])
    #expect(result.identifiers.map(\.persistentIdentifier)[1] == labelled.persistentModelID)
    #expect(try atlas.names() == ["P0": "new", "P1": "new"])
  }

  @Test func bySeveralTasksAreImportedOnce() async throws {
    let atlas = try Atlas(.error)
    let container = atlas.container
    let counts = try await withThrowingTaskGroup(of: ImportCounts.self) { group in
      for task in 0..<4 {
        group.addTask {
          try container.import(
            Atlas.records(0..<200, name: "\(task)").shuffled(), key: .code,
            options: ImportOptions(chunkSize: 50), action: Atlas.upsert
          ).counts
        }
      }
      return try await group.reduce(into: [ImportCounts]()) { $0.append($1) }
    }
    #expect(counts.reduce(0) { $0 + $1.inserted } == 200)
    #expect(counts.reduce(0) { $0 + $1.updated } == 600)
    #expect(try atlas.names().count == 200)
  }
}
