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
    nonisolated(unsafe) let writers = try writers(named, saves: 0)
    let killer = try ConnectionKiller(of: name, at: store, every: 0.4)
    let said = lines(of: writers)
    try await Task.sleep(for: .seconds(Self.seconds))
    let kills = killer.stop()
    for writer in writers { writer.endInput() }
    let lines = try await said.value
    for writer in writers { #expect(writer.wait() == .exit(0)) }
    try end(container)

    func outcomes(_ word: String) -> [String] {
      lines.enumerated().flatMap { writer, lines in
        lines.compactMap { line in
          let words = line.split(separator: " ")
          return words.first == Substring(word) ? "\(writer + 1) \(words[1])" : nil
        }
      }
    }
    let (done, unknown) = (outcomes("done"), outcomes("unknown"))
    #expect(lines.joined().count == done.count + unknown.count, "\(lines.map(\.last))")
    let rows = try rows(of: store)
    let (saved, told) = (Set(rows), Set(done))
    let (lost, twice) = (told.subtracting(saved), rows.count - saved.count)
    let sightings = try await followed
    let gaps = zip(sightings.numbers, sightings.numbers.dropFirst()).count { $1 != $0 + 1 }
    print(
      """
      writers: \(done.count) saves are done, \(rows.count) rows, \(lost.count) lost, \(twice) twice, \
      \(unknown.count) unknown, of which \(saved.intersection(unknown).count) are kept; \
      \(kills) connections ended in \(Self.seconds) s; a follower saw \(sightings.objects.count), \(gaps) gaps
      """)
    Trials.savesOverLostConnections.count(done.count)
    #expect(lost.isEmpty && twice == 0 && gaps == 0)
    #expect(saved.subtracting(told).isSubset(of: unknown))
    #expect(Set(sightings.objects).count == sightings.objects.count)
    #expect(sightings.objects.count == rows.count + 1)
    #expect(kills > 0 && done.count > 0)
    #expect(try ModelContext(container).checkStore() == [])
  }
}
