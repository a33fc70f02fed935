import Foundation
import Strata
import StrataCoreDataStores
import StrataSQLite
import StrataTestSupport
import Testing

/// Stores with what a program has beside them while it writes, or when it was cut off.
@Suite struct StoreLogs {
  private func names(_ url: URL) throws -> [String] {
    let store = try CoreDataStore(url: url, model: LibraryStore.model)
    let context = ModelContext(
      try ModelContainer(for: Author.self, Book.self, Magazine.self, in: store))
    return try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  /// Copies a store with its logs while a program writes it.
  private func copied(_ library: LibraryStore, _ name: String = "Copied.sqlite") throws -> URL {
    let url = library.folder.file(name)
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: library.url.path + suffix) {
      try FileManager.default.copyItem(
        atPath: library.url.path + suffix, toPath: url.path + suffix)
    }
    return url
  }

  /// A copy of a store whose writer was cut off in the middle of a transaction.
  private func cutOff(_ library: LibraryStore) throws -> URL {
    let writer = try Connection(path: library.url.path)
    defer { writer.close() }
    // Pages are written before the transaction ends where there is no room for them.
    try writer.execute(
      """
      PRAGMA cache_size = 1; BEGIN; UPDATE ZAUTHOR SET ZNAME = 'Zoe';
      WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO ZCHAPTER (Z_PK, Z_ENT, ZTITLE) SELECT i, 3, hex(zeroblob(200)) FROM n;
      """)
    let copy = try copied(library)
    try writer.execute("ROLLBACK")
    return copy
  }

  @Test func takeBackWhatWasntFinished() throws {
    let library = try LibraryStore()
    let copy = try cutOff(library)
    #expect(FileManager.default.fileExists(atPath: copy.path + "-journal"))
    let before = try library.contents()
    #expect(try names(copy) == ["Ada", "Bob", "Cyd"])
    let report = try CoreDataStore(url: copy, model: LibraryStore.model)
      .importAll(to: library.folder.file("imported.store"))
    // Data in files of its own wasn't copied.
    #expect(report.objectCounts["Chapter"] == 3 && report.problems.map(\.property) == ["cover"])
    try FileManager.default.removeItem(at: library.folder.file("imported.store"))
    #expect(try library.contents() == before)
  }

