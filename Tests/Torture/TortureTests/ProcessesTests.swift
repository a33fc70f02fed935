import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing
import StrataTorture

/// Programs of different authors that write to one store at the same time, while others look on.
@Suite struct Processes {
  /// The number of saves of each writer, by an environment variable. If it is set, there are also
  /// more writers and readers.
  private static let given =
    ProcessInfo.processInfo.environment["STRATA_PROCESS_SAVES"].flatMap { Int($0) }

  @Test func loseNothingAndSeeOneHistory() throws {
    let (writerCount, readerCount) = Self.given == nil ? (2, 1) : (8, 4)
    let saveCount = max(2, Self.given ?? 40)
    let folder = try TemporaryFolder()
    let url = folder.store()
    let before = try FreightStore.makeFirstVersion(url, loadCount: 60)
    let first = try FreightStore(url).lastHistoryNumber()

    let readers = try (0..<readerCount).map { _ in try PeerProgram(["read", url.absoluteString]) }
    for reader in readers { #expect(try reader.line() == "opened") }
    let writers = try (1...writerCount).map {
      try PeerProgram(["write", url.absoluteString, "writer \($0)", "\($0)000000", "\(saveCount)"])
    }
    // One of them doesn't live to see the end, and holds nobody up.
    let victim = try PeerProgram(["write", url.absoluteString, "writer 9", "9000000", "100000"])
    for number in 0..<saveCount / 2 { #expect(try victim.line() == "done \(number + 1)") }
    victim.kill()
    let killedAt = try saveCount / 2 + victim.lines().count
    for writer in writers {
      let lines = try writer.lines()
      #expect(lines.dropLast() == (1...saveCount).map { "done \($0)" }[...], "\(lines.suffix(3))")
      #expect(writer.wait() == .exit(0))
    }
    for reader in readers { reader.endInput() }
    let looks = try readers.map { reader in
      let lines = try reader.lines()
      #expect(reader.wait() == .exit(0), "\(lines)")
      return lines
    }

    let store = try FreightStore(url)
    let after = try store.manifest()
    #expect(weight(after) == weight(before))
    var digest = HistoryDigest()
    try digest.catchUp(store.context)
    // There are batches too.
    #expect(digest.seen >= first + Int64(writerCount * saveCount))
    #expect(looks.allSatisfy { $0.last == "history \(digest.seen) \(digest.value)" }, "\(looks)")
    for writer in 1...writerCount {
      #expect(try serials(of: writer, store) == serials(of: writer, count: saveCount))
    }
    // What the victim was at may be there too.
    let found = try serials(of: 9, store)
    #expect(
      [killedAt, killedAt + 1].map { serials(of: 9, count: $0) }.contains(found),
      "\(killedAt) saves were acknowledged, \(found.count) are there")
    #expect(try storeFaults(store.context, at: url) == [])
  }

  private func serials(of writer: Int, count: Int) -> [Int?] {
    (0..<count).map { writer * 1_000_000 + $0 }
  }

  /// The serial numbers of what a writer has inserted, in the order of the history.
  private func serials(of writer: Int, _ store: FreightStore) throws -> [Int?] {
    let serials = try store.context.fetch(FetchDescriptor<Load>()).reduce(into: [:]) {
      $0[$1.persistentModelID.rowKey] = $1.serial
    }
    return try store.context.historyEntries(author: "writer \(writer)").flatMap(\.changes)
      .filter { $0.kind == .insert && $0.entity == "Load" }.map { serials[$0.key] }
  }

  private func weight(_ manifest: Manifest) -> Int {
    manifest.loads.values.reduce(0) { $0 + $1.weight }
  }
}
