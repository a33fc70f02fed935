import Foundation
import Strata
import StrataSQLite
import StrataTestSupport
import Testing
import StrataTorture

/// Saves and fetches over connections that break, stall or bring errors, at bytes and messages of each kind.
@Suite(.enabled(if: TestServer.isInstalled), .timeLimit(.scaledMinutes(10)))
struct UnreliableServers {
  private let store: URL
  private let proxy: ServerProxy
  private let context: ModelContext

  init() throws { try self.init(isNotifying: false) }

  /// - Parameter isNotifying: True for saves that notify the programs that watch the store.
  private init(isNotifying: Bool) throws {
    let items = isNotifying ? [URLQueryItem(name: "listen", value: "on")] : []
    store = TestServer.newStore().appending(queryItems: items)
    proxy = try ServerProxy(to: store)
    context = ModelContext(try Delivery.container(proxy.store))
    context.autosaveEnabled = false
  }

  /// The number of bytes of a save at which something happens: more in `make torture`.
  private static let pointCount = 12 * min(10, Fault.rounds)
  /// The longest time that a save or a fetch takes, whatever happens to its connection.
  private static let patience = Duration.seconds(TimeScale.seconds(10))

  /// Bytes from the first to the last one.
  private func points(_ count: Int) -> [Int] {
    Array(stride(from: 0, to: count, by: max(1, count / Self.pointCount))) + [count - 1]
  }

  /// Errands that are done one after the other, in a store that has the rows of all before.
  private final class Round {
    let errand: Errand
    var number = 0
    var rows: [Int: String] = [:]
    /// The number of saves that were disturbed.
    private(set) var disturbances = 0

    init(_ errand: Errand) { self.errand = errand }

    func countDisturbance() {
      disturbances += 1
      Trials.disturbedMessages.count()
    }

    func prepare(_ context: ModelContext) throws {
      number += 1
      do {
        try errand.prepare(context, number: number, &rows)
      } catch is StorageError {
        // Nobody waits for the end of a snapshot, so that its refusal may be an error of the next one.
        try errand.prepare(context, number: number, &rows)
      }
    }
  }

  /// Saves undisturbed, and returns what passes to the server and back.
  private func amounts(_ round: Round) throws -> [ServerProxy.Amount] {
    // Those before have prepared the statements, and made the connections.
    for _ in 0..<5 {
      try round.prepare(context)
      proxy.disturb(nil)
      try context.save()
    }
    return ServerProxy.Direction.allCases.map { proxy.passed($0) }
  }

  /// The errors of attempts of which none succeeded.
  private struct Unsuccessful: Error { let errors: [StorageError] }

  /// Saves until that succeeds, as a program does that tries again.
  ///
  /// - Returns: The errors before.
  private func save() throws -> [StorageError] {
    var errors: [StorageError] = []
    while errors.count < 5 {
      do {
        try context.save()
        return errors
      } catch let error as StorageError {
        errors.append(error)
      }
    }
    throw Unsuccessful(errors: errors)
  }

  /// Does an errand while its save is disturbed.
  ///
  /// - Returns: The errors of the save until it succeeded.
  private func disturbed(
    _ round: Round, _ disturbance: ServerProxy.Disturbance
  ) throws -> [StorageError] {
    try round.prepare(context)
    proxy.disturb(disturbance)
    let start = ContinuousClock.now
    let errors = try save()
    #expect(ContinuousClock.now - start < Self.patience, "\(disturbance)")
    if proxy.hasHappened { round.countDisturbance() }
    proxy.disturb(nil)
    #expect(try Errand.rows(of: store) == Errand.texts(round.rows), "\(disturbance)")
    return errors
  }

  /// True for the end of a connection, also of one that is just made in the place of another.
  private func isDisconnected(_ error: StorageError) -> Bool {
    switch error {
    case .disconnected, .cannotOpen: true
    default: false
    }
  }

