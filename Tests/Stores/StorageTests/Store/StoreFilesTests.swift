import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Files that go while a store is open")
struct StoreFilesTests {
  private let folder: TemporaryFolder
  private let store: Store
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file().path
    store = try Store.open(Notes.schema(), at: folder.file())
    try store.addNote("a")
  }

  enum Fate: String, CaseIterable, Sendable { case deleted, moved, replaced }

  private func meet(_ fate: Fate, _ name: String) throws {
    let place = folder.file(name)
    let other = folder.file("other")
    switch fate {
    case .deleted: try FileManager.default.removeItem(at: place)
    case .moved: try FileManager.default.moveItem(at: place, to: other)
    case .replaced:
      try FileManager.default.copyItem(at: place, to: other)
      try #require(rename(other.path, place.path) == 0)
    }
  }

  @Test(
    "No save reports success that nobody would find again", arguments: Fate.allCases,
    ["test.store", "test.store-wal", "test.store-shm"])
  func save(fate: Fate, name: String) throws {
    let reader = store.makeReader()
    #expect(try reader.notes() == [1: "a"])
    try meet(fate, name)
    let error = StorageError.fileMoved(path: folder.file(name).path)
    #expect(throws: error) { try store.addNote("b") }
    #expect(throws: error) { try store.addNote("b") }
    #expect("\(error)".contains("open the store anew"))
    // A reader that opens its file now doesn't read another one than that which is written.
    #expect(throws: error) { try store.makeReader().snapshotOfOther(than: reader) }
  }

  @Test("Who only reads gets to know soon", arguments: Fate.allCases)
  func read(fate: Fate) throws {
    let reader = store.makeReader()
    _ = try reader.version()
    try meet(fate, "test.store")
    let deadline = ContinuousClock.now + .seconds(10)
    #expect(throws: StorageError.fileMoved(path: path)) {
      while ContinuousClock.now < deadline { _ = try reader.version() }
    }
  }

  @Test("A file that comes back is saved to again")
  func back() throws {
    try meet(.moved, "test.store")
    #expect(throws: StorageError.self) { try store.addNote("b") }
    try FileManager.default.moveItem(at: folder.file("other"), to: folder.file())
    try store.addNote("b")
    #expect(try store.notes().values.sorted() == ["a", "b"])
  }

  @Test("A link that leads to the store may change; the file it led to is the store")
  func link() throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file())
    let linked = try Store.open(Notes.schema(), at: link)
    try linked.addNote("b")
    try FileManager.default.removeItem(at: link)
    try linked.addNote("c")
    #expect(try store.notes().count == 3)
  }

  @Test("A store in memory has no file that could go")
  func memory() throws {
    let store = try Store.open(Notes.schema(), at: nil)
    try store.addNote("a")
    _ = try store.makeReader().version()
    #expect(try store.notes() == [1: "a"])
  }
}

extension StoreReader {
  /// Reads through a connection that is opened for it, since others have those that there are.
  fileprivate func snapshotOfOther(than other: StoreReader) throws {
    try withExtendedLifetime(other) { _ = try notes() }
  }
}
