import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite

@Suite("Prepared statements")
struct StatementTests {
  private func row(_ statement: Statement) throws -> [ColumnValue] {
    defer { statement.reset() }
    #expect(try statement.step())
    return (0..<statement.columnCount).map { statement.value(at: $0) }
  }

  @Test("What is bound stays bound through a reset, while other parameters are bound anew")
  func reset() throws {
    let statement = try Connection(path: ":memory:").statement("SELECT ?, ?")
    try statement.bind([.text("first"), .text("second")])
    #expect(try row(statement) == [.text("first"), .text("second")])
    try statement.bind([.text("other")])
    #expect(try row(statement) == [.text("other"), .text("second")])
    for index in 0..<500 {
      try statement.bind([.text("a text of some length \(index)")])
      #expect(try row(statement) == [.text("a text of some length \(index)"), .text("second")])
    }
  }

  @Test("A statement that is in use stays prepared, however many others there are")
  func leastRecentlyUsed() throws {
    let connection = try Connection(path: ":memory:")
    let hot = try connection.statement("SELECT 'hot'")
    var kept = 0
    for number in 0..<1000 {
      _ = try connection.statement("SELECT \(number)")
      if try connection.statement("SELECT 'hot'") === hot { kept += 1 }
    }
    #expect(kept == 1000)
    #expect(connection.statementCounts.statements == 256)
  }

  @Test("Texts of any length can be bound any number of times")
  func lengths() throws {
    var random = SeededGenerator()
    let statement = try Connection(path: ":memory:").statement("SELECT ?, ?, ?")
    for _ in 0..<300 {
      let values = (0..<3).map { _ in
        ColumnValue.text(String(repeating: "x", count: Int.random(in: 0...1500, using: &random)))
      }
      try statement.bind(values)
      #expect(try row(statement) == values)
    }
  }

  @Test("A binding that failed fails each step until all is bound anew")
  func failedBinding() throws {
    let statement = try Connection(path: ":memory:").statement("SELECT ?, ?")
    try statement.bind([.integer(1), .integer(2), .integer(3)])
    #expect(throws: StorageError.self) { try statement.step() }
    statement.reset()
    #expect(throws: StorageError.self) { try statement.step() }
    try statement.bind([.integer(1), .integer(2)])
    #expect(try row(statement) == [.integer(1), .integer(2)])
  }

  @Test("A statement that outlives its connection works, and its errors are typed")
  func withoutConnection() throws {
    let folder = try TemporaryFolder()
    func statements() throws -> (Statement, Statement, Statement) {
      let connection = try Connection(path: folder.file().path)
      try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE T (a UNIQUE)")
      return (
        try connection.statement("SELECT abs(?)"),
        try connection.statement("INSERT INTO T VALUES (?)"),
        try connection.statement("COMMIT")
      )
    }
    let (select, insert, commit) = try statements()
    try select.bind([.integer(-5)])
    #expect(try row(select) == [.integer(5)])
    try select.bind([.integer(.min)])
    #expect(throws: StorageError.self) { try select.step() }
    #expect(throws: StorageError.self) { try commit.step() }
    try insert.bind([.integer(1)])
    #expect(try !insert.step())
    insert.reset()
    #expect(throws: StorageError.self) { try insert.step() }
  }
}