  @Test(arguments: Errand.allCases, ServerProxy.Direction.allCases)
  func keepASaveOnceWhereverTheConnectionEnds(
    errand: Errand, direction: ServerProxy.Direction
  ) throws {
    let round = Round(errand)
    let amount = try amounts(round)[direction.rawValue]
    for byte in points(amount.bytes) {
      let errors = try disturbed(round, .cut(direction, afterBytes: byte))
      #expect(errors.count <= 1 && errors.allSatisfy(isDisconnected), "\(byte): \(errors)")
    }
    // A save may be shorter than the one that was measured, by the end of a fetch before.
    #expect(round.disturbances > points(amount.bytes).count / 2)
    #expect(try context.checkStore() == [])
  }

  @Test(arguments: Errand.allCases, ServerProxy.Direction.allCases)
  func keepASaveOnceWhereverTheConnectionStalls(
    errand: Errand, direction: ServerProxy.Direction
  ) throws {
    let round = Round(errand)
    let amount = try amounts(round)[direction.rawValue]
    for byte in points(amount.bytes) {
      let held = try disturbed(
        round, .hold(direction, afterBytes: byte, milliseconds: 20, thenCuts: false))
      #expect(held == [], "\(byte)")
      let errors = try disturbed(
        round, .hold(direction, afterBytes: byte, milliseconds: 20, thenCuts: true))
      #expect(errors.count <= 1 && errors.allSatisfy(isDisconnected), "\(byte): \(errors)")
    }
    #expect(round.disturbances > points(amount.bytes).count)
  }

  @Test(arguments: Errand.allCases)
  func giveAndTakeMessagesInParts(errand: Errand) throws {
    let round = Round(errand)
    for _ in 0..<3 {
      #expect(try disturbed(round, .halve(microseconds: 200)) == [])
      proxy.disturb(.halve(microseconds: 200))
      #expect(try fetch() == Errand.texts(round.rows))
    }
  }

  /// An error of a server, and the error of the save.
  enum Refusal: String, CaseIterable {
    case serialization = "40001"
    case deadlock = "40P01"
    case shutdown = "57P01"
    case connectionCount = "53300"

    var isFatal: Bool { self == .shutdown }

    func isError(_ error: StorageError) -> Bool {
      switch (self, error) {
      case (.serialization, .server(state: rawValue, _, _)), (.serialization, .busy),
        (.deadlock, .busy),
        (.connectionCount, .busy), (.shutdown, .disconnected):
        true
      default: false
      }
    }
  }

  @Test(arguments: Errand.allCases, Refusal.allCases)
  func keepASaveOnceWhicheverMessageIsRefused(errand: Errand, refusal: Refusal) throws {
    try refuseEachMessage(errand, refusal)
  }

  @Test(arguments: Refusal.allCases)
  func keepASaveOnceIfItsNotificationIsRefused(refusal: Refusal) throws {
    try Self(isNotifying: true).refuseEachMessage(.insert, refusal)
  }

  private func refuseEachMessage(_ errand: Errand, _ refusal: Refusal) throws {
    let round = Round(errand)
    let amount = try amounts(round)[ServerProxy.Direction.toServer.rawValue]
    // Every one at length; otherwise some of them, which differ from run to run.
    let step = FuzzRounds.isLong ? 1 : 4
    for message in stride(from: Int.random(in: 1...step), through: amount.messages, by: step) {
      try round.prepare(context)
      proxy.disturb(.refuse(message: message, state: refusal.rawValue, isFatal: refusal.isFatal))
      let errors = try save()
      if proxy.hasHappened { round.countDisturbance() }
      proxy.disturb(nil)
      #expect(errors.count <= 1, "\(message): \(errors)")
      #expect(errors.allSatisfy(refusal.isError), "\(message): \(errors)")
      #expect(try Errand.rows(of: store) == Errand.texts(round.rows), "\(message)")
    }
    #expect(round.disturbances > amount.messages / step / 2)
  }

  // MARK: Fetches

  /// The rows, read by a context that has none of them.
  private func fetch() throws -> [String] {
    let context = ModelContext(context.container)
    return try context.fetch(FetchDescriptor<Delivery>(sortBy: [SortDescriptor(\.number)])).map {
      "\($0.number) \($0.note ?? "")"
    }
  }

