import Foundation
import StrataCoreDataStores
import StrataSQLite
import StrataTestSupport
import Testing

/// Where imported stores go.
@Suite struct ImportPlaces {
  private struct Stopped: Error, Equatable {}

  @Test func areLeftAsTheyWereWhenAnImportIsStopped() throws {
    let library = try LibraryStore(
      """
      WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      INSERT INTO ZCHAPTER (Z_PK, Z_ENT, ZTITLE) SELECT i, 3, 'x' FROM n;
      """)
    let before = try library.folder.names()
    var counts: [Int] = []
    #expect(throws: Stopped()) {
      try library.open().importAll(to: library.folder.file("imported.store")) { count in
        counts.append(count)
        if count == 2000 { throw Stopped() }
      }
    }
    #expect(counts == [1000, 2000])
    #expect(try library.folder.names() == before)
  }

  @Test func haveOneFileAfterwards() throws {
    let library = try LibraryStore()
    let before = try library.folder.names()
    _ = try library.open().importAll(to: library.folder.file("imported.store"))
    #expect(try library.folder.names() == (before + ["imported.store"]).sorted())
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func withFilesThatAreThereAreRefused(suffix: String) throws {
    let library = try LibraryStore()
    let url = library.folder.file("there.store")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: url.path + suffix))
    #expect(throws: CoreDataStoreError.destinationExists(path: url.path + suffix)) {
      try library.open().importAll(to: url)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: url.path + suffix)) == Data("mine".utf8))
  }

  @Test func thatAreLinksToNothingAreRefused() throws {
    let library = try LibraryStore()
    let url = library.folder.file("link.store")
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "gone")
    #expect(throws: CoreDataStoreError.destinationExists(path: url.path)) {
      try library.open().importAll(to: url)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: url.path) == "gone")
  }

  @Test func thatSomebodyTakesMeanwhileStayTheirs() throws {
    let library = try LibraryStore(
      """
      WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO ZCHAPTER (Z_PK, Z_ENT, ZTITLE) SELECT i, 3, 'x' FROM n;
      """)
    let url = library.folder.file("race.store")
    #expect(throws: CoreDataStoreError.destinationExists(path: url.path)) {
      try library.open().importAll(to: url) { _ in try Data("mine".utf8).write(to: url) }
    }
    #expect(try Data(contentsOf: url) == Data("mine".utf8))
    #expect(try library.folder.names().filter { $0.contains("partial") } == [])
  }

  @Test func withoutAFolderAreAnError() throws {
    let library = try LibraryStore()
    let url = library.folder.file("none/imported.store")
    let folder = library.folder.file("none").path
    #expect(throws: StorageError.cannotOpen(path: url.path, reason: "there is no folder \(folder)"))
    {
      try library.open().importAll(to: url)
    }
  }
}
