import Foundation
import StrataTestSupport
import Testing

/// Programs that are killed at work: what they acknowledged is there, and what they were at is there whole or
/// not at all.
@Suite struct KilledPrograms {
  private static let rounds =
    ProcessInfo.processInfo.environment["STRATA_KILL_ROUNDS"].flatMap { Int($0) } ?? 16

  @Test func loseNothingAndLeaveNothingHalfDone() throws {
    var random = SeededGenerator()
    var store = try KilledStore()
    var killed = 0
    for round in 0..<Self.rounds {
      if round > 0, random.chance(1, in: 10) { store = try KilledStore() }
      let blow = Blow(&random, opensFirst: store.isNew)
      let seed = random.next()
      let place = "STRATA_TEST_SEED=\(random.seed), round \(round), \(blow), seed \(seed)"
      do {
        if try store.work(seed: seed, until: blow) == .signal(SIGKILL) {
          killed += 1
          Trials.killedPrograms.count()
        }
        let faults = try store.check(seed: seed)
        try #require(faults.isEmpty, "\(place): \(faults.joined(separator: "\n"))")
      } catch let error where !(error is ExpectationFailedError) {
        Issue.record("\(place): \(error)")
        return
      }
    }
    print("killed in \(killed) of \(Self.rounds) rounds")
    // Some programs are done before; not all of many.
    #expect(killed > Self.rounds / 4 || Self.rounds < 16, "STRATA_TEST_SEED=\(random.seed)")
  }
}

/// When a program is killed.
enum Blow: CustomStringConvertible {
  /// By its parent, some time after it has acknowledged so many transactions; with none, after its start.
  case after(transactions: Int, microseconds: Int)
  /// By itself, at a call of a kind.
  case at(Fault, Int)

  /// Draws one.
  ///
  /// - Parameter opensFirst: Whether the store has to be migrated first, which takes a while.
  init(_ random: inout SeededGenerator, opensFirst: Bool) {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    switch number(0...9) {
    case 0...1:
      self = .after(transactions: 0, microseconds: number(0...(opensFirst ? 200 : 50) * 1000))
    // A server does the writing itself.
    case _ where TestServer.isWanted, 2...5:
      self = .after(transactions: number(1...60), microseconds: number(0...2000))
    case 6...7: self = .at(.write, number(1...400))
    case 8: self = .at(.sharedMemory, number(1...2000))
    default:
      self = .at([.sync, .truncate, .lock].randomElement(using: &random) ?? .sync, number(1...8))
    }
  }

  var description: String {
    switch self {
    case .after(let count, let time): "killed \(time) µs after \(count) transactions"
    case .at(let fault, let number): "killed at \(fault) \(number)"
    }
  }
}
