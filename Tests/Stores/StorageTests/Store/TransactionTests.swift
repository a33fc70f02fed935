import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Saves")
struct TransactionTests {
  struct Stop: Error {}

  private let folder: TemporaryFolder
  private let store: Store
  private let table: EntityTable

  init() throws {
    folder = try TemporaryFolder()
    store = try Store.open(Notes.schema(), at: folder.file())
    table = try store.noteTable()
  }

  @Test("A save that throws leaves nothing: no row, no history, no number")
  func rollback() throws {
    try store.addNote("a")
    #expect(throws: Stop.self) {
      try store.save(author: "x") { transaction in
        try transaction.addNote("b", key: 50, to: table)
        try transaction.delete(table, key: 1)
        throw Stop()
      }
    }
    #expect(try store.notes() == [1: "a"])
    #expect(try store.makeReader().history().map(\.number) == [1])
    #expect(store.lastTransaction == 1)
  }

  @Test(
    "A save waits for the disk once where it has to be durable",
    arguments: [(StoreDurability.normal, 0), (.full, 1)])
  func durability(durability: StoreDurability, count: Int) throws {
    let url = folder.file("durable.store")
    let store = try Store.open(Notes.schema(), at: url, durability: durability)
    // The first save makes the log, which is synchronized in any case.
    try store.addNote("a")
    #expect(try Fault.sync.calls { try store.addNote("b") } == count)
  }

  @Test("A save that breaks a rule in the middle leaves nothing, and the next one works")
  func brokenRule() throws {
    #expect(throws: StorageError.self) {
      try store.save(author: nil) { transaction in
        try transaction.addNote("a", key: 1, to: table)
        try transaction.addNote("b", key: 1, to: table)
      }
    }
    #expect(try store.notes().isEmpty)
    try store.addNote("c")
    #expect(try store.notes().values.sorted() == ["c"])
  }

  @Test("A row whose binding fails leaves nothing, and the next one is right")
  func failedBinding() throws {
    #expect(throws: Stop.self) {
      try store.save(author: nil) { transaction in
        try transaction.insertion(into: table).insert(key: 1) { binder in
          try binder.encode("half")
          throw Stop()
        }
      }
    }
    try store.addNote("whole", stars: 3)
    #expect(try store.notes().values.sorted() == ["whole"])
  }

  @Test("A value that can't be bound is an error, and the next row is right")
  func unboundValue() throws {
    for value in [.null, .integer(1), .real(1), .text("a"), .text(long), .blob(Data([1]))]
      as [ColumnValue]
    {
      // There is no third parameter, so that each is refused as too long a text is.
      #expect(throws: StorageError.self) {
        try store.withWriter { try $0.run("SELECT ?, ?", .integer(1), .integer(2), value) }
      }
    }
    #expect(throws: StorageError.self) {
      try store.save(author: nil) { transaction in
        try transaction.insertion(into: table).insert(key: 1) { binder in
          for _ in 0..<9 { binder.bind(integer: 1) }
        }
      }
    }
    try store.addNote("whole", stars: 3)
    #expect(try store.notes().values.sorted() == ["whole"])
  }

  private let long = String(repeating: "x", count: 5000)

  @Test("A save gives its number, one more than the last; one without changes gives none")
  func numbers() throws {
    var numbers: [Int64?] = []
    for index in 0..<6 {
      numbers.append(
        try store.save(author: nil) { transaction in
          if index % 2 == 0 { try transaction.addNote("a", key: Int64(index + 1), to: table) }
        })
    }
    #expect(numbers == [1, nil, 2, nil, 3, nil])
    #expect(store.lastTransaction == 3)
    #expect(try store.makeReader().lastTransaction() == 3)
  }

  @Test("An update writes the columns of its properties and no other")
  func update() throws {
    let key = try store.addNote("a", stars: 1)
    let found = try store.save(author: nil) { transaction in
      let isThere = try transaction.update(table, key: key, properties: PropertySet(1)) { binder in
        if binder.begins(0) { try binder.encode("b") }
        if binder.begins(1) { try binder.encode(2) }
      }
      #expect(isThere)
      transaction.log.record(.update, table, key: key, properties: PropertySet(1))
    }
    #expect(found == 2)
    #expect(try store.notes() == [key: "a"])
    let stars = try store.makeReader().read { try $0.integer(#"SELECT stars FROM "Note""#) }
    #expect(stars == 2)
  }

  private func changes() throws -> [String] {
    try store.makeReader().history().map { entry in
      "\(entry.number) "
        + entry.changes.map { "\($0.kind) \($0.key) \($0.properties)" }.joined(separator: ", ")
    }
  }

  @Test("Each row that is written is in the history, once, also if it is recorded again")
  func recording() throws {
    let property = PropertySet(0)
    try store.save(author: nil) { transaction in
      try transaction.addNote("a", key: 1, to: table)
      try transaction.addNote("b", key: 2, to: table)
    }
    try store.save(author: nil) { transaction in
      _ = try transaction.update(table, key: 1, properties: property) { try $0.encode("c") }
      transaction.log.record(.update, table, key: 1, properties: property)
      try transaction.delete(table, key: 2)
    }
    #expect(
      try changes() == [
        "1 insert 1 [], insert 2 []", "2 update 1 [\"text\"], delete 2 []",
      ])
  }

  @Test("What isn't there, and what isn't to be recorded, is in no history")
  func unrecorded() throws {
    try store.save(author: nil) { transaction in
      _ = try transaction.update(table, key: 9, properties: PropertySet(0)) { try $0.encode("c") }
      try transaction.delete(table, key: 9)
    }
    try store.save(author: nil) { transaction in
      try transaction.insertion(into: table, isRecorded: false).insert(key: 1) { binder in
        try binder.encode("a")
        try binder.encode(1)
      }
      _ = try transaction.update(
        table, key: 1, properties: PropertySet(0), isRecorded: false
      ) { try $0.encode("c") }
      try transaction.delete(table, key: 1, isRecorded: false)
    }
    #expect(try changes() == [])
  }

  @Test("An update of a row that is gone says so")
  func updateOfMissing() throws {
    _ = try store.save(author: nil) { transaction in
      let isThere = try transaction.update(table, key: 9, properties: PropertySet(0)) {
        try $0.encode("b")
      }
      #expect(!isThere)
    }
  }

  @Test("A save inside a save is a typed error, and the outer one goes on")
  func nested() throws {
    try store.save(author: nil) { transaction in
      #expect(throws: StorageError.self) { try store.addNote("inner") }
      try transaction.addNote("outer", key: 900, to: table)
    }
    #expect(try store.notes() == [900: "outer"])
  }

  @Test("Many rows in one save are all there", arguments: [1, 1000])
  func many(count: Int) throws {
    try store.save(author: nil) { transaction in
      for key in 1...count {
        try transaction.addNote(String(repeating: "x", count: key), key: Int64(key), to: table)
      }
    }
    let notes = try store.notes()
    #expect(notes.count == count)
    #expect(notes.allSatisfy { $0.value.utf8.count == Int($0.key) })
  }

  @Test("Two descriptions of tables never share a prepared statement")
  func preparedStatements() throws {
    let other = try Schema.Entity(
      name: "Other", properties: [Library.attribute("text", String.self)])
    try store.withWriter { connection in
      for sql in EntityTable(other).definition { try connection.execute(sql) }
    }
    for key in Int64(1)...50 {
      try store.save(author: nil) { transaction in
        try transaction.insertion(into: EntityTable(other)).insert(key: key) {
          try $0.encode("o")
        }
        try transaction.insertion(into: EntityTable(table.entity)).insert(key: key) { binder in
          try binder.encode("n")
          try binder.encode(1)
        }
      }
    }
    let counts = try store.makeReader().read { connection in
      [
        try connection.integer(#"SELECT count(*) FROM "Other" WHERE text = 'o'"#),
        try connection.integer(#"SELECT count(*) FROM "Note" WHERE text = 'n'"#),
      ]
    }
    #expect(counts == [50, 50])
  }
}
