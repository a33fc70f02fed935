import Foundation
import StrataSQLite
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataStorage

@Suite("The write-ahead log")
struct CheckpointTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store.open(Notes.schema(), at: folder.file())
  }

  private func size(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
    return try #require(attributes[.size] as? Int)
  }

  private func write(megabytes: Int) throws {
    let text = String(repeating: "x", count: 250_000)
    for _ in 0..<(megabytes * 4) { try store.addNote(text) }
  }

  @Test("It is copied into the file from time to time, and stays small")
  func staysSmall() throws {
    try write(megabytes: 24)
    let log = try size("test.store-wal")
    let file = try size("test.store")
    #expect(log < 8_000_000)
    #expect(file > 12_000_000)
    #expect(try store.notes().count == 96)
  }

  @Test("It is copied once a reader that held it back is gone")
  func afterReader() throws {
    try store.addNote("a")
    try store.makeReader().read { connection in
      try connection.snapshot {
        #expect(try connection.integer(#"SELECT count(*) FROM "Note""#) == 1)
        try write(megabytes: 8)
        #expect(try connection.integer(#"SELECT count(*) FROM "Note""#) == 1)
      }
    }
    let held = try size("test.store-wal")
    try write(megabytes: 16)
    let log = try size("test.store-wal")
    #expect(log < held + 6_000_000)
    #expect(try store.notes().count == 97)
  }
}
