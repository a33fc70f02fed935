import Foundation
import StrataSQLite
import StrataSchema
import StrataStorage
import StrataTestSupport
import Testing

@Suite("History")
struct HistoryTests {
  private let store: Store

  init() throws { store = try Store.open(Notes.schema(), at: nil) }

  @Test("An entry says who, where, when, which process and what")
  func entry() throws {
    let table = try store.noteTable()
    let before = Date()
    try store.save(author: "ann", contextName: "main") { transaction in
      try transaction.addNote("a", key: 1, to: table)
      try transaction.addNote("b", key: 2, to: table)
      transaction.log.record(.update, table, key: 7, properties: PropertySet(first: 2))
      transaction.log.record(.delete, table, key: 9)
    }
    let entry = try #require(try store.makeReader().history().first)
    #expect(entry.number == 1)
    #expect(entry.author == "ann")
    #expect(entry.contextName == "main")
    #expect(entry.timestamp >= before && entry.timestamp <= Date())
    #expect(entry.process.hasSuffix("[\(ProcessInfo.processInfo.processIdentifier)]"))
    #expect(
      entry.changes == [
        HistoryEntry.Change(entity: "Note", key: 1, kind: .insert),
        HistoryEntry.Change(entity: "Note", key: 2, kind: .insert),
        HistoryEntry.Change(entity: "Note", key: 7, kind: .update, properties: ["text", "stars"]),
        HistoryEntry.Change(entity: "Note", key: 9, kind: .delete),
      ])
  }

  @Test("An entry may have no author and no context")
  func anonymous() throws {
    try store.addNote("a")
    let entry = try #require(try store.makeReader().history().first)
    #expect(entry.author == nil)
    #expect(entry.contextName == nil)
  }

  @Test("Entries are chosen by number, author and count, from either end")
  func choice() throws {
    for index in 0..<10 { try store.addNote("a", author: index % 2 == 0 ? "ann" : "bob") }
    let reader = store.makeReader()
    #expect(try reader.history().map(\.number) == Array(1...10))
    #expect(try reader.history(after: 7).map(\.number) == [8, 9, 10])
    #expect(try reader.history(after: 10).isEmpty)
    #expect(try reader.history(only: 4).map(\.number) == [4])
    #expect(try reader.history(author: "bob").map(\.number) == [2, 4, 6, 8, 10])
    #expect(try reader.history(author: "eve").isEmpty)
    #expect(try reader.history(limit: 2).map(\.number) == [1, 2])
    #expect(try reader.history(limit: 2, newestFirst: true).map(\.number) == [10, 9])
    #expect(try reader.history(after: 3, author: "ann", limit: 2).map(\.number) == [5, 7])
  }

  @Test("Numbers have no gap over saves that fail or change nothing")
  func noGap() throws {
    struct Stop: Error {}
    var random = SeededGenerator()
    var expected: [Int64] = []
    for _ in 0..<50 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        try store.addNote("a")
        expected.append(Int64(expected.count + 1))
      case 1: #expect(try store.save(author: nil) { _ in } == nil)
      default:
        #expect(throws: Stop.self) {
          try store.save(author: nil) { transaction in
            transaction.log.record(.delete, try store.noteTable(), key: 1)
            throw Stop()
          }
        }
      }
    }
    #expect(try store.makeReader().history().map(\.number) == expected)
  }

  @Test(
    "Numbers go on behind those that the same and other connections have written",
    arguments: [true, false])
  func numbersOfOthers(isSameConnection: Bool) throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(Notes.schema(), at: folder.file())
    func write(_ sql: String) throws {
      guard isSameConnection else { return try Connection(path: folder.file().path).execute(sql) }
      try store.withWriter { try $0.execute(sql) }
    }
    for _ in 0..<3 { try store.addNote("a") }
    try write(
      "INSERT INTO strata_history (number, time, process, changes) VALUES (10, 0, 'x', x'010000')")
    for _ in 0..<2 { try store.addNote("b") }
    try write(
      "DELETE FROM strata_history; INSERT INTO strata_metadata (name, value) VALUES ('cleaned', '20')"
    )
    for _ in 0..<2 { try store.addNote("c") }
    #expect(try store.makeReader().history().map(\.number) == [21, 22])
  }
}
