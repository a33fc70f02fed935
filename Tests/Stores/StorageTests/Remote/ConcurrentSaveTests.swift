import Foundation
import StrataQuery
import StrataSchema
import Synchronization
import StrataTestSupport
import Testing

@testable import StrataPostgreSQL
@testable import StrataSQLite
@testable import StrataStorage

@Suite(
  "Saves beside each other", .enabled(if: TestServer.isInstalled), .timeLimit(.scaledMinutes(5)))
struct ConcurrentSaveTests {
  private let url: URL
  private let store: Store
  private let tags: EntityTable

  init() throws {
    url = TestServer.newStore(saves: "concurrent")
    store = try Store.open(Library.schema(), onServer: url, isReadOnly: false)
    tags = try store.tables.table("Tag")
  }

  private func again(busyTimeout: Double = 10) throws -> Store {
    try Store.open(
      Library.schema(), onServer: url, isReadOnly: false, busyTimeout: busyTimeout)
  }

  private func insert(_ key: Int64, _ transaction: StoreTransaction) throws {
    try transaction.insertion(into: tags).insert(key: key) { try $0.encode("tag \(key)") }
    transaction.log.record(.insert, tags, key: key)
  }

  @discardableResult
  private func insertTag(
    _ key: Int64, in store: Store, isAlone: Bool = false,
    _ body: (StoreTransaction) throws -> Void = { _ in }
  ) throws -> Int64? {
    try store.save(author: nil, contextName: nil, isAlone: isAlone) { transaction in
      try insert(key, transaction)
      try body(transaction)
    }
  }

  /// A save on a thread of its own that is in its body until it is let go.
  private final class HeldSave: Sendable {
    private let mayEnd = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<Int64?, any Error>?>(nil)

    /// - Parameter save: Runs a save whose body calls the closure that it is given.
    init(_ save: @escaping @Sendable (() -> Void) throws -> Int64?) throws {
      let hasBegun = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        let outcome = Result {
          try save {
            hasBegun.signal()
            _ = mayEnd.wait(timeout: .now() + 30)
          }
        }
        result.withLock { $0 = outcome }
        hasBegun.signal()
        hasEnded.signal()
      }
      try #require(hasBegun.wait(timeout: .now() + 30) == .success)
    }

    /// True if the save ends within a time.
    func ends(within seconds: Double) -> Bool {
      guard hasEnded.wait(timeout: .now() + seconds) == .success else { return false }
      hasEnded.signal()
      return true
    }

