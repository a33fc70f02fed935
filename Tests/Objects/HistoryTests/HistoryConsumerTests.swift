import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.alsoPartlyFetched) struct HistoryConsumers {
  private let ledger: Ledger
  private let container: ModelContainer
  private struct Interruption: Error {}

  init() throws {
    ledger = try Ledger()
    container = try ledger.container()
  }

  @Test func goOnWhereTheyWere() throws {
    let consumer = try HistoryConsumer("index", in: container)
    #expect(try consumer.process { _ in Issue.record("nothing came") } == 0)
    try ledger.save(["a", "b", "c"], in: container)
    var numbers: [Int64] = []
    #expect(try consumer.process(limit: 2) { numbers += $0.map(\.transactionIdentifier) } == 3)
    try ledger.save(["d"], in: container)
    // Another program with the same name, after this one.
    let again = try HistoryConsumer("index", in: try ledger.container(), startingAt: .beginning)
    #expect(try again.process { numbers += $0.map(\.transactionIdentifier) } == 1)
    #expect(numbers == [1, 2, 3, 4])
    #expect(try consumer.token == again.token)
  }

  @Test func takeInAgainWhatWasNotFinished() throws {
    let consumer = try HistoryConsumer("index", in: container, startingAt: .beginning)
    try ledger.save(["a", "b", "c"], in: container)
    var seen: [Int64] = []
    #expect(throws: Interruption.self) {
      try consumer.process(limit: 1) { transactions in
        seen += transactions.map(\.transactionIdentifier)
        if seen.count == 2 { throw Interruption() }
      }
    }
    try consumer.process { seen += $0.map(\.transactionIdentifier) }
    #expect(seen == [1, 2, 2, 3])
  }

  @Test func beginAtTheEndUnlessToldTo() throws {
    try ledger.save(["a", "b"], in: container)
    let late = try HistoryConsumer("late", in: container)
    let early = try HistoryConsumer("early", in: container, startingAt: .beginning)
    var counts = [0, 0]
    try late.process { counts[0] += $0.count }
    try early.process { counts[1] += $0.count }
    #expect(counts == [0, 2])
    try early.skip(to: .beginning)
    try early.process { counts[1] += $0.count }
    #expect(counts == [0, 4])
  }

  @Test func passOverAuthors() throws {
    let consumer = try HistoryConsumer("index", in: container)
    try ledger.save(["a"], in: container, author: "mine")
    try ledger.save(["b"], in: container, author: "theirs")
    try ledger.save(["c"], in: container)
    var authors: [String?] = []
    #expect(try consumer.process(ignoring: ["mine"]) { authors += $0.map(\.author) } == 3)
    #expect(authors == ["theirs", nil])
  }

  @Test func areListed() throws {
    #expect(try container.historyConsumers().isEmpty)
    let index = try HistoryConsumer("index", in: container)
    _ = try HistoryConsumer("cache", in: container)
    try ledger.save(["a", "b"], in: container)
    try index.process { _ in }
    let states = try ledger.container().historyConsumers()
    #expect(states.map(\.name) == ["cache", "index"])
    #expect(states.map(\.unreadCount) == [2, 0])
  }

  @Test func areUnknownOnceRemoved() throws {
    let consumer = try HistoryConsumer("index", in: container)
    #expect(try consumer.unregister())
    #expect(try !consumer.unregister())
    #expect(throws: HistoryError.unknownConsumer("index")) { try consumer.process { _ in } }
    #expect(throws: HistoryError.unknownConsumer("index")) { try consumer.skip(to: .end) }
  }

  @Test(arguments: ["", "  ", "a\nb"]) func haveANameOfOneLine(_ name: String) throws {
    #expect(throws: HistoryError.invalidConsumerName(name)) {
      try HistoryConsumer(name, in: container)
    }
  }

  @Test func missNothingOfManyWriters() async throws {
    let consumer = try HistoryConsumer("index", in: container)
    let writers = 4
    let each = 50
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          let own = try ledger.container()
          try ledger.save((0..<each).map { "\(writer)-\($0)" }, in: own, author: "w\(writer)")
        }
      }
      try await group.waitForAll()
    }
    var seen: [Int64] = []
    try consumer.process(limit: 7) { seen += $0.map(\.transactionIdentifier) }
    #expect(seen == (1...Int64(writers * each)).map { $0 })
  }
}
