import Foundation
import StrataQuery
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Keys that other programs write")
struct ForeignKeyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Store { try Store.open(Notes.schema(), at: folder.file()) }

  /// Writes as a program without this library does.
  private func write(_ sql: String) throws {
    try Connection(path: folder.file().path).execute(sql)
  }

  private func insert(_ key: Int64) throws {
    try write("INSERT INTO Note (strata_key, text) VALUES (\(key), 'foreign')")
  }

  /// An error about a row's key, whatever its reason.
  private func isInvalid(_ error: any Error, _ table: String, _ key: Int64?, _ column: String)
    -> Bool
  {
    guard case StorageError.invalidValue(let value) = error else { return false }
    return value.table == table && value.key == key && value.column == column
      && value.description.contains("SQL")
  }

  @Test(
    "A row whose key no object can have is an error that names it", arguments: [0, -1, Int64.min])
  func impossible(key: Int64) throws {
    let store = try open()
    try store.addNote("a")
    try insert(key)
    #expect {
      _ = try store.notes()
    } throws: {
      isInvalid($0, "Note", key, "strata_key")
    }
    let query = try SQLQuery(Query(entity: "Note"), select: .keys, tables: store.tables)
    #expect {
      _ = try store.makeReader().keys(query, of: store.noteTable())
    } throws: {
      isInvalid($0, "Note", key, "strata_key")
    }
    let found = try store.makeReader().rows(
      SQLQuery(keysIn: [1], of: store.noteTable()), of: store.noteTable()
    ) { key, _ in key }
    #expect(found == [1])
  }

  @Test("All of them are found by the check, which goes on behind them")
  func check() throws {
    let store = try open()
    try store.addNote("a")
    for key in [0, -1, Int64.min] as [Int64] { try insert(key) }
    try write("UPDATE strata_keys SET next = -5; UPDATE strata_history SET changes = x'ff'")
    let faults = try store.makeReader().check()
    #expect(
      faults.map(\.place)
        == ["Note/\(Int64.min)", "Note/-1", "Note/0", "strata_keys/Note", "transaction 1"])
    #expect(faults.map(\.kind) == [.key, .key, .key, .key, .history])
  }

  @Test("None is written", arguments: [0, -1, Int64.min])
  func unwritten(key: Int64) throws {
    let store = try open()
    let table = try store.noteTable()
    #expect {
      try store.save(author: nil) { try $0.addNote("a", key: key, to: table) }
    } throws: {
      isInvalid($0, "Note", key, "strata_key")
    }
    #expect {
      try store.save(author: nil) {
        try $0.insert(table, key: key, values: [.text("a"), .null])
      }
    } throws: {
      isInvalid($0, "Note", key, "strata_key")
    }
    #expect(try store.notes().isEmpty)
  }

  @Test("New keys are above those of all rows, whoever has written them")
  func above() throws {
    try open().addNote("a")
    try insert(5000)
    let store = try open()
    let key = try store.addNote("b")
    #expect(key == 5001)
    #expect(try store.notes() == [1: "a", 5000: "foreign", key: "b"])
  }

  @Test(
    "What a row has beyond all keys that are given is in nobody's way",
    arguments: [Int64.max, Int64.max - 1, Int64.max / 2 + 1])
  func beyond(key: Int64) throws {
    try open().addNote("a")
    try insert(key)
    let store = try open()
    #expect(try store.addNote("b") == 2)
    #expect(try store.notes() == [1: "a", 2: "b", key: "foreign"])
  }

  @Test("A row with a claimed key makes one save fail, and the next keys are above it")
  func taken() throws {
    let store = try open()
    #expect(try store.addNote("a") == 1)
    for key in Int64(2)...9 { try insert(key) }
    #expect(throws: StorageError.keyTaken(table: "Note", key: 2)) { try store.addNote("b") }
    let key = try store.addNote("b")
    #expect(key > 9)
    #expect(try store.addNote("c") == key + 1)
    #expect(try store.notes().count == 11)
    #expect(try store.makeReader().history().count == 3)
  }

  @Test("A row with a claimed key is told from another one whose values are to be unique")
  func takenOrUnique() throws {
    let store = try Store.open(Library.schema(), at: folder.file("library"))
    let table = try store.tables.table("Tag")
    try store.save(author: nil) { try $0.insert(table, key: 1, values: [.text("a")]) }
    #expect(throws: StorageError.keyTaken(table: "Tag", key: 1)) {
      try store.save(author: nil) { try $0.insert(table, key: 1, values: [.text("b")]) }
    }
  }

  @Test(
    "What no next key can be is an error that says where and what to do",
    arguments: [0, -1, Int64.min, Int64.max, Int64.max / 2 + 2])
  func next(number: Int64) throws {
    try open().addNote("a")
    try write("UPDATE strata_keys SET next = \(number)")
    let store = try open()
    #expect {
      try store.newKey(for: "Note")
    } throws: {
      isInvalid($0, "strata_keys", nil, "next") && "\($0)".contains("Note")
        && "\($0)".contains("\(number)")
    }
    #expect(try store.notes() == [1: "a"])
    try write("UPDATE strata_keys SET next = 2")
    #expect(try store.newKey(for: "Note") == 2)
  }

  @Test("At the end of all keys there is an error, and no overflow")
  func end() throws {
    try open().addNote("a")
    let last = Int64.max / 2
    try write("UPDATE strata_keys SET next = \(last)")
    let store = try open()
    #expect(try store.newKey(for: "Note") == last)
    #expect(throws: StorageError.noKeyLeft(entity: "Note")) { try store.newKey(for: "Note") }
    #expect(throws: StorageError.noKeyLeft(entity: "Note")) { try open().newKey(for: "Note") }
    try insert(last)
    try write("UPDATE strata_keys SET next = 2")
    #expect(throws: StorageError.noKeyLeft(entity: "Note")) { try open().newKey(for: "Note") }
  }

  @Test("The entities of a hierarchy have one sequence")
  func hierarchy() throws {
    let animal = try Schema.Entity(name: "Animal", properties: [])
    let schema = try Schema(entities: [
      animal, Schema.Entity(name: "Dog", superentity: animal, properties: []),
    ])
    let store = try Store.open(schema, at: nil)
    #expect(try store.newKey(for: "Animal") == 1)
    #expect(try store.newKey(for: "Dog") == 2)
  }

  @Test("A sequence that outlives its store gives no key")
  func withoutStore() throws {
    var store: Store? = try open()
    let sequence = try #require(store?.keySequence(for: "Note"))
    #expect(try sequence.next() == 1)
    store = nil
    #expect(throws: StorageError.noKeyLeft(entity: "Note")) { try sequence.next() }
  }
}
