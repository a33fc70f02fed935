import Foundation
import Strata
import StrataImport
import StrataStack
import StrataTestSupport
import Testing

@Suite struct ImportedItems {
  private let atlas: Atlas

  init() throws { atlas = try Atlas() }

  @Test func becomeNewObjectsOrChangeThoseWithTheirKey() throws {
    try atlas.save(["P1", "P3"])
    let result = try atlas.container.import(
      Atlas.records(0..<5), key: .code, action: Atlas.upsert)
    #expect(
      result.outcomes.map(\.word) == ["inserted", "updated", "inserted", "updated", "inserted"])
    #expect(result.counts.inserted == 3 && result.counts.updated == 2 && result.counts.total == 5)
    #expect(try atlas.names() == ["P0": "new", "P1": "new", "P2": "new", "P3": "new", "P4": "new"])
  }

  @Test func haveIdentifiersThatFindTheirObjects() throws {
    try atlas.save(["P1"])
    let result = try atlas.container.import(
      Atlas.records(0..<4), key: .code, action: Atlas.upsert)
    #expect(result.identifiers.allSatisfy { !$0.isTemporary })
    let places = try atlas.context.existing(withIDs: result.identifiers)
    #expect(places.map(\.code) == ["P0", "P1", "P2", "P3"])
  }

  @Test func areSavedInChunksUnderTheAuthor() throws {
    let result = try atlas.container.import(
      Atlas.records(0..<10), key: .code, author: "feed",
      options: ImportOptions(chunkSize: 4), action: Atlas.upsert)
    let entries = try atlas.context.historyEntries()
    #expect(entries.map(\.author) == ["feed", "feed", "feed"])
    #expect(entries.map(\.changes.count) == [4, 4, 2] && result.counts.inserted == 10)
  }

  @Test func leaveUnchangedObjectsAlone() throws {
    try atlas.save(["P0", "P1"])
    let records = [PlaceRecord(code: "P0", name: "old"), PlaceRecord(code: "P1", name: "new")]
    let result = try atlas.container.import(records, key: .code, action: Atlas.upsert)
    #expect(result.outcomes.map(\.word) == ["unchanged", "updated"])
    #expect(try atlas.context.historyEntries().last?.changes.count == 1)
    let again = try atlas.container.import(records, key: .code, action: Atlas.upsert)
    #expect(again.counts.unchanged == 2)
    #expect(try atlas.context.historyEntries().count == 2)
  }

  @Test func mayDeleteTheirObjects() throws {
    try atlas.save(["P0", "P1", "P2"])
    let result = try atlas.container.import(Atlas.records(1..<4), key: .code) { record, place in
      record.code == "P2" ? .nothing : .delete
    }
    #expect(result.outcomes.map(\.word) == ["deleted", "unchanged", "unchanged"])
    #expect(result.identifiers.map { "\($0)" } == ["Place/3"])
    #expect(Set(try atlas.names().keys) == ["P0", "P2"])
  }

  @Test func withoutAKeyAreAlwaysNew() throws {
    for _ in 0..<2 {
      let key = ImportKey<String, Place>.none
      let result = try atlas.container.import(["Ann", "Ann"], key: key) { name, place in
        #expect(place == nil)
        return .insert(Place(UUID().uuidString, name: name))
      }
      #expect(result.counts.inserted == 2)
    }
    #expect(try atlas.names().count == 4)
  }

  @Test func sayThemselvesWhatBecomesOfThem() throws {
    try atlas.container.import([Sighting(sign: "A", length: 3), Sighting(sign: "B", length: 0)])
    let result = try atlas.container.import([
      Sighting(sign: "A", length: 4), Sighting(sign: "B", length: -1),
    ])
    #expect(result.outcomes.map(\.word) == ["updated", "failed"])
    #expect(result.failures.first?.reason is Refusal)
    #expect(try atlas.context.fetch(FetchDescriptor<Vessel>()).map(\.length) == [4, 0])
  }

  @Test func findObjectsOfSubclasses() throws {
    let context = atlas.context
    context.insert(Ferry("A"))
    try context.save()
    let result = try atlas.container.import([Sighting(sign: "A", length: 9)])
    #expect(result.outcomes.map(\.word) == ["updated"])
    #expect(try atlas.context.fetch(FetchDescriptor<Ferry>()).map(\.length) == [9])
    // As a ferry it isn't there, and it can't become one.
    let vessel = try atlas.context.fetchCount(FetchDescriptor<Vessel>())
    context.insert(Vessel("B"))
    try context.save()
    let key = ImportKey<String, Ferry>(\.sign, from: { $0 })
    let other = try atlas.container.import(["B", "C"], key: key) { sign, ferry in
      ferry == nil ? .insert(Ferry(sign)) : .update
    }
    #expect(other.outcomes.map(\.word) == ["failed", "inserted"] && vessel == 1)
    #expect("\(try #require(other.failures.first))".contains("item 0 (sign 'B')"))
  }

  @Test func goIntoTheStoresOfAStackAndAContext() throws {
    let stack = try BasicDataStack(atlas.container, mainAuthor: "me")
    try stack.import(Atlas.records(0..<2), key: .code, author: "feed", action: Atlas.upsert)
    let stopped = #expect(throws: ImportStopped<Place>.self) {
      try stack.import(Atlas.records(2..<3), key: .code, author: "me", action: Atlas.upsert)
    }
    #expect(stopped?.reason as? StackError == .authorIsTaken("me"))
    let context = atlas.context
    context.author = "mine"
    let pending = Place("P9")
    context.insert(pending)
    try context.import(Atlas.records(3..<4), key: .code, action: Atlas.upsert)
    #expect(context.insertedModelsArray.count == 1)
    #expect(try context.historyEntries().map(\.author) == ["feed", "mine"])
    #expect(try context.fetchCount(FetchDescriptor<Place>()) == 4)
  }
}

struct Sighting: Persistable {
  let sign: String
  let length: Int

  static var importKey: ImportKey<Self, Vessel> { ImportKey(\.sign, from: \.sign) }

  func importAction(for vessel: Vessel?, with data: inout Void) throws -> ImportAction<Vessel> {
    if length < 0 { return .fail(Refusal()) }
    let found = vessel ?? Vessel(sign)
    found.length = length
    return vessel == nil ? .insert(found) : .update
  }
}
