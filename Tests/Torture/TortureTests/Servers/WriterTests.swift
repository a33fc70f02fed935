import Foundation
import StrataStoreSupport
import Strata
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing
import StrataTorture

/// Eight programs that save at the same time, each a row in a transaction.
@Suite(.timeLimit(.scaledMinutes(30))) struct Writers {
  private static let count = 8

  /// The transactions that somebody has seen, in their order.
  private struct Sightings: Sendable {
    var numbers: [Int64] = []
    var objects: [PersistentIdentifier] = []

    /// Takes a transaction in. Returns true if it is the last one.
    mutating func add(_ transaction: DefaultHistoryTransaction) -> Bool {
      numbers.append(transaction.transactionIdentifier)
      objects += transaction.changes.map(\.changedPersistentIdentifier)
      return transaction.author == "end"
    }
  }

  /// Runs a body that blocks on a thread of its own.
  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Swift.Result { try body() })
      }
    }
  }

  private func follow(_ container: ModelContainer) async throws -> Sightings {
    var sightings = Sightings()
    for try await transaction in container.historyUpdates(after: .beginning) {
      if sightings.add(transaction) { break }
    }
    return sightings
  }

  private func consume(_ container: ModelContainer) throws -> Sightings {
    let consumer = try HistoryConsumer("audit", in: container, startingAt: .beginning)
    var sightings = Sightings()
    var isEnd = false
    while !isEnd {
      let count = try consumer.process { transactions in
        for transaction in transactions where sightings.add(transaction) { isEnd = true }
      }
      if count == 0 { Thread.sleep(forTimeInterval: 0.002) }
    }
    return sightings
  }

  /// Starts the writers, which save so many rows each, or until their input ends.
  private func writers(_ store: URL, saves: Int) throws -> [PeerProgram] {
    let writers = try (1...Self.count).map {
      try PeerProgram(["deliver", store.absoluteString, "\($0)", "\(saves)"])
    }
    for writer in writers { try #require(try writer.line() == "opened") }
    return writers
  }

  /// Reads all that the writers say until they end, from now on and on threads of their own: a writer waits once its pipe
  /// is full, and tasks may begin late while other tests block the pool's threads.
  private func lines(of writers: [PeerProgram]) -> Task<[[String]], any Error> {
    // Each thread uses its own.
    nonisolated(unsafe) let writers = writers
    let found = Mutex(writers.map { _ in Swift.Result<[String], any Error>.success([]) })
    let group = DispatchGroup()
    for index in writers.indices {
      group.enter()
      Thread.detachNewThread {
        let lines = Swift.Result { try writers[index].lines() }
        found.withLock { $0[index] = lines }
        group.leave()
      }
    }
    return Task {
      await withCheckedContinuation { continuation in
        group.notify(queue: .global()) { continuation.resume() }
      }
      return try found.withLock { try $0.map { try $0.get() } }
    }
  }

  /// The rows of a store: a writer and a number each.
  private func rows(of store: URL) throws -> [String] {
    let connection = try Connection.toTables(of: store)
    defer { connection.close() }
    return try connection.rows(
      #"SELECT writer || ' ' || number FROM "Delivery" WHERE writer > 0"#
    ) { $0.text(at: 0) }
  }

  private func end(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.author = "end"
    context.insert(Delivery(writer: 0, number: 0))
    try context.save()
  }

  @Test func areSeenOnceByFollowersAndConsumers() async throws {
    let folder = try TemporaryFolder()
    let store = folder.store()
    let container = try Delivery.container(store)
    let saves = 25 * Fault.rounds
    async let followed = follow(container)
    async let consumed = onThread { try consume(Delivery.container(store)) }
    let writers = try writers(store, saves: saves)
    let lines = try await lines(of: writers).value
    #expect(lines.allSatisfy { $0 == (1...saves).map { "done \($0)" } }, "\(lines.map(\.last))")
    try end(container)
    let objects = try ModelContext(container).fetch(FetchDescriptor<Delivery>())
    #expect(objects.count == Self.count * saves + 1)
    for sightings in try await [followed, consumed] {
      // None is missed, none comes twice, and all come in their order.
      #expect(sightings.numbers == (1...Int64(objects.count)).map { $0 })
      #expect(Set(sightings.objects) == Set(objects.map(\.persistentModelID)))
      #expect(sightings.objects.count == objects.count)
    }
  }

  /// The seconds for which connections are ended, by an environment variable.
  private static let seconds =
    ProcessInfo.processInfo.environment["STRATA_SERVER_SECONDS"].flatMap { Double($0) } ?? 2

  @Test(.enabled(if: TestServer.isInstalled))
  func loseAndDoubleNothingWhileTheirConnectionsAreEnded() async throws {
    let store = TestServer.newStore()
    let name = "writers-\(UUID().uuidString)"
    let named = store.appending(queryItems: [URLQueryItem(name: "application_name", value: name)])
    let container = try Delivery.container(store)
    async let followed = follow(container)
    let outcome = try await outcome(of: named, at: store) {
      let killer = try ConnectionKiller(of: name, at: store, every: 0.4)
      try await Task.sleep(for: .seconds(Self.seconds))
      let kills = killer.stop()
      #expect(kills > 0)
      return "\(kills) connections ended in \(Self.seconds) s"
    }
    try end(container)
    try await outcome.check(followed)
    #expect(try ModelContext(container).checkStore() == [])
  }

  /// A server that is stopped and started again, and a pooler before it, while all write.
  @Test(.enabled(if: TestServer.hasPrograms && TestPooler.isInstalled))
  func loseAndDoubleNothingWhileServerAndPoolerRestart() async throws {
    let server = try PrivateServer()
    let pooler = try TestPooler(before: server, mode: "transaction", size: 12)
    let store = TestServer.savingAsTested(server.url)
    _ = try Delivery.container(store)
    let pooled = pooler.url.appending(queryItems: [
      URLQueryItem(name: "pooler", value: "transaction")
    ])
    let outcome = try await outcome(of: pooled, at: store) {
      let rounds = 2 + Fault.rounds / 5
      let pause = Duration.seconds(Self.seconds / Double(2 * rounds))
      for _ in 0..<rounds {
        try await Task.sleep(for: pause)
        try server.stop()
        try server.start()
        try await Task.sleep(for: pause)
        try pooler.restart()
      }
      return "server and pooler restarted \(rounds) times"
    }
    let container = try Delivery.container(store)
    try end(container)
    try outcome.check(try consume(container))
    #expect(try ModelContext(container).checkStore() == [])
    withExtendedLifetime(pooler) {}
  }

  /// Another server takes over, by a program that watches both.
  @Test(.enabled(if: FailoverServers.areInstalled))
  func loseAndDoubleNothingWhenTheirPrimaryIsReplaced() async throws {
    let servers = try FailoverServers()
    let store = TestServer.savingAsTested(servers.url)
    _ = try Delivery.container(store)
    let outcome = try await outcome(of: store, at: store) {
      try await Task.sleep(for: .seconds(Self.seconds))
      let former = try servers.killPrimary()
      let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(120)))
      while try servers.primary() == former {
        let state = try servers.state()
        try #require(Date() < deadline, "\(state)")
        try await Task.sleep(for: .seconds(0.1))
      }
      try await Task.sleep(for: .seconds(Self.seconds))
      return "\(try servers.primary() ?? "") has replaced \(former)"
    }
    let container = try Delivery.container(store)
    try end(container)
    try outcome.check(try consume(container))
    #expect(try ModelContext(container).checkStore() == [])
  }

  /// Lets eight programs write while something disturbs them.
  ///
  /// - Parameters:
  ///   - address: The store's address for the writers.
  ///   - disturb: Disturbs them, and says how.
  private func outcome(
    of address: URL, at store: URL, _ disturb: () async throws -> String
  ) async throws -> Outcome {
    nonisolated(unsafe) let writers = try writers(address, saves: 0)
    let said = lines(of: writers)
    let how = try await disturb()
    for writer in writers { writer.endInput() }
    let lines = try await said.value
    for writer in writers { #expect(writer.wait() == .exit(0), "\(lines.map(\.last))") }
    return Outcome(lines, rows: try rows(of: store), how)
  }

  /// The saves that writers have reported, and the rows that are there.
  private struct Outcome {
    private let done: [String]
    private let unknown: [String]
    private let rows: [String]
    private let how: String
    /// The number of saves of the writer that has done the fewest, and of the one that has done the most.
    private let range: ClosedRange<Int>

    init(_ lines: [[String]], rows: [String], _ how: String) {
      func outcomes(_ word: String) -> [String] {
        lines.enumerated().flatMap { writer, lines in
          lines.compactMap { line in
            let words = line.split(separator: " ")
            return words.first == Substring(word) ? "\(writer + 1) \(words[1])" : nil
          }
        }
      }
      (done, unknown) = (outcomes("done"), outcomes("unknown"))
      (self.rows, self.how) = (rows, how)
      let counts = lines.map { lines in lines.count { $0.hasPrefix("done ") } }
      range = (counts.min() ?? 0)...(counts.max() ?? 0)
      #expect(lines.joined().count == done.count + unknown.count, "\(lines.map(\.last))")
      // None waits for the others all the time.
      #expect(range.lowerBound > 0, "\(counts)")
    }

    /// Checks that nothing is lost and nothing is there twice, for whoever has followed the history to its end.
    func check(_ sightings: Sightings) throws {
      let (saved, told) = (Set(rows), Set(done))
      let (lost, twice) = (told.subtracting(saved), rows.count - saved.count)
      let gaps = zip(sightings.numbers, sightings.numbers.dropFirst()).count { $1 != $0 + 1 }
      print(
        """
        writers: \(done.count) saves are done (\(range.lowerBound) to \(range.upperBound) each), \(rows.count) rows, \(lost.count) lost, \(twice) twice, \
        \(unknown.count) unknown, of which \(saved.intersection(unknown).count) are kept; \(how); \
        a follower saw \(sightings.objects.count), \(gaps) gaps
        """)
      Trials.savesOverLostConnections.count(done.count)
      #expect(lost.isEmpty && twice == 0 && gaps == 0)
      #expect(saved.subtracting(told).isSubset(of: unknown))
      #expect(Set(sightings.objects).count == sightings.objects.count)
      #expect(sightings.objects.count == rows.count + 1)
    }
  }
}
