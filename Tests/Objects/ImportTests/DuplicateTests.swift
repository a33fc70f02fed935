import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

@Suite struct Duplicates {
  private let atlas: Atlas

  init() throws { atlas = try Atlas() }

  private func records(_ codes: String...) -> [PlaceRecord] {
    codes.enumerated().map { PlaceRecord(code: $1, name: "\($0)") }
  }

  @Test func updateInOrderAndAreReported() throws {
    try atlas.save(["B"])
    let result = try atlas.container.import(
      records("A", "B", "A", "C", "A", "B"), key: .code, action: Atlas.upsert)
    #expect(
      result.outcomes.map(\.word)
        == ["inserted", "updated", "updated", "inserted", "updated", "updated"])
    #expect(result.duplicates.map(\.index) == [2, 4, 5])
    #expect(result.duplicates.map(\.earlierIndex) == [0, 2, 1])
    #expect(result.duplicateCount == 3)
    #expect("\(result.duplicates[0])" == "item 2 has the key of item 0: code 'A'")
    #expect(result.identifiers[0] == result.identifiers[2])
    #expect(try atlas.names() == ["A": "4", "B": "5", "C": "3"])
  }

  @Test func failWhereTheyAreTo() throws {
    let result = try atlas.container.import(
      records("A", "B", "A", "A"), key: .code, options: ImportOptions(duplicates: .fail),
      action: Atlas.upsert)
    #expect(result.outcomes.map(\.word) == ["inserted", "inserted", "failed", "failed"])
    #expect(
      result.failures.map { $0.reason as? ImportError } == [.duplicate(of: 0), .duplicate(of: 2)])
    #expect(try atlas.names() == ["A": "0", "B": "1"])
    let stopped = #expect(throws: ImportStopped<Place>.self) {
      try atlas.container.import(
        records("C", "C"), key: .code, options: ImportOptions(failures: .stop, duplicates: .fail),
        action: Atlas.upsert)
    }
    #expect((stopped?.reason as? ImportFailure)?.index == 1)
    #expect(try atlas.names().count == 2)
  }

  @Test func inLaterChunksJustUpdate() throws {
    let result = try atlas.container.import(
      records("A", "B", "A"), key: .code, options: ImportOptions(chunkSize: 2, duplicates: .fail),
      action: Atlas.upsert)
    #expect(result.outcomes.map(\.word) == ["inserted", "inserted", "updated"])
    #expect(result.duplicateCount == 0)
  }

  @Test func findWhatTheOneBeforeHasLeft() throws {
    try atlas.save(["A"])
    var found: [Bool] = []
    let result = try atlas.container.import(
      records("A", "A", "B", "B", "B"), key: .code
    ) { record, place in
      found.append(place != nil)
      return switch record.name {
      case "0", "3": .delete
      default: .insert(Place(record.code, name: record.name))
      }
    }
    #expect(found == [true, false, false, true, false])
    #expect(
      result.outcomes.map(\.word) == ["deleted", "inserted", "inserted", "deleted", "inserted"])
    #expect(try atlas.names() == ["A": "1", "B": "4"])
  }

  @Test func ofAFailedItemFindWhatWasThereBefore() throws {
    try atlas.save(["A"])
    let result = try atlas.container.import(
      records("A", "A", "B", "B"), key: .code
    ) { record, place in
      #expect((place != nil) == (record.code == "A"))
      place?.name = record.name
      if ["0", "2"].contains(record.name) { throw Refusal() }
      return place == nil ? .insert(Place(record.code, name: record.name)) : .update
    }
    #expect(result.outcomes.map(\.word) == ["failed", "updated", "failed", "inserted"])
    #expect(try atlas.names() == ["A": "1", "B": "3"])
  }

  @Test func findNothingThatAnotherItemHasDeleted() throws {
    try atlas.save(["A", "B"])
    let result = try atlas.container.import(records("A", "B"), key: .code) { record, place in
      guard record.code == "A", let context = place?.modelContext else {
        #expect(place == nil)
        return .insert(Place(record.code, name: record.name))
      }
      try context.delete(model: Place.self, where: #Predicate { $0.code == "B" })
      return .nothing
    }
    #expect(result.outcomes.map(\.word) == ["unchanged", "inserted"])
    #expect(try atlas.names() == ["A": "old", "B": "1"])
  }

  @Test func areTextsOfTheSameBytes() throws {
    // Swift takes these for equal, and the store doesn't.
    let result = try atlas.container.import(
      records("\u{e9}", "e\u{301}"), key: .code, action: Atlas.upsert)
    #expect(result.counts.inserted == 2 && result.duplicateCount == 0)
  }
}
