import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Opening a store")
struct StoreOpeningTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file()
  }

  private func open(isReadOnly: Bool = false) throws -> Store {
    try Store.open(Notes.schema(), at: url, isReadOnly: isReadOnly)
  }

  /// Opens and expects an error that leaves the file as it was. One opened for writing leaves
  /// nothing beside it either, but for the lock; read-only, SQLite can't remove the index that it shares with others.
  private func expectRefusal(
    isReadOnly: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    _ matches: (StorageError) -> Bool
  ) throws {
    let before = try Data(contentsOf: url)
    let names = try namesBesideLock()
    let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
      try open(isReadOnly: isReadOnly)
    }
    if let error {
      #expect(matches(error), "\(error)", sourceLocation: sourceLocation)
      #expect(error.description.contains(url.path), sourceLocation: sourceLocation)
    }
    #expect(try Data(contentsOf: url) == before, sourceLocation: sourceLocation)
    if !isReadOnly { #expect(try namesBesideLock() == names, sourceLocation: sourceLocation) }
  }

  private func namesBesideLock() throws -> [String] {
    try folder.names().filter { !$0.hasSuffix("-lock") }
  }

  @Test("A new file can be read by its owner alone, and so can its log")
  func permissions() throws {
    let store = try open()
    try store.addNote("a")
    for name in try folder.names() {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(try folder.names().contains("test.store-wal"))
  }

  @Test("What was saved is there when the store is opened again, under the same identifier")
  func reopening() throws {
    let first = try open().identifier
    try open().addNote("a")
    let store = try open()
    #expect(try store.notes() == [1: "a"])
    #expect(store.identifier == first)
    #expect(store.url == url)
  }

  @Test("Two new stores have different identifiers")
  func identifiers() throws {
    let other = try Store.open(Notes.schema(), at: folder.file("other.store"))
    #expect(try open().identifier != other.identifier)
  }

  @Test("Closing copies the log into the file, which then stands alone")
  func closing() throws {
    try open().addNote("a")
    #expect(!(try folder.names().contains("test.store-wal")))
    let copy = folder.file("copy.store")
    try FileManager.default.copyItem(at: url, to: copy)
    #expect(try Store.open(Notes.schema(), at: copy).notes() == [1: "a"])
  }

  @Test("A store in memory leaves no file and forgets")
  func memory() throws {
    let store = try Store.open(Notes.schema(), at: nil)
    try store.addNote("a")
    #expect(try store.notes() == [1: "a"])
    #expect(store.url == nil)
    #expect(try Store.open(Notes.schema(), at: nil).notes().isEmpty)
    #expect(try folder.names().isEmpty)
  }

  @Test("An empty file becomes a store")
  func emptyFile() throws {
    try Data().write(to: url)
    try open().addNote("a")
    #expect(try open().notes() == [1: "a"])
  }

  @Test("A link to a store is the store, with the same lock")
  func link() throws {
    try open().addNote("a")
    let link = folder.file("link.store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    #expect(try Store.open(Notes.schema(), at: link).notes() == [1: "a"])
    let lock = try #require(StoreLock(path: link.path))
    #expect(StoreLock(path: url.path) == nil)
    lock.release()
  }

  @Test("A folder is no store")
  func folderInstead() throws {
    let error = #expect(throws: StorageError.self) {
      try Store.open(Notes.schema(), at: folder.url)
    }
    #expect(
      error
        == .cannotOpen(path: folder.url.path, reason: "it is a folder; give the path of a file"))
  }

  @Test("A missing folder is named")
  func missingFolder() throws {
    let place = folder.url.appendingPathComponent("a").appendingPathComponent("b.store")
    let error = #expect(throws: StorageError.self) { try Store.open(Notes.schema(), at: place) }
    #expect(
      error
        == .cannotOpen(path: place.path, reason: "there is no folder \(folder.url.path)/a"))
    #expect(try folder.names().isEmpty)
  }

  @Test("A path through a file can't be opened")
  func fileAsFolder() throws {
    try Data("x".utf8).write(to: url)
    #expect(throws: StorageError.self) {
      try Store.open(Notes.schema(), at: url.appendingPathComponent("b.store"))
    }
    #expect(try Data(contentsOf: url) == Data("x".utf8))
  }

  @Test("A missing or an empty file can't be opened read-only, and is not made")
  func missingReadOnly() throws {
    let error = #expect(throws: StorageError.self) { try open(isReadOnly: true) }
    #expect(error == .cannotOpen(path: url.path, reason: "there is no such file"))
    #expect(try folder.names().isEmpty)
    try Data().write(to: url)
    try expectRefusal(isReadOnly: true) {
      $0 == .cannotOpen(path: url.path, reason: "it is empty and may not be written")
    }
  }

  @Test("Bytes that are no database", arguments: [2, 15, 16, 99, 100, 512, 4096, 10_000])
  func notADatabase(count: Int) throws {
    var random = SeededGenerator()
    let bytes = (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) }
    try Data(bytes).write(to: url)
    try expectRefusal { $0 == .notADatabase(path: url.path) }
    try expectRefusal(isReadOnly: true) { $0 == .notADatabase(path: url.path) }
  }

  @Test("A file of a single byte is no database")
  func oneByte() throws {
    try Data("x".utf8).write(to: url)
    try expectRefusal { $0 == .notADatabase(path: url.path) }
  }

  @Test("Another program's database")
  func notAStore() throws {
    try makeForeignDatabase(journalMode: "WAL")
    try expectRefusal { $0 == .notAStore(path: url.path) }
    try expectRefusal(isReadOnly: true) { $0 == .notAStore(path: url.path) }
  }

  @Test("Another program's database that keeps no log still keeps none")
  func foreignJournalMode() throws {
    try makeForeignDatabase(journalMode: "DELETE")
    try expectRefusal { $0 == .notAStore(path: url.path) }
  }

  private func makeForeignDatabase(journalMode: String) throws {
    let foreign = try Connection(path: url.path)
    #expect(
      try foreign.value("PRAGMA journal_mode = \(SQL(journalMode))")
        == .text(journalMode.lowercased()))
    try foreign.execute("CREATE TABLE song (title TEXT); INSERT INTO song VALUES ('x')")
  }

  @Test("A store of a newer format")
  func newerFormat() throws {
    try open().addNote("a")
    try alter("PRAGMA user_version = 2")
    try expectRefusal { $0 == .newerFormat(path: url.path, format: 2, supported: 1) }
    try expectRefusal(isReadOnly: true) {
      $0 == .newerFormat(path: url.path, format: 2, supported: 1)
    }
  }

  @Test("A store that has lost its identifier is damaged")
  func lostIdentifier() throws {
    _ = try open()
    try alter("DELETE FROM strata_metadata")
    try expectRefusal { $0 == .corrupt(path: url.path, reason: "it has lost its identifier") }
    try alter("INSERT INTO strata_metadata VALUES ('identifier', 'x')")
    try expectRefusal { $0 == .corrupt(path: url.path, reason: "it has lost its identifier") }
  }

  @Test("A store that has lost the table of its identifier is damaged")
  func lostMetadata() throws {
    _ = try open()
    try alter("DROP TABLE strata_metadata")
    try expectRefusal { if case .corrupt = $0 { true } else { false } }
  }

  private func alter(_ sql: String) throws {
    try Connection(path: url.path).execute(sql)
  }

  @Test("A read-only store can be read and not be written")
  func readOnly() throws {
    try open().addNote("a")
    let before = try Data(contentsOf: url)
    do {
      let store = try open(isReadOnly: true)
      #expect(try store.notes() == [1: "a"])
      #expect(throws: StorageError.readOnly(path: url.path)) {
        try store.save(author: nil) { _ in Issue.record("the body ran") }
      }
      #expect(throws: StorageError.readOnly(path: url.path)) {
        try store.newKey(for: Notes.entity)
      }
    }
    #expect(try Data(contentsOf: url) == before)
  }

  @Test("A read-only store sees what another saves")
  func readOnlyBesideWriter() throws {
    let writer = try open()
    let reader = try open(isReadOnly: true)
    try writer.addNote("a")
    #expect(try reader.notes() == [1: "a"])
  }

  @Test(
    "A file that may not be written can only be opened read-only",
    .disabled(if: getuid() == 0, "the superuser may write any file"))
  func unwritableFile() throws {
    try open().addNote("a")
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: url.path)
    try expectRefusal { $0 == .readOnly(path: url.path) }
    #expect(try open(isReadOnly: true).notes() == [1: "a"])
  }

  @Test(
    "A file that may not be read says so",
    .disabled(if: getuid() == 0, "the superuser may read any file"))
  func unreadableFile() throws {
    _ = try open()
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
    #expect(throws: StorageError.cannotOpen(path: url.path, reason: "you may not read it")) {
      try open()
    }
  }
}
