import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing
import StrataTorture

/// The machine stops while a store is made, migrated, written, compacted and restored: what of the files
/// wasn't synchronized is there in part.
@Suite struct PowerLosses {
  @Test(arguments: StoreDurability.allCases)
  func leaveSoundStoresWithTheFirstTransactions(durability: StoreDurability) throws {
    var random = SeededGenerator(for: "\(#function) \(durability)")
    let work = try RecordedWork(durability, deeds: 20 + Fault.rounds, &random)
    var disk = SimulatedDisk()
    var position = 0
    var lost = 0
    for point in work.points(6 + 2 * Fault.rounds, &random) {
      while position < point {
        disk.apply(work.events[position])
        position += 1
      }
      for loss in PowerLoss.allCases {
        let place = "STRATA_TEST_SEED=\(random.seed), \(loss) at \(point) of \(work.events.count)"
        let files = disk.files(after: loss, using: &random)
        do {
          let store = try RestartedStore(files)
          Trials.lostPower.count()
          let (faults, number) = try store.check(work, at: point)
          try #require(faults.isEmpty, "\(place): \(faults.joined(separator: "\n"))")
          lost = max(lost, work.acknowledged(at: point) - number)
        } catch let error where !(error is ExpectationFailedError) {
          Issue.record("\(place): \(error)")
          return
        }
      }
    }
    print("\(durability): at most \(lost) of \(work.states.count) transactions lost")
    // Otherwise nothing would have been tried.
    #expect(durability == .full || lost > 0, "STRATA_TEST_SEED=\(random.seed)")
  }
}

/// Work on a store of which everything is known: each state that it went through, and each write to its files.
private final class RecordedWork {
  private let folder: TemporaryFolder
  private let durability: StoreDurability
  private let recorder: FileRecorder
  /// The store's content after each transaction, beginning with none.
  private(set) var states = [Manifest()]
  /// The number of events up to the acknowledgment of each transaction.
  private var marks: [Int] = []
  /// After how many events the log was synchronized.
  private var synchronizations: [Int] = []

  var events: [FileEvent] { recorder.events }
  private var url: URL { folder.file() }

  init(
    _ durability: StoreDurability, deeds: Int, _ random: inout SeededGenerator
  ) throws {
    folder = try TemporaryFolder()
    recorder = FileRecorder(folder)
    self.durability = durability
    try recorder.record {
      add(try FreightStore.makeFirstVersion(url, loadCount: 30, durability: durability))
      try perform(deeds / 2, seed: random.next())
      let backup = folder.file("backup")
      try open().context.container.backup(to: backup)
      let saved = manifest
      try perform(deeds / 4, seed: random.next())
      try fillLog()
      try open().context.container.compact()
      try perform(deeds / 4, seed: random.next())
      try open().context.container.restore(from: backup)
      add(saved)
      try perform(deeds / 4, seed: random.next())
    }
    for (index, event) in events.enumerated() {
      if case .synchronized("test.store-wal") = event { synchronizations.append(index + 1) }
    }
  }

  private var manifest: Manifest { states[states.count - 1] }

  private func open() throws -> FreightStore { try FreightStore(url, durability: durability) }

  private func add(_ state: Manifest) {
    states.append(state)
    marks.append(events.count)
  }

  private func perform(_ count: Int, seed: UInt64) throws {
    var workload = Workload(seed: seed, manifest)
    var store: FreightStore?
    for number in 0..<count {
      // Who closes a store copies the log.
      if number % 8 == 0 {
        store = nil
        store = try open()
      }
      let next = workload.next()
      var states = next.states[...]
      try store?.perform(next.deed) { states.popFirst().map { add($0) } }
    }
  }

  /// Writes more than the log may have, so that it is copied and begins anew while the store is open.
  private func fillLog() throws {
    let serial = manifest.nextSerial
    let edits: [[Edit]] = [
      [.addLoad(serial, weight: 1, degrees: nil, harbor: nil), .note(serial, length: 4_500_000)],
      [.note(serial, length: 10)], [.weigh(serial, 2)], [.note(serial, length: 0)],
    ]
    let store = try open()
    for edits in edits {
      var states = manifest.states(after: .save(edits))[...]
      try store.perform(.save(edits)) { states.popFirst().map { add($0) } }
    }
  }

  /// The number of transactions that were acknowledged up to an event.
  func acknowledged(at point: Int) -> Int { marks.count { $0 <= point } }

  /// The number of transactions that must survive a loss of power.
  func durable(at point: Int) -> Int {
    switch durability {
    case .full: acknowledged(at: point)
    case .normal: synchronized(at: point)
    }
  }

  /// The number of transactions in the log at its last synchronization.
  private func synchronized(at point: Int) -> Int {
    acknowledged(at: synchronizations.last { $0 <= point } ?? 0)
  }

  /// The moment at which the most transactions were acknowledged that weren't synchronized.
  private var mostRisky: Int {
    marks.max { one, other in
      acknowledged(at: one) - synchronized(at: one)
        < acknowledged(at: other) - synchronized(at: other)
    } ?? 0
  }

  /// Moments to lose power at: any, those at which something was made durable, and the most risky one.
  func points(_ count: Int, _ random: inout SeededGenerator) -> [Int] {
    let turns = events.indices.filter { index in
      if case .written = events[index] { false } else { true }
    }
    let points = (0..<count).map { number in
      let point =
        number % 2 == 0
        ? Int.random(in: 0...events.count, using: &random)
        : (turns.randomElement(using: &random) ?? 0) + Int.random(in: 0...1, using: &random)
      return min(point, events.count)
    }
    return (points + [mostRisky]).sorted()
  }
}

/// A store of which the files are what a loss of power has left.
private struct RestartedStore {
  private let folder: TemporaryFolder

  init(_ files: [String: Data]) throws {
    folder = try TemporaryFolder()
    for (name, bytes) in files { try bytes.write(to: folder.file(name)) }
  }

  /// The faults of the store, and the number of its transactions.
  func check(_ work: RecordedWork, at point: Int) throws -> (faults: [String], number: Int) {
    let store = try FreightStore(folder.file())
    let found = try store.manifest()
    var faults = try storeFaults(store.context, at: folder.file())
    // As far as it was acknowledged, or one further, which is on the disk before that.
    let wanted = work.durable(at: point)...(work.acknowledged(at: point) + 1)
    let number = work.states.indices.last { wanted.contains($0) && work.states[$0] == found }
    if number == nil {
      let others = work.states.indices.filter { work.states[$0] == found }
      faults.append(
        "it has the transactions up to \(others) instead of \(wanted)\n"
          + found.difference(from: work.states[wanted.lowerBound]))
    }
    store.context.insert(Harbor(found.nextSerial))
    try store.context.save()
    return (faults, number ?? 0)
  }
}
