import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("What a store reports to its observer")
struct StoreObservationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ recorder: EventRecorder?, slowStatements: Duration? = nil,
    log: (@Sendable (String) -> Void)? = nil
  ) throws -> Store {
    let url = folder.file()
    let observation = StoreObservation(
      of: url.path, observer: recorder, slowStatements: slowStatements, log: log)
    return try Store.open(
      Notes.schema(), at: url, isReadOnly: false, durability: .normal, busyTimeout: 10, nil,
      plannedVersion: nil,
      observation: observation)
  }

  private struct Oops: Error { let secret = "geheim" }

  private enum Refusal: Error { case of(secret: String) }

  @Test("A save has its author, what it wrote, and the statements that it took")
  func save() throws {
    let recorder = EventRecorder()
    let store = try open(recorder)
    try store.addNote("a")
    let save = try #require(recorder.events(.save).first)
    #expect(save.operation.author == nil && save.operation.store == folder.file().path)
    let result = try #require(save.result)
    #expect(result.rowsWritten == 1 && result.failure == nil && result.roundTrips == 0)
    // BEGIN, INSERT, the history's last number and entry, COMMIT, and perhaps more.
    #expect(result.statements >= 4)
    #expect(result.bytesWritten > 0 && result.bytesWritten.isMultiple(of: 4096))
    #expect(result.duration > .zero)
    _ = try store.save(author: "Ann") { _ in }
    #expect(recorder.events(.save).last?.operation.author == "Ann")
    #expect(recorder.statements.isEmpty)
  }

  @Test("Each operation that begins also ends, with the type of its error and without its values")
  func failures() throws {
    let recorder = EventRecorder(.sql)
    let store = try open(recorder)
    #expect(throws: Oops.self) { try store.save(author: nil) { _ in throw Oops() } }
    #expect(throws: Refusal.self) {
      try store.save(author: nil) { _ in throw Refusal.of(secret: "geheim") }
    }
    let results = try recorder.events.map { try #require($0.result) }
    #expect(results.map(\.failure) == ["Oops", "Refusal.of"])
    #expect(results.allSatisfy { $0.error == nil })
    #expect(!"\(recorder.events)".contains("geheim"))
  }

  @Test("Who asks for values also gets errors")
  func errors() throws {
    let recorder = EventRecorder(.sqlAndValues)
    let store = try open(recorder)
    #expect(throws: Oops.self) { try store.save(author: nil) { _ in throw Oops() } }
    #expect(recorder.events.first?.result?.error is Oops)
  }

  @Test("Statements have their SQL, rows and operation, and no values unless they are asked for")
  func statements() throws {
    for detail in [StoreStatement.Detail.sql, .sqlAndValues] {
      let recorder = EventRecorder(detail)
      let store = try open(recorder)
      let keys = try (0..<2).map { _ in try store.addNote("geheim") }
      let count = recorder.statements.count
      #expect(try store.notes().count == (detail == .sql ? 2 : 4))
      let insertions = recorder.statements.filter { $0.sql.hasPrefix("INSERT INTO \"Note\"") }
      #expect(insertions.count == 2)
      #expect(insertions.allSatisfy { $0.operation?.kind == .save })
      let values = insertions.map(\.values)
      if detail == .sql {
        #expect(values.allSatisfy { $0 == nil })
        #expect(!"\(recorder.statements)".contains("geheim"))
      } else {
        #expect(values.allSatisfy { $0?.contains(.text("geheim")) == true })
        #expect(values.map { $0?.first } == keys.map { .integer($0) })
      }
      let selection = try #require(
        recorder.statements[count...].first { $0.sql.contains("FROM \"Note\"") })
      #expect(selection.rows == (detail == .sql ? 2 : 4) && selection.operation == nil)
      #expect(selection.roundTrips == 0)
    }
  }

  @Test("Values that aren't bound by a list are reported too")
  func boundValues() throws {
    let recorder = EventRecorder(.sqlAndValues)
    let connection = try Connection(path: ":memory:")
    connection.observation = StoreObservation(of: "memory", observer: recorder)
    let values: [ColumnValue] = [
      .integer(-5), .real(0.5), .text("é"), .blob(Data([1, 0, 2])), .null,
    ]
    let statement = try connection.statement("SELECT ?, ?, ?, ?, ?")
    for _ in 0..<2 {
      statement.bindAnew()
      var binder = Binder(statement)
      binder.bind(integer: -5)
      binder.bind(real: 0.5)
      binder.bind(text: "é")
      binder.bind(blob: Data([1, 0, 2]))
      binder.bindNull()
      #expect(try statement.step())
      #expect((0..<5).map { statement.value(at: $0) } == values)
      statement.reset()
    }
    #expect(recorder.statements.map(\.values) == [values, values])
    #expect(recorder.statements.map(\.rows) == [1, 1])
  }

  @Test("A save that waits for another connection's reports it, as a part of itself")
  func lockWait() throws {
    let recorder = EventRecorder()
    let store = try open(recorder)
    try store.addNote("a")
    #expect(recorder.events(.lockWait).isEmpty && store.statistics.waits == 0)
    let other = try Connection(path: folder.file().path)
    try other.lock()
    let save = RunningThread { _ = try store.save(author: "Ann") { _ in } }
    #expect(recorder.waitForBeginning(of: .lockWait))
    try other.unlock()
    try save.wait()
    let wait = try #require(recorder.events(.lockWait).first)
    #expect(recorder.events(.lockWait).count == 1)
    #expect(wait.result?.failure == nil && wait.operation.author == "Ann")
    let parent = try #require(wait.parent)
    #expect(recorder.events[parent].operation.kind == .save)
    #expect(store.statistics.waits == 1)
    #expect(store.statistics.timeWaited > .zero)
    #expect(try #require(recorder.events[parent].result).duration > store.statistics.timeWaited)
  }

  @Test("A wait that fails ends too")
  func lockTimeout() throws {
    let recorder = EventRecorder()
    let connection = try Connection(path: folder.file().path, busyTimeout: 0.05)
    connection.observation = StoreObservation(of: "file", observer: recorder)
    let other = try Connection(path: folder.file().path)
    try other.lock()
    #expect(throws: StorageError.busy(path: folder.file().path, seconds: 0.05)) {
      try connection.transaction {}
    }
    #expect(recorder.events.map(\.operation.kind) == [.lockWait])
    #expect(recorder.events.first?.result?.failure == "StorageError.busy")
    try other.unlock()
    try connection.transaction {}
    #expect(recorder.events.count == 1)
  }

  @Test("A thread that waits for another thread's save reports it")
  func threadWait() throws {
    let recorder = EventRecorder()
    let store = try open(recorder)
    let isSaving = Shared(false)
    try inThreads(2) { thread in
      if thread == 0 {
        try store.save(author: nil) { _ in
          isSaving.update { $0 = true }
          #expect(recorder.waitForBeginning(of: .lockWait))
        }
      } else {
        while !isSaving.value { usleep(1000) }
        try store.save(author: "second") { _ in }
      }
    }
    #expect(recorder.events(.lockWait).map(\.operation.author) == ["second"])
    #expect(recorder.events(.lockWait).first?.result != nil)
    #expect(store.statistics.waits == 1)
  }

  @Test("Copying the log is reported as a part of the save that does it")
  func checkpoint() throws {
    let recorder = EventRecorder()
    let store = try open(recorder)
    let text = String(repeating: "x", count: 250_000)
    for _ in 0..<24 { try store.addNote(text) }
    let checkpoint = try #require(recorder.events(.checkpoint).first)
    #expect(checkpoint.result?.failure == nil)
    #expect(checkpoint.parent.map { recorder.events[$0].operation.kind } == .save)
  }

  @Test("Changing the tables is reported as a migration, with its statements")
  func migration() throws {
    _ = try open(nil)
    let recorder = EventRecorder()
    _ = try open(recorder)
    #expect(recorder.events(.migration).isEmpty)
    let observation = StoreObservation(of: "store", observer: recorder)
    _ = try Store.open(
      Library.schema(), at: folder.file(), isReadOnly: false, durability: .normal, busyTimeout: 10,
      nil,
      plannedVersion: nil, observation: observation)
    let migration = try #require(recorder.events(.migration).first)
    #expect(try #require(migration.result).statements > 3)
  }

  @Test("A task that is made in an operation is no part of it when it has ended")
  func tasks() async throws {
    let recorder = EventRecorder()
    let store = try open(recorder)
    let isOver = Shared(false)
    let late = store.observation.operation(.merge) {
      Task {
        while !isOver.value { await Task.yield() }
        _ = try store.save(author: nil) { _ in }
      }
    }
    isOver.update { $0 = true }
    try await late.value
    #expect(recorder.events.map(\.operation.kind) == [.merge, .save])
    #expect(recorder.events.last?.parent == nil)
    #expect(recorder.events.first?.result?.statements == 0)
  }

  @Test("Slow statements are logged with their SQL and without their values")
  func slowStatements() throws {
    let messages = Shared<[String]>([])
    let store = try open(nil, slowStatements: .milliseconds(5)) { message in
      messages.update { $0.append(message) }
    }
    try store.addNote("geheim")
    messages.update { $0 = [] }
    let slow: SQL = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(bind: .integer(1_000_000)))
      SELECT count(*) FROM n
      """
    #expect(try store.makeReader().integers(slow) == [1_000_000])
    #expect(messages.value.count == 1)
    let message = try #require(messages.value.first)
    #expect(message.contains("WITH RECURSIVE n(i)") && message.contains("i < ?"))
    #expect(message.contains("returned 1 rows") && !message.contains("1000000"))
  }

  @Test("A slow statement is logged once, and again when it takes twice as long")
  func slowStatementsOnce() {
    let messages = Shared<[String]>([])
    let slow = SlowStatements(limit: .seconds(1)) { message in
      messages.update { $0.append(message) }
    }
    for _ in 0..<10 { slow.record("SELECT 1", .milliseconds(999), rows: 1) }
    #expect(messages.value.isEmpty)
    for _ in 0..<10 { slow.record("SELECT 1", .milliseconds(1500), rows: 1) }
    #expect(messages.value.count == 1)
    slow.record("SELECT 2", .milliseconds(1500), rows: 1)
    slow.record("SELECT 1", .seconds(3), rows: 1)
    slow.record("SELECT 1", .seconds(5), rows: 1)
    #expect(messages.value.count == 3)
  }

  @Test("Counters count without an observer, and statements only with one")
  func statistics() throws {
    let store = try open(nil)
    let before = store.statistics
    #expect(before.openConnections == 1 && before.lentConnections == 0)
    for text in ["a", "b", "c"] { try store.addNote(text) }
    var reader: StoreReader? = store.makeReader()
    #expect(try reader?.notes().count == 3)
    #expect(store.statistics.openConnections == 2 && store.statistics.lentConnections == 1)
    reader = nil
    let after = store.statistics
    #expect(after.openConnections == 2 && after.lentConnections == 0)
    #expect(after.saves == 3 && after.rowsWritten == 3 && after.rowsRead == 3)
    #expect(after.statements == nil && after.roundTrips == 0 && after.waits == 0)

    let observed = try open(EventRecorder())
    let secondReader = observed.makeReader()
    _ = try secondReader.integers("SELECT 1")
    let count = try #require(observed.statistics.statements)
    _ = try secondReader.integers("SELECT 1")
    #expect(observed.statistics.statements == count + 1)
  }
}
