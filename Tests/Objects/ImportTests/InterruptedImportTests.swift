import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

@Suite struct InterruptedImports {
  private let atlas: Atlas
  private let small = ImportOptions(chunkSize: 4, keepsOutcomes: true)

  init() throws { atlas = try Atlas() }

  private func stopped(
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> ImportStopped<Place> {
    let task = Task { try await body() }
    let error = await #expect(throws: ImportStopped<Place>.self) { try await task.value }
    return try #require(error)
  }

  private func cancel() { withUnsafeCurrentTask { $0?.cancel() } }

  @Test func keepTheChunksBeforeTheyWereCancelled() async throws {
    let stopped = try await stopped {
      try self.atlas.container.import(
        Atlas.records(0..<20), key: .code, options: self.small,
        progress: { if $0.counts.total == 8 { self.cancel() } }, action: Atlas.upsert)
    }
    #expect(stopped.isCancellation && stopped.result.counts.inserted == 8)
    #expect(stopped.result.outcomes.count == 8)
    #expect(try atlas.names().count == 8)
  }

  @Test func dropTheChunkInWhichTheyAreCancelled() async throws {
    let stopped = try await stopped {
      try self.atlas.container.import(
        Atlas.records(0..<20), key: .code, options: self.small
      ) { record, place in
        if record.code == "P6" { self.cancel() }
        return try Atlas.upsert(record, place)
      }
    }
    #expect(stopped.isCancellation && stopped.result.counts.inserted == 4)
    #expect(try atlas.names().count == 4)
  }

  @Test func mayBeWhatTheProgressSays() throws {
    let stopped = #expect(throws: ImportStopped<Place>.self) {
      try atlas.container.import(
        Atlas.records(0..<20), key: .code, options: small,
        progress: { if $0.chunk.upperBound == 8 { throw Refusal() } }, action: Atlas.upsert)
    }
    #expect(stopped?.reason is Refusal && stopped?.result.counts.total == 8)
    #expect(try atlas.names().count == 8)
  }

  @Test func tellHowFarTheyAre() throws {
    var seen: [ImportProgress<Place>] = []
    try atlas.container.import(
      Atlas.records(0..<10), key: .code, options: small, progress: { seen.append($0) },
      action: Atlas.upsert)
    #expect(seen.map(\.counts.total) == [4, 8, 10] && seen.map(\.total) == [10, 10, 10])
    #expect(seen.map(\.chunk) == [0..<4, 4..<8, 8..<10])
    #expect(seen.map(\.outcomes.count) == [4, 4, 2])
    #expect(seen.compactMap(\.fractionCompleted) == [0.4, 0.8, 1])
  }

  @Test func dropWhatWaitsWhenTheSourceThrows() async throws {
    let (stream, continuation) = AsyncThrowingStream<PlaceRecord, any Error>.makeStream()
    for record in Atlas.records(0..<10) { continuation.yield(record) }
    continuation.finish(throwing: Refusal())
    let error = await #expect(throws: ImportStopped<Place>.self) {
      try await atlas.container.import(
        stream, key: .code, options: small, action: Atlas.upsert)
    }
    let stopped = try #require(error)
    #expect(stopped.reason is Refusal && stopped.result.counts.inserted == 8)
    #expect(try atlas.names().count == 8)
  }

  // With items that wait for their chunk, and without.
  @Test(arguments: [8, 10]) func ofAStreamEndWithTheTask(_ count: Int) async throws {
    let (stream, continuation) = AsyncStream<PlaceRecord>.makeStream()
    for record in Atlas.records(0..<count) { continuation.yield(record) }
    // The stream goes on, and nobody gives it more: it ends since its task is cancelled.
    let stopped = try await stopped {
      try await self.atlas.container.import(
        stream, key: .code, options: self.small,
        progress: { if $0.counts.total == 8 { self.cancel() } }, action: Atlas.upsert)
    }
    #expect(stopped.isCancellation && stopped.result.counts.inserted == 8)
    #expect(try atlas.names().count == 8)
    continuation.finish()
  }
}