  @Test func ofSeveralFilesAreRefused() throws {
    let library = try LibraryStore()
    let copy = try cutOff(library)
    let other = library.folder.file("other")
    try Data("mine".utf8).write(to: other)
    let name = Data(other.path.utf8)
    func bytes(_ number: Int) -> Data {
      withUnsafeBytes(of: UInt32(number).bigEndian) { Data($0) }
    }
    let journal = try FileHandle(
      forUpdating: URL(fileURLWithPath: copy.path + "-journal"))
    _ = try journal.seekToEnd()
    let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
    try journal.write(
      contentsOf: bytes(0x4000_0000 / 4096 + 1) + name + bytes(name.count) + bytes(sum)
        + Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]))
    try journal.close()
    let error = #expect(throws: StorageError.self) {
      try CoreDataStore(url: copy, model: LibraryStore.model)
    }
    #expect("\(try #require(error))".contains("is of a transaction over several files"))
    #expect(try Data(contentsOf: other) == Data("mine".utf8))
  }

  @Test func thatAreOverAreNothing() throws {
    let library = try LibraryStore("PRAGMA journal_mode = PERSIST; UPDATE ZAUTHOR SET ZBORN = 5")
    let journal = library.url.path + "-journal"
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal)).prefix(8) == Data(count: 8))
    #expect(try names(library.url) == ["Ada", "Bob", "Cyd"])
  }

  /// A copy of a store with a log of some transactions, whose bytes are changed.
  private func logged(
    _ library: LibraryStore, _ change: (inout Data) -> Void
  ) throws -> URL {
    let writer = try Connection(path: library.url.path)
    defer { writer.close() }
    try writer.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
      UPDATE ZAUTHOR SET ZNAME = 'Zoe' WHERE Z_PK = 1; UPDATE ZAUTHOR SET ZNAME = 'Yan' WHERE Z_PK = 2;
      BEGIN; UPDATE ZAUTHOR SET ZNAME = 'Xu' WHERE Z_PK = 3; UPDATE ZAGENT SET ZNAME = 'Jones'; COMMIT;
      """)
    let copy = try copied(library)
    let log = URL(fileURLWithPath: copy.path + "-wal")
    var data = try Data(contentsOf: log)
    change(&data)
    try data.write(to: log)
    return copy
  }

  private static let pageSize = 4096 + 24

  @Test func thatAreWholeAreRead() throws {
    let library = try LibraryStore()
    let copy = try logged(library) { _ in }
    #expect(try names(copy) == ["Xu", "Yan", "Zoe"])
    #expect(try CoreDataStore(url: copy, model: LibraryStore.model).warnings == [])
  }

  @Test func thatEndInATransactionSaySo() throws {
    let library = try LibraryStore()
    let copy = try logged(library) { $0.removeLast(Self.pageSize) }
    #expect(try names(copy) == ["Cyd", "Yan", "Zoe"])
    let warnings = try CoreDataStore(url: copy, model: LibraryStore.model).warnings
    #expect(warnings.count == 1)
    #expect(
      try #require(warnings.first).contains(
        "-wal: the log ends in the middle of a transaction (1 page), as after a crash"))
    #expect(try names(copy) == ["Cyd", "Yan", "Zoe"])
  }

  @Test func thatAreDamagedTellWhatIsLost() throws {
    let library = try LibraryStore()
    let copy = try logged(library) { $0[32 + Self.pageSize + 500] ^= 1 }
    #expect(try names(copy) == ["Bob", "Cyd", "Zoe"])
    let warnings = try CoreDataStore(url: copy, model: LibraryStore.model).warnings
    #expect(
      try #require(warnings.first).contains(
        "damaged behind its page 1, so that 3 further pages with 2 saved transactions are not read")
    )
  }

  @Test func withoutABeginningTellThatNothingIsRead() throws {
    let library = try LibraryStore()
    let copy = try logged(library) { $0[20] ^= 1 }
    #expect(try names(copy) == ["Ada", "Bob", "Cyd"])
    let warnings = try CoreDataStore(url: copy, model: LibraryStore.model).warnings
    #expect(try #require(warnings.first).contains("the log's beginning is damaged"))
  }

  @Test func thatAreDamagedExplainWhatIsMissing() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("New.sqlite")
    let writer = try Connection(path: url.path)
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE Z_METADATA (Z_UUID)")
    let log = URL(fileURLWithPath: url.path + "-wal")
    var data = try Data(contentsOf: log)
    data[20] ^= 1
    let copy = folder.file("Copied.sqlite")
    try FileManager.default.copyItem(at: url, to: copy)
    try data.write(to: URL(fileURLWithPath: copy.path + "-wal"))
    writer.close()
    let error = #expect(throws: CoreDataStoreError.self) { try CoreDataStore(url: copy) }
    #expect("\(try #require(error))".contains("it has no table Z_PRIMARYKEY; "))
    #expect("\(try #require(error))".contains("the log's beginning is damaged"))
  }

  @Test func behindALinkStayAsTheyAre() throws {
    let library = try LibraryStore()
    let copy = try logged(library) { _ in }
    let log = copy.path + "-wal"
    try FileManager.default.moveItem(atPath: log, toPath: library.folder.file("log").path)
    try FileManager.default.createSymbolicLink(atPath: log, withDestinationPath: "log")
    let before = try library.contents()
    #expect(try names(copy) == ["Xu", "Yan", "Zoe"])
    #expect(try library.contents() == before)
  }

  @Test func thatAreLinksToNothingAreAnError() throws {
    let library = try LibraryStore()
    try FileManager.default.createSymbolicLink(
      atPath: library.url.path + "-wal", withDestinationPath: "gone")
    let error = #expect(throws: StorageError.self) { try library.open() }
    #expect("\(try #require(error))".contains("-wal: it is a symbolic link that leads nowhere"))
  }

  @Test func areNotReadAsAMixOfTwoStates() throws {
    let library = try LibraryStore()
    let store = try library.open()
    let writer = try Connection(path: library.url.path)
    try writer.execute("UPDATE ZAUTHOR SET ZNAME = 'Zoe'; VACUUM")
    writer.close()
    #expect(throws: StorageError.changedWhileRead(path: library.url.path)) {
      try ModelContainer(for: Author.self, Book.self, Magazine.self, in: store)
    }
    #expect(throws: StorageError.changedWhileRead(path: library.url.path)) {
      try store.omissions()
    }
  }

  @Test func ofWhatIsNoFileAreNotWaitedFor() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for (url, reason) in [(pipe, "a device or a pipe"), (folder.url, "it is a folder")] {
      let error = #expect(throws: StorageError.self) { try CoreDataStore(url: url) }
      #expect("\(try #require(error))".contains(reason))
    }
  }

  @Test func areOfTheFileThatALinkLeadsTo() throws {
    let library = try LibraryStore()
    let other = try TemporaryFolder()
    let link = other.file("Link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: library.url)
    let store = try CoreDataStore(url: link, model: LibraryStore.model)
    let context = ModelContext(
      try ModelContainer(for: Author.self, Book.self, Magazine.self, in: store))
    #expect(try context.fetch(FetchDescriptor<Magazine>()).map(\.cover) == [Data([5, 6])])
  }
}