    @discardableResult func finish() throws -> Int64? {
      mayEnd.signal()
      try #require(ends(within: 30))
      return try result.withLock { try $0?.get() }
    }
  }

  @Test("A save ends while another one is in progress, in the same program and in others")
  func sideBySide() throws {
    let other = try again()
    let held = try HeldSave { hold in try insertTag(1, in: store) { _ in hold() } }
    #expect(try insertTag(2, in: store) == 1)
    #expect(try insertTag(3, in: other) == 2)
    #expect(try store.makeReader().lastTransaction() == 2)
    #expect(try held.finish() == 3)
    let numbers = try store.makeReader().integers(
      "SELECT number FROM strata_history ORDER BY number")
    #expect(numbers == [1, 2, 3])
  }

  @Test("A save that locks another one's rows waits for it, and then reads its entry")
  func lockedRows() throws {
    try insertTag(1, in: store)
    try insertTag(2, in: store)
    let held = try HeldSave { hold in
      try store.save(author: nil, contextName: nil, isAlone: false) { transaction in
        #expect(try transaction.lock([(tags, [1])]))
        #expect(try !transaction.lock([(tags, [1])]))
        try insert(3, transaction)
        hold()
      }
    }
    let waiting = try HeldSave { hold in
      try store.save(author: nil, contextName: nil, isAlone: false) { transaction in
        #expect(try transaction.lock([(tags, [2])]))
        hold()
        #expect(try transaction.lock([(tags, [1, 2])]))
        #expect(try transaction.lastTransaction() == 3)
        try insert(4, transaction)
      }
    }
    Thread.detachNewThread {
      // The other save waits by now, or asks for the lock later: the result is the same.
      #expect(throws: Never.self) { try held.finish() }
    }
    #expect(try waiting.finish() == 4)
  }

  @Test("A save alone waits for those beside each other, and they wait for it")
  func alone() throws {
    let hasty = try again(busyTimeout: 0.2)
    let held = try HeldSave { hold in try insertTag(1, in: store) { _ in hold() } }
    #expect(throws: StorageError.busy(path: hasty.path, seconds: 0.2)) {
      try insertTag(2, in: hasty, isAlone: true)
    }
    #expect(try held.finish() == 1)
    let alone = try HeldSave { hold in
      try insertTag(2, in: store, isAlone: true) { _ in hold() }
    }
    #expect(throws: StorageError.busy(path: hasty.path, seconds: 0.2)) {
      try insertTag(3, in: hasty)
    }
    #expect(try alone.finish() == 2)
    #expect(try insertTag(3, in: hasty) == 3)
  }

  @Test("Two saves that wait for each other in a circle: one is to run again, alone")
  func deadlock() throws {
    for key in 1...2 as ClosedRange<Int64> { try insertTag(key, in: store) }
    let both = DispatchSemaphore(value: 0)
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let overtaken = Mutex(0)
    @Sendable func run(_ keys: [Int64], _ mine: DispatchSemaphore, _ other: DispatchSemaphore) {
      do {
        _ = try store.save(author: nil, contextName: nil, isAlone: false) { transaction in
          _ = try transaction.lock([(tags, [keys[0]])])
          mine.signal()
          _ = other.wait(timeout: .now() + 10)
          _ = try transaction.lock([(tags, [keys[1]])])
        }
      } catch is OvertakenSave {
        overtaken.withLock { $0 += 1 }
      } catch {
        Issue.record(error)
      }
      both.signal()
    }
    Thread.detachNewThread { run([1, 2], first, second) }
    Thread.detachNewThread { run([2, 1], second, first) }
    for _ in 0..<2 { try #require(both.wait(timeout: .now() + 30) == .success) }
    #expect(overtaken.withLock { $0 } == 1)
  }

  @Test("A save that breaks a rule beside others is to run alone, and then has its error")
  func brokenRule() throws {
    try insertTag(1, in: store)
    func insertTwice(isAlone: Bool) throws {
      _ = try store.save(author: nil, contextName: nil, isAlone: isAlone) { transaction in
        try transaction.connection.run("INSERT INTO strata_keys VALUES ('Tag', NULL)")
        try insert(2, transaction)
      }
    }
    #expect(throws: OvertakenSave.self) { try insertTwice(isAlone: false) }
    #expect(throws: StorageError.self) { try insertTwice(isAlone: true) }
    #expect(try insertTag(2, in: store) == 2)
  }

  @Test("Inside a save nothing else of its thread saves, or claims keys")
  func insideSave() throws {
    let keys = KeySequence(entity: "Tag", store: store)
    try insertTag(1, in: store) { _ in
      #expect(throws: StorageError.saveInsideSave(path: store.path)) {
        try insertTag(2, in: store)
      }
      #expect(throws: StorageError.saveInsideSave(path: store.path)) {
        try insertTag(2, in: store, isAlone: true)
      }
      #expect(throws: StorageError.noKeyLeft(entity: "Tag")) { try store.claimKey(for: keys) }
    }
  }

  @Test("Data that has saved beside others merges the others' entries, and not its own")
  func follower() throws {
    let reader = store.makeReader()
    var follower = HistoryFollower(store, reader)
    let other = try again()
    try insertTag(1, in: store) { _ in
      // After the rows of this save were locked.
      _ = try insertTag(2, in: other)
      #expect(try other.makeReader().lastTransaction() == 1)
    }
    follower.recordSave(2)
    #expect(follower.position == .beginning)
    #expect(try follower.isBehind(reader))
    var changed: [Int64] = []
    let (end, isComplete) = try follower.changes(from: reader) { changed += $0.keys }
    follower.advance(to: end)
    #expect(changed == [2] && isComplete && end == HistoryPosition(after: 2))
    #expect(try !follower.isBehind(reader))
    // A save behind the position, with nothing between.
    follower.recordSave(3)
    #expect(follower.position == HistoryPosition(after: 3))
  }

  @Test("Closing the store waits for its saves")
  func closing() throws {
    let held = try HeldSave { hold in try insertTag(1, in: store) { _ in hold() } }
    let isClosed = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [store] in
      store.closeForAll()
      isClosed.signal()
    }
    #expect(isClosed.wait(timeout: .now() + 0.2) == .timedOut)
    #expect(try held.finish() == 1)
    #expect(isClosed.wait(timeout: .now() + 30) == .success)
    #expect(throws: StorageError.closed(path: store.path)) { try insertTag(2, in: store) }
  }

  @Test("A connection that is lost while a save is committed: the server knows whether it was kept")
  func lostCommit() throws {
    let token = UUID()
    let connection = Connection(
      try ServerConnection(ServerAddress(url)), path: "the server", isReadOnly: false)
    defer { connection.close() }
    let entry = try connection.transaction {
      try connection.sendHistory(author: nil, contextName: nil, log: HistoryLog(), token: token)
    }
    #expect(try entry.first { $0.integer(at: 0) } == 1)
    let engine = try #require(store.engine as? ServerEngine)
    #expect(try engine.number(ofSave: token, in: store, after: 0, "", isAwaited: true) == 1)
    #expect(try engine.number(ofSave: UUID(), in: store, after: 0, "", isAwaited: true) == nil)
  }

  // MARK: The store's mode

  private func plain(_ parameter: String = "") throws -> URL {
    var components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
    components.queryItems?.removeAll { $0.name == "saves" }
    if !parameter.isEmpty {
      components.queryItems?.append(URLQueryItem(name: "saves", value: parameter))
    }
    return try #require(components.url)
  }

  private func open(_ url: URL) throws -> Store {
    try Store.open(Library.schema(), onServer: url, isReadOnly: false)
  }

  @Test("The store knows how saves share it, and an address that says otherwise is refused")
  func mode() throws {
    #expect(store.savesConcurrently)
    #expect(try open(plain()).savesConcurrently)
    do {
      _ = try open(plain("serial"))
      Issue.record("an address that says otherwise is taken")
    } catch StorageError.cannotOpen(_, let reason) {
      #expect(reason.contains("its saves are concurrent") && reason.contains("strata saves serial"))
    }
    #expect(throws: StorageError.self) { _ = try open(plain("often")) }
    #expect(try !open(TestServer.newStore(saves: "serial")).savesConcurrently)
  }

  @Test("A copy's address says how saves share the copy")
  func copiedMode() throws {
    try insertTag(1, in: store)
    for saves in SaveMode.allCases {
      let copy = TestServer.newStore(saves: saves.rawValue)
      #expect(try Store.copy(from: url, to: copy) == [])
      #expect(try open(copy).savesConcurrently == (saves == .concurrent))
    }
  }

  @Test("The mode is changed when no save is in progress")
  func changedMode() throws {
    let held = try HeldSave { hold in try insertTag(1, in: store) { _ in hold() } }
    let url = try plain()
    let isChanged = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      #expect(throws: Never.self) { try Store.changeSaveMode(ofServer: url, to: .serial) }
      isChanged.signal()
    }
    #expect(isChanged.wait(timeout: .now() + 0.2) == .timedOut)
    #expect(try held.finish() == 1)
    #expect(isChanged.wait(timeout: .now() + 30) == .success)
    let serial = try open(plain("serial"))
    #expect(!serial.savesConcurrently)
    // One that was open before goes on as before, and nothing is lost.
    #expect(try insertTag(2, in: store) == 2)
    #expect(try insertTag(3, in: serial) == 3)
  }
}
