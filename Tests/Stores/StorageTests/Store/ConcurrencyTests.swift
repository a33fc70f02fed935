import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Readers and writers at once")
struct ConcurrencyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Store { try Store.open(Notes.schema(), at: folder.file()) }

  /// Adds two notes at a time, so that a reader must always find an even number.
  private func addPairs(_ count: Int, to store: Store, author: String) throws {
    let table = try store.noteTable()
    for index in 0..<count {
      let keys = [try store.newKey(for: Notes.entity), try store.newKey(for: Notes.entity)]
      try store.save(author: author) { transaction in
        for key in keys { try transaction.addNote("\(author)\(index)", key: key, to: table) }
      }
    }
  }

  @Test("Readers see whole saves while somebody writes", arguments: [true, false])
  func readers(isFile: Bool) throws {
    let store = try Store.open(Notes.schema(), at: isFile ? folder.file() : nil)
    let isDone = Shared(false)
    try inThreads(4) { thread in
      if thread == 0 {
        defer { isDone.update { $0 = true } }
        try addPairs(150, to: store, author: "w")
        return
      }
      let reader = store.makeReader()
      var last = 0
      repeat {
        let count = try reader.notes().count
        #expect(count % 2 == 0 && count >= last)
        last = count
      } while !isDone.value
    }
    #expect(try store.notes().count == 300)
  }

  @Test("What a snapshot reads is of one moment")
  func snapshot() throws {
    let store = try open()
    let isDone = Shared(false)
    try inThreads(3) { thread in
      if thread == 0 {
        defer { isDone.update { $0 = true } }
        try addPairs(100, to: store, author: "w")
        return
      }
      let reader = store.makeReader()
      repeat {
        try reader.read { connection in
          try connection.snapshot {
            let notes = try connection.integer(#"SELECT count(*) FROM "Note""#) ?? -1
            let saves = try connection.integer("SELECT count(*) FROM strata_history") ?? -1
            #expect(notes == 2 * saves)
          }
        }
      } while !isDone.value
    }
  }

  @Test("Two stores on one file write in turn and lose nothing")
  func twoStores() throws {
    let stores = [try open(), try open()]
    try inThreads(4) { thread in
      try addPairs(40, to: stores[thread % 2], author: "t\(thread)")
    }
    let history = try stores[0].makeReader().history()
    #expect(history.map(\.number) == Array(1...160))
    for thread in 0..<4 {
      #expect(history.filter { $0.author == "t\(thread)" }.count == 40)
    }
    for store in stores { #expect(try store.notes().count == 320) }
    #expect(try stores[1].makeReader().check().isEmpty)
  }

  @Test("A reader learns that another store has written")
  func dataVersion() throws {
    let store = try open()
    let reader = store.makeReader()
    let before = try reader.version()
    #expect(try reader.version() == before)
    try open().addNote("a")
    #expect(try reader.version() != before)
  }

  @Test("A writer that waits too long for another is told that the store is busy")
  func busy() throws {
    let store = try open()
    let impatient = try Connection(path: store.path, busyTimeout: 0.01)
    try store.save(author: nil) { _ in
      #expect(throws: StorageError.busy(path: store.path, seconds: 0.01)) {
        try impatient.transaction {}
      }
    }
    try impatient.transaction {}
  }

  @Test("A reader can't write")
  func readerWrites() throws {
    let store = try open()
    #expect(throws: StorageError.readOnly(path: store.path)) {
      try store.makeReader().read { try $0.execute(#"DELETE FROM "Note""#) }
    }
  }
}
