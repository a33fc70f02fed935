import Foundation
import Strata
import StrataImport
import StrataStack
import StrataTestSupport
import Testing

@Suite struct StreamedItems {
  private let atlas: Atlas

  init() throws { atlas = try Atlas() }

  private func stream(_ records: [PlaceRecord]) -> AsyncStream<PlaceRecord> {
    let (stream, continuation) = AsyncStream<PlaceRecord>.makeStream()
    for record in records { continuation.yield(record) }
    continuation.finish()
    return stream
  }

  @Test func areImportedInChunks() async throws {
    try atlas.save(["P3"])
    var chunks: [Int] = []
    let result = try await atlas.container.import(
      stream(Atlas.records(0..<10)), key: .code, author: "feed",
      options: ImportOptions(chunkSize: 4), progress: { chunks.append($0.outcomes.count) },
      action: Atlas.upsert)
    #expect(chunks == [4, 4, 2])
    #expect(result.counts.inserted == 9 && result.counts.updated == 1)
    // Whoever streams has no room for all.
    #expect(result.outcomes.isEmpty)
    #expect(try atlas.context.historyEntries().suffix(3).allSatisfy { $0.author == "feed" })
  }

  @Test func sayThemselvesWhatBecomesOfThem() async throws {
    let (stream, continuation) = AsyncStream<Sighting>.makeStream()
    for index in 0..<6 { continuation.yield(Sighting(sign: "S\(index % 4)", length: index)) }
    continuation.finish()
    let result = try await BasicDataStack(atlas.container, mainAuthor: "me").import(
      stream, options: ImportOptions(keepsOutcomes: true))
    #expect(result.counts.inserted == 4 && result.counts.updated == 2)
    #expect(result.duplicates.map(\.index) == [4, 5] && result.identifiers.count == 6)
    #expect(try atlas.context.fetch(FetchDescriptor<Vessel>()).map(\.length) == [4, 5, 2, 3])
  }

  @MainActor @Test func keepToTheirCallersIsolation() async throws {
    var seen = 0
    let context = atlas.container.mainContext
    let result = try await context.import(stream(Atlas.records(0..<5)), key: .code) {
      record, place in
      MainActor.assertIsolated()
      seen += 1
      return try Atlas.upsert(record, place)
    }
    #expect(seen == 5 && result.counts.inserted == 5)
    #expect(try context.fetchCount(FetchDescriptor<Place>()) == 5)
  }

  @Test func mayBeNone() async throws {
    let result = try await atlas.container.import(stream([]), key: .code, action: Atlas.upsert)
    #expect(result.counts.total == 0 && "\(result.counts)" == "nothing")
    let empty = try atlas.container.import([], key: .code, action: Atlas.upsert)
    #expect(empty.outcomes.isEmpty)
  }
}