  /// Fetches until that succeeds. Returns the errors before.
  private func fetch(_ expected: [String]) throws -> [StorageError] {
    var errors: [StorageError] = []
    while errors.count < 5 {
      do {
        #expect(try fetch() == expected)
        return errors
      } catch let error as StorageError {
        errors.append(error)
      }
    }
    throw Unsuccessful(errors: errors)
  }

  /// A store of some hundred rows, and what passes while they are fetched.
  private func fetched() throws -> (rows: [String], amounts: [ServerProxy.Amount]) {
    let round = Round(.insertMany)
    for _ in 0..<10 { try round.prepare(context) }
    try context.save()
    let rows = Errand.texts(round.rows)
    for _ in 0..<3 {
      proxy.disturb(nil)
      #expect(try fetch() == rows)
    }
    return (rows, ServerProxy.Direction.allCases.map { proxy.passed($0) })
  }

  @Test(arguments: ServerProxy.Direction.allCases)
  func giveAllRowsOrAnErrorWhereverAFetchEnds(direction: ServerProxy.Direction) throws {
    let (rows, amounts) = try fetched()
    for byte in points(amounts[direction.rawValue].bytes) {
      for disturbance: ServerProxy.Disturbance in [
        .cut(direction, afterBytes: byte),
        .hold(direction, afterBytes: byte, milliseconds: 20, thenCuts: true),
        .hold(direction, afterBytes: byte, milliseconds: 20, thenCuts: false),
      ] {
        proxy.disturb(disturbance)
        let start = ContinuousClock.now
        let errors = try fetch(rows)
        #expect(ContinuousClock.now - start < Self.patience, "\(disturbance)")
        #expect(errors.count <= 1 && errors.allSatisfy(isDisconnected), "\(byte): \(errors)")
        if case .hold(_, _, _, false) = disturbance { #expect(errors == [], "\(byte)") }
      }
    }
  }

  @Test(arguments: Refusal.allCases)
  func giveAllRowsOrTheErrorOfARefusedFetch(refusal: Refusal) throws {
    let (rows, amounts) = try fetched()
    for message in 1...amounts[ServerProxy.Direction.toServer.rawValue].messages {
      proxy.disturb(.refuse(message: message, state: refusal.rawValue, isFatal: refusal.isFatal))
      let errors = try fetch(rows)
      // Nobody waits for the end of a snapshot, so that its refusal may be an error of the next one, in a transaction
      // that is aborted, or may cost the connection, so that a new one is refused.
      let isExpected = errors.allSatisfy {
        switch $0 {
        case .server(state: "25P02", _, _), .server(state: refusal.rawValue, _, _), .cannotOpen:
          true
        default: refusal.isError($0)
        }
      }
      #expect(errors.count <= 2 && isExpected, "\(message): \(errors)")
      proxy.disturb(nil)
      #expect(try fetch(rows).count <= 1, "\(message)")
    }
  }

  // MARK: Openings

  @Test func refuseToOpenAStoreWithAnErrorThatSaysWhy() throws {
    proxy.disturb(.refuse(message: 1, state: "53300", isFatal: true))
    let error = #expect(throws: StorageError.self) { try Delivery.container(proxy.store) }
    #expect(error.map { "\($0)".contains("forged") } == true, "\(String(describing: error))")
    proxy.disturb(nil)
    _ = try Delivery.container(proxy.store)
  }

  @Test(arguments: ServerProxy.Direction.allCases)
  func openAStoreOrSayWhyNotWhereverTheConnectionEnds(
    direction: ServerProxy.Direction
  ) throws {
    proxy.disturb(nil)
    _ = try Delivery.container(proxy.store)
    let amount = proxy.passed(direction)
    for byte in points(amount.bytes) {
      proxy.disturb(.cut(direction, afterBytes: byte))
      do {
        _ = try Delivery.container(proxy.store)
      } catch StorageError.cannotOpen, StorageError.disconnected {
      }
      proxy.disturb(nil)
      _ = try Delivery.container(proxy.store)
    }
  }
}
