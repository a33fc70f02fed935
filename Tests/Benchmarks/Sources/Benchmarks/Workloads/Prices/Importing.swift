import Foundation
import Strata
import StrataImport

/// A row as somebody sends it.
struct PriceRecord {
  let article: String
  let day: Int
  let amount: Double
  let note: String

  init(row: Int, edition: Int) {
    article = PriceTable.article(row)
    day = PriceTable.day(row)
    amount = PriceTable.amount(row, edition)
    note = PriceTable.note(row, edition)
  }
}

extension PriceRecord: Persistable {
  static var importKey: ImportKey<Self, Price> {
    ImportKey(\.article, from: \.article).and(\.day, from: \.day)
  }

  func importAction(for price: Price?, with data: inout Void) -> ImportAction<Price> {
    guard let price else { return .insert(Price(self)) }
    // All of them differ, and the raw statement writes them in any case.
    price.amount = amount
    price.note = note
    return .update
  }
}

extension Price {
  fileprivate convenience init(_ record: PriceRecord) {
    self.init(
      article: record.article, day: record.day, amount: record.amount, note: record.note)
  }
}

/// M: import records by a unique pair of values, where rows have some of the pairs already.
struct Importing: Workload {
  let existing: Upserting.Existing
  let count: Int

  var name: String { "M \(existing.rawValue)" }
  var expected: Checksum { PriceTable.expected(count: count) }
  var aim: Double? { 2 }
  var raw: Contender { Upserting(existing: existing, count: count).raw }

  var ours: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let container = try ModelContainer(
          for: Price.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        for row in 0..<count where existing.contains(row) {
          context.insert(Price(row: row, edition: 1))
        }
        try context.save()
        try stopwatch.measure {
          let records = (0..<count).lazy.map { PriceRecord(row: $0, edition: 2) }
          let result = try container.import(records)
          guard result.outcomes.count == count else { throw CocoaError(.featureUnsupported) }
        }
        return try PriceTable.checksum(of: url)
      }
    }
  }
}

/// S: import records that come one by one; what counts is how much memory that takes, which the system
/// tells of a run with this workload alone.
struct Streaming: Workload {
  let count: Int

  var name: String { "S" }
  var expected: Checksum { PriceTable.expected(count: count) }
  var aim: Double? { 2 }
  var raw: Contender { Upserting(existing: .none, count: count).raw }

  var ours: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let container = try ModelContainer(
          for: Price.self, configurations: ModelConfiguration(url: url))
        let count = count
        try stopwatch.measure {
          let done = DispatchSemaphore(value: 0)
          // Read after the task has ended, for which the semaphore stands.
          nonisolated(unsafe) var failure: (any Error)?
          Task.detached {
            do {
              try await container.import(PriceStream(count: count))
            } catch {
              failure = error
            }
            done.signal()
          }
          done.wait()
          if let failure { throw failure }
        }
        return try PriceTable.checksum(of: url)
      }
    }
  }
}

/// Records one after the other, none of which is kept.
private struct PriceStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let count: Int
  private var next = 0

  init(count: Int) { self.count = count }

  func makeAsyncIterator() -> PriceStream { self }

  mutating func next() async -> PriceRecord? {
    guard next < count else { return nil }
    next += 1
    return PriceRecord(row: next - 1, edition: 2)
  }
}
