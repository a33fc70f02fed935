import Foundation
import Strata
import StrataSQLite
import StrataTestSupport
import Testing
import StrataTorture

/// Servers, their processes and programs that are killed with SIGKILL before or after each message of a save.
@Suite(.serialized, .enabled(if: TestServer.isInstalled), .timeLimit(.scaledMinutes(10)))
struct KilledServers {
  enum Victim: String, CaseIterable {
    /// The server's first process, which is started again.
    case server
    /// The process of the connection. The server ends all others then, and recovers.
    case connection
  }

  /// Something that happens at a message.
  private struct Step: CustomStringConvertible {
    let direction: ServerProxy.Direction
    let message: Int
    var description: String { "\(direction) \(message)" }
  }

  /// The steps at which something is killed: the last ones, between which the save is kept, and some of the others.
  private func steps(_ amounts: [ServerProxy.Amount], _ random: inout SeededGenerator) -> [Step] {
    let all = ServerProxy.Direction.allCases.flatMap { direction in
      (1...max(1, amounts[direction.rawValue].messages)).map {
        Step(direction: direction, message: $0)
      }
    }
    let last = all.filter { $0.message > amounts[$0.direction.rawValue].messages - 3 }
    let others = all.dropLast(3).shuffled(using: &random).prefix(2 * Fault.rounds)
    return others + last
  }

  @Test(arguments: Victim.allCases, [Errand.insert, .insertMany])
  func keepWhatIsSaidToBeSavedAndNothingElse(victim: Victim, errand: Errand) throws {
    var random = SeededGenerator(for: "KilledServers \(victim) \(errand)")
    let server = try PrivateServer()
    let proxy = try ServerProxy(to: server.url)
    let context = ModelContext(try Delivery.container(proxy.store))
    context.autosaveEnabled = false
    var rows: [Int: String] = [:]
    var number = 0
    func prepare() throws {
      number += 1
      try errand.prepare(context, number: number, &rows)
    }
    // The fewest messages of a save, since the server's notices may come in any.
    var amounts: [ServerProxy.Amount] = []
    for _ in 0..<3 {
      try prepare()
      proxy.disturb(nil)
      try context.save()
      let passed = ServerProxy.Direction.allCases.map { proxy.passed($0) }
      amounts =
        amounts.isEmpty
        ? passed : zip(amounts, passed).map { $0.messages <= $1.messages ? $0 : $1 }
    }
    for step in steps(amounts, &random) {
      let place = "STRATA_TEST_SEED=\(random.seed), \(victim) at \(step) of \(amounts)"
      try prepare()
      proxy.disturb(
        .call(step.direction, message: step.message) { process in
          do {
            switch victim {
            case .server:
              try server.kill()
              Thread.detachNewThread {
                do { try server.start() } catch { Issue.record("\(place): \(error)") }
              }
            case .connection:
              // A connection that is just made hasn't said its process, and only ends. The number 0 would be all processes
              // of the tests.
              guard process > 0 else { return false }
              let isKilled = kill(process, SIGKILL) == 0
              #expect(isKilled, "\(place): \(process)")
            }
          } catch {
            Issue.record("\(place): \(error)")
          }
          return false
        })
      try insisting { try context.save() }
      #expect(proxy.hasHappened, "\(place)")
      Trials.killedServers.count()
      proxy.disturb(nil)
      var stored: [String] = []
      try insisting { stored = try Errand.rows(of: server.url) }
      #expect(stored == Errand.texts(rows), "\(place)")
    }
    var faults: [StoreFault] = []
    try insisting { faults = try ModelContext(Delivery.container(server.url)).checkStore() }
    #expect(faults == [])
  }

  /// Does something until no lost connection prevents it. A loaded server ends all other connections a while
  /// after one was killed, and those of a later step too.
  private func insisting(_ body: () throws -> Void) throws {
    let deadline = ContinuousClock.now + .seconds(TimeScale.seconds(30))
    while true {
      do {
        try body()
        return
      } catch let error as StorageError where isOfALostServer(error) {
        guard ContinuousClock.now < deadline else { throw error }
        // The server is about to start.
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }

  private func isOfALostServer(_ error: StorageError) -> Bool {
    switch error {
    case .disconnected, .cannotOpen: true
    default: false
    }
  }

  @Test func saySoIfNobodyCanKnowWhetherASaveWasKept() throws {
    let server = try PrivateServer()
    let proxy = try ServerProxy(to: server.url)
    let container = try Delivery.container(proxy.store)
    let context = ModelContext(container)
    context.autosaveEnabled = false
    for number in 1...3 {
      context.insert(Delivery(writer: 0, number: number))
      proxy.disturb(nil)
      try context.save()
    }
    let answers = proxy.passed(.toClient).messages
    context.insert(Delivery(writer: 0, number: 4))
    // The last answer is that the save is kept.
    proxy.disturb(
      .call(.toClient, message: answers) { _ in
        do { try server.kill() } catch { Issue.record("\(error)") }
        return false
      })
    let start = ContinuousClock.now
    let error = #expect(throws: StorageError.self) { try context.save() }
    guard case .saveOutcomeUnknown? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(ContinuousClock.now - start < .seconds(TimeScale.seconds(20)))
    try server.start()
    #expect(try Errand.rows(of: server.url) == ["1 ", "2 ", "3 ", "4 "])
    let next = ModelContext(container)
    next.insert(Delivery(writer: 0, number: 5))
    try insisting { try next.save() }
    #expect(try Errand.rows(of: server.url).count == 5)
  }

  @Test func keepWhatAKilledProgramHasSaidToBeSaved() throws {
    let store = TestServer.newStore()
    let proxy = try ServerProxy(to: store)
    _ = try Delivery.container(store)
    var rows = 0
    for writer in 1...(6 * Fault.rounds) {
      let peer = try PeerProgram(["deliver", proxy.store.absoluteString, "\(writer)", "0"])
      #expect(try peer.line() == "opened")
      #expect(try peer.line() == "done 1")
      let direction = ServerProxy.Direction.allCases[writer % 2]
      let process = peer.process
      proxy.disturb(
        .call(direction, message: 5 + writer) { _ in
          kill(process, SIGKILL)
          return false
        })
      let lines = try peer.lines()
      #expect(peer.wait() == .signal(SIGKILL), "\(writer)")
      #expect(lines == (0..<lines.count).map { "done \($0 + 2)" }, "\(writer)")
      let all = try Errand.rows(of: store)
      #expect([lines.count + 1, lines.count + 2].contains(all.count - rows), "\(writer)")
      rows = all.count
    }
    #expect(try ModelContext(Delivery.container(store)).checkStore() == [])
  }
}
