import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing
import StrataTorture

/// Programs that are killed while they change searched, temporal objects by saves, SQL, batches and undo. The search
/// index, the former rows and the history agree with what they have committed.
@Suite struct KilledArchives {
  private static let rounds =
    ProcessInfo.processInfo.environment["STRATA_KILL_ROUNDS"].flatMap { Int($0) } ?? 8

  @Test func rememberEachStateAndFindEachWord() throws {
    var random = SeededGenerator()
    var archive = try KilledArchive()
    for round in 0..<Self.rounds {
      if round > 0, random.chance(1, in: 10) { archive = try KilledArchive() }
      let blow = Blow(&random, opensFirst: false)
      let seed = random.next()
      let place = "STRATA_TEST_SEED=\(random.seed), round \(round), \(blow), seed \(seed)"
      do {
        try archive.work(seed: seed, until: blow)
        Trials.killedArchives.count()
        let faults = try archive.check(seed: seed, &random)
        try #require(faults.isEmpty, "\(place): \(faults.joined(separator: "\n"))")
      } catch let error where !(error is ExpectationFailedError) {
        Issue.record("\(place): \(error)")
        return
      }
    }
  }
}

/// An archive on which one program after the other is killed, with all of its states.
private final class KilledArchive {
  private let folder: TemporaryFolder
  /// The state after each transaction, and the one before the first.
  private var states: [ArchiveState] = [ArchiveState()]
  private var run = KilledRun()

  private var url: URL { folder.store() }

  init() throws {
    folder = try TemporaryFolder()
    _ = try Archive(folder.store())
  }

  /// Lets a program work, until it is killed or done.
  func work(seed: UInt64, until blow: Blow) throws {
    run = try KilledRun(["archive", url.absoluteString, "\(seed)", "80"], until: blow)
  }

  /// The faults of the archive after the program's end.
  func check(seed: UInt64, _ random: inout SeededGenerator) throws -> [String] {
    let archive = try Archive(url)
    let found = try Archive.look(at: archive.context).state
    let first = states.count
    // As far as it told, or one deed further, of which it couldn't tell.
    var workload = ArchiveWorkload(seed: seed, states[first - 1])
    for _ in 0..<run.acknowledged { states += workload.next().states }
    let further = workload.next().states
    if try archive.lastTransaction() == Int64(states.count - 1 + further.count) {
      states += further
    }
    guard found == states.last else {
      return run.errors + [
        "after \(run.acknowledged) deeds:\n\(found.difference(from: states[states.count - 1]))"
      ]
    }
    var faults = run.errors
    let last = try archive.lastTransaction()
    if last != Int64(states.count - 1) {
      faults.append("the last transaction is \(last), not \(states.count - 1)")
    }
    faults += try storeFaults(archive.context, at: url)
    faults += try searchFaults(archive.context, found)
    // All that the program has done, and some of what others have done before.
    let older = (0..<first).shuffled(using: &random).prefix(8)
    faults += try memoryFaults(archive.context, older.map { max($0, 1) }, from: first)
    return faults
  }

  /// Words that the index finds in other objects than those that have them.
  private func searchFaults(_ context: ModelContext, _ state: ArchiveState) throws -> [String] {
    try (ArchiveWorkload.words + ["given"]).flatMap { word -> [String] in
      let found = try context.fetch(
        FetchDescriptor<Letter>(predicate: #Predicate { $0.matches(word) }))
      let expected = state.letters.filter { $0.value.words.contains(word[...]) }.keys
      return Set(found.map(\.serial)) == Set(expected)
        ? [] : ["\(word) is found in \(found.map(\.serial).sorted()), not in \(expected.sorted())"]
    }
  }

  /// Past states that differ from those that were, and entries of the history that differ from their rows.
  private func memoryFaults(
    _ context: ModelContext, _ older: [Int], from first: Int
  ) throws -> [String] {
    var faults: [String] = []
    let entries = try context.historyEntries()
    guard entries.map(\.number) == Array(1..<Int64(states.count)) else {
      return ["the history has the transactions \(entries.map(\.number))"]
    }
    for number in older + Array(first..<states.count) where number < states.count {
      let past = try [number - 1, number].map {
        try Archive.look(at: ModelContext(context.container, asOf: Int64($0)))
      }
      if past[1].state != states[number] {
        faults.append(
          "the state \(number):\n\(past[1].state.difference(from: states[number]))")
      }
      let keys = past[0].keys.merging(past[1].keys) { $1 }
      var changed: [HistoryEntry.Change.Kind: Set<Int>] = [:]
      for change in entries[number - 1].changes where change.entity == "Letter" {
        changed[change.kind, default: []].insert(keys[change.key] ?? -1)
      }
      let (before, after) = (states[number - 1].letters, states[number].letters)
      let expected: [HistoryEntry.Change.Kind: Set<Int>] = [
        .insert: Set(after.keys).subtracting(before.keys),
        .delete: Set(before.keys).subtracting(after.keys),
        .update: Set(after.keys.filter { before[$0] != nil && before[$0] != after[$0] }),
      ]
      for (kind, serials) in expected where changed[kind, default: []] != serials {
        faults.append(
          "the history's \(kind) of \(number): \(changed[kind, default: []].sorted()), not "
            + "\(serials.sorted())")
      }
    }
    return faults
  }
}
