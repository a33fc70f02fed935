import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataGraph
@testable import StrataContexts
@testable import StrataStorage

@Model private final class Reading {
  var value: Int
  var label = ""
  init(_ value: Int) { self.value = value }
}

@Model private final class Receipt {
  var sum: Int
  init(_ sum: Int) { self.sum = sum }
}

/// A store of readings in a folder of its own.
private struct Archive {
  let folder: TemporaryFolder
  let container: ModelContainer

  init(values: Range<Int> = 0..<3) throws {
    folder = try TemporaryFolder()
    container = try Self.open(folder.file())
    try add(values)
  }

  static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Reading.self, configurations: ModelConfiguration(url: url))
  }

  func add(_ values: Range<Int>) throws {
    let context = ModelContext(container)
    for value in values { context.insert(Reading(value)) }
    try context.save()
  }

  func values() throws -> [Int] { try Self.values(ModelContext(container)) }

  static func values(_ context: ModelContext) throws -> [Int] {
    try context.fetch(FetchDescriptor<Reading>()).map(\.value).sorted()
  }

  static func values(of url: URL) throws -> [Int] { try values(ModelContext(open(url))) }

  func names() throws -> [String] {
    try folder.names().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }
}

private struct Stop: Error {}

@Suite struct Backups {
  @Test func haveWhatWasSavedUntilThen() throws {
    let archive = try Archive()
    let file = archive.folder.file("copy.store")
    try archive.container.backup(to: file)
    try archive.add(3..<4)
    #expect(try Archive.values(of: file) == [0, 1, 2])
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  /// Each save of another connection would begin the copy anew, if it weren't of one moment.
  @Test func areOfOneMomentWhileOthersSave() throws {
    let archive = try Archive(values: 0..<3000)
    let file = archive.folder.file("copy.store")
    let context = ModelContext(try Archive.open(archive.folder.file()))
    for number in 0..<3000 { context.insert(Reading(number)) }
    try context.save()
    var saves = 0
    try archive.container.backup(to: file) { done, total in
      context.insert(Reading(-1))
      try context.save()
      saves += 1
      #expect(done <= total)
    }
    #expect(saves > 0)
    #expect(try Archive.values(of: file).filter { $0 < 0 } == [])
    #expect(try ModelContext(Archive.open(file)).checkStore() == [])
  }

  @Test func ofStoresInMemoryAreStoresOnTheDisk() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Reading.self, configurations: .temporary)
    let context = ModelContext(container)
    context.insert(Reading(7))
    try context.save()
    try container.backup(to: folder.file())
    #expect(try Archive.values(of: folder.file()) == [7])
  }

  @Test func leaveAFileThatIsThere() throws {
    let archive = try Archive()
    let file = archive.folder.file("copy.store")
    try Data("mine".utf8).write(to: file)
    #expect(throws: BackupError.cannotWrite(path: file.path, reason: "there is a file already")) {
      try archive.container.backup(to: file)
    }
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
    try archive.container.backup(to: file, overwriting: true)
    #expect(try Archive.values(of: file) == [0, 1, 2])
  }

  @Test(arguments: ["test.store", "test.store-wal", "link", "hard"])
  func neverGoIntoTheStoreItself(name: String) throws {
    let archive = try Archive()
    let store = archive.folder.file()
    try FileManager.default.createSymbolicLink(
      at: archive.folder.file("link"), withDestinationURL: store)
    try FileManager.default.linkItem(at: store, to: archive.folder.file("hard"))
    #expect(throws: BackupError.self) {
      try archive.container.backup(to: archive.folder.file(name), overwriting: true)
    }
    #expect(try archive.values() == [0, 1, 2])
  }

  @Test func neverReplaceAStoreInUse() throws {
    let archive = try Archive()
    let other = try Archive()
    #expect(throws: BackupError.self) {
      try archive.container.backup(to: other.folder.file(), overwriting: true)
    }
    #expect(try other.values() == [0, 1, 2])
  }

  @Test func removeWhatKilledProgramsHaveLeft() throws {
    let archive = try Archive()
    func make(_ name: String) throws -> String {
      try Data("part".utf8).write(to: archive.folder.file(name))
      return name
    }
    let alive = try make(".backup-\(UUID().uuidString).part")
    let lock = try #require(StoreLock(path: archive.folder.file(alive).path))
    defer { lock.release() }
    let dead = try make(".backup-\(UUID().uuidString).part")
    _ = try make(dead + "-journal")
    _ = try make(".backup-\(UUID().uuidString).part-wal")
    let own = try make(".backup-mine.part")
    try archive.container.backup(to: archive.folder.file("copy.store"))
    #expect(
      try archive.names()
        == [own, "copy.store", "test.store", alive, alive + "-lock"].sorted())
  }

  @Test func refuseAStoreThatCouldNotBeRestored() throws {
    let archive = try Archive()
    try Connection(path: archive.folder.file().path).execute(
      "UPDATE Reading SET strata_key = -1 WHERE value = 1")
    let faults = try ModelContext(archive.container).checkStore()
    #expect(!faults.isEmpty)
    let file = archive.folder.file("copy.store")
    let error = BackupError.unsoundStore(path: archive.folder.file().path, faults: faults)
    #expect(throws: error) { try archive.container.backup(to: file) }
    #expect("\(error)".hasPrefix("\(archive.folder.file().path) is not sound: Reading/-1 "))
    #expect(try archive.names() == ["test.store"])
    try archive.container.backup(to: file, checking: false)
    #expect(throws: BackupError.unsoundBackup(path: file.path, faults: faults)) {
      try archive.container.restore(from: file)
    }
  }

  @Test func leaveNothingWhenTheyAreStopped() throws {
    let archive = try Archive(values: 0..<20_000)
    #expect(throws: Stop.self) {
      try archive.container.backup(to: archive.folder.file("copy.store")) { _, _ in throw Stop() }
    }
    #expect(try archive.names() == ["test.store"])
  }
}

@Suite struct Restorations {
  @Test func bringBackWhatWasThere() throws {
    let archive = try Archive()
    let file = archive.folder.file("copy.store")
    try archive.container.backup(to: file)
    let context = ModelContext(archive.container)
    let readings = try context.fetch(FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.value)]))
    readings[0].value = 50
    context.delete(readings[1])
    context.insert(Reading(60))
    try context.save()
    let kept = try archive.container.restore(from: file)
    #expect(try Archive.values(context) == [0, 1, 2])
    #expect(readings[0].value == 0)
    #expect(try Archive.values(of: kept) == [2, 50, 60])
    #expect(try context.checkStore() == [])
    // And back again.
    try archive.container.restore(from: kept)
    #expect(try archive.values() == [2, 50, 60])
  }

  /// Both histories have the same length then, so that only the gap tells.
  @Test func areSeenByThoseWhoHaveTheStoreOpen() throws {
    let archive = try Archive()
    let file = archive.folder.file("copy.store")
    try archive.container.backup(to: file)
    let other = try Archive.open(archive.folder.file())
    let context = ModelContext(other)
    #expect(try Archive.values(context) == [0, 1, 2])
    let first = try #require(
      context.fetch(FetchDescriptor<Reading>(predicate: #Predicate { $0.value == 0 })).first)
    do {
      let copy = ModelContext(try Archive.open(file))
      for reading in try copy.fetch(FetchDescriptor<Reading>()) { reading.value += 10 }
      try copy.save()
    }
    try archive.add(3..<4)
    #expect(try Archive.values(context) == [0, 1, 2, 3])
    try archive.container.restore(from: file)
    #expect(try Archive.values(context) == [10, 11, 12])
    #expect(first.value == 10)
    // What is saved from here on goes on top, under keys that nobody had.
    try archive.add(20..<21)
    context.insert(Reading(30))
    try context.save()
    #expect(try archive.values() == [10, 11, 12, 20, 30])
    #expect(try ModelContext(archive.container).checkStore() == [])
  }

  @Test func keepTheStoresIdentifierAndGiveNoNumberTwice() throws {
    let archive = try Archive()
    let other = try Archive(values: 5..<6)
    let file = archive.folder.file("other.store")
    try other.container.backup(to: file)
    for value in 10..<14 { try archive.add(value..<(value + 1)) }
    let before = archive.container.store.lastTransaction
    let identifier = archive.container.store.identifier
    try archive.container.restore(from: file, author: "me")
    #expect(try archive.values() == [5])
    #expect(archive.container.store.lastTransaction > before + 1)
    #expect(try Archive.open(archive.folder.file()).store.identifier == identifier)
    let entries = try ModelContext(archive.container).fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(entries.last?.author == "me")
    #expect(entries.last?.changes.isEmpty == true)
  }

  @Test func keepWhatWaits() throws {
    let archive = try Archive()
    let file = archive.folder.file("copy.store")
    try archive.container.backup(to: file)
    let context = ModelContext(archive.container)
    context.insert(Reading(99))
    try archive.add(3..<4)
    try archive.container.restore(from: file)
    try context.save()
    #expect(try archive.values() == [0, 1, 2, 99])
  }

  @Test func refuseWhatIsNoStoreOfThisProgram() throws {
    let archive = try Archive()
    let receipts = archive.folder.file("receipts.store")
    do {
      let context = ModelContext(
        try ModelContainer(for: Receipt.self, configurations: ModelConfiguration(url: receipts)))
      context.insert(Receipt(1))
      try context.save()
    }
    #expect(throws: BackupError.otherModels(path: receipts.path, wanted: ["Reading"])) {
      try archive.container.restore(from: receipts)
    }
    let text = archive.folder.file("text")
    try Data(repeating: 65, count: 5000).write(to: text)
    #expect(throws: StorageError.notADatabase(path: text.path)) {
      try archive.container.restore(from: text)
    }
    #expect(throws: StorageError.self) {
      try archive.container.restore(from: archive.folder.file("nothing"))
    }
    #expect(throws: StorageError.self) {
      try archive.container.restore(from: archive.folder.file())
    }
    #expect(try archive.values() == [0, 1, 2])
    #expect(try archive.names() == ["receipts.store", "test.store", "text"])
  }

  @Test func refuseADamagedStore() throws {
    let archive = try Archive(values: 0..<5000)
    let file = archive.folder.file("copy.store")
    try archive.container.backup(to: file)
    var bytes = try Data(contentsOf: file)
    for page in 8..<16 {
      bytes.replaceSubrange(
        page * 4096..<page * 4096 + 512, with: Data(repeating: 0xAB, count: 512))
    }
    try bytes.write(to: file)
    #expect(throws: (any Error).self) { try archive.container.restore(from: file) }
    #expect(try archive.values().count == 5000)
    #expect(try archive.names() == ["copy.store", "test.store"])
  }

  /// Wherever a restoration is stopped, the store is as it was, and nothing is left beside it.
  @Test func changeNothingWhenTheyAreStopped() throws {
    let archive = try Archive(values: 0..<20_000)
    let file = archive.folder.file("copy.store")
    try archive.container.backup(to: file)
    try archive.add(90_000..<90_001)
    var count = 0
    try archive.container.restore(from: file) { _, _ in count += 1 }
    try archive.add(90_000..<90_001)
    let names = try archive.names()
    // One copy of each: what is restored, what was there, and into its place.
    #expect(count >= 3)
    for stop in 0..<count {
      var number = 0
      #expect(throws: Stop.self) {
        try archive.container.restore(from: file) { _, _ in
          if number == stop { throw Stop() }
          number += 1
        }
      }
      #expect(try archive.values().last == 90_000)
      #expect(try archive.names() == names)
    }
  }

  /// Only another program can have written such a number.
  @Test(arguments: [Int64.max, Int64.max - 1])
  func changeNothingWhereTheHistoryHasNoFurtherNumber(number: Int64) throws {
    let archive = try Archive()
    let file = archive.folder.file("copy.store")
    try archive.container.backup(to: file)
    try Connection(path: archive.folder.file().path).execute(
      "INSERT INTO strata_history (number, time, process, changes) "
        + "VALUES (\(number), 0, 'x', x'010000')")
    #expect {
      try archive.container.restore(from: file)
    } throws: { error in
      guard case StorageError.corrupt(let path, let reason) = error else { return false }
      return path == archive.folder.file().path && reason.contains("strata_history")
    }
    #expect(try archive.values() == [0, 1, 2])
    #expect(try archive.names() == ["copy.store", "test.store"])
  }

  @Test func ofAnotherPageSizeAreWrittenInTheStores() throws {
    let archive = try Archive()
    let file = archive.folder.file("copy.store")
    try archive.container.backup(to: file)
    do {
      let connection = try Connection(path: file.path)
      try connection.execute("PRAGMA page_size = 8192; VACUUM")
      connection.close()
    }
    try archive.add(3..<4)
    try archive.container.restore(from: file)
    #expect(try archive.values() == [0, 1, 2])
  }
}

@Suite struct Compactions {
  @Test func giveBackTheRoomOfDeletedObjects() throws {
    let archive = try Archive(values: 0..<20_000)
    let context = ModelContext(archive.container)
    try context.delete(model: Reading.self, where: #Predicate { $0.value > 10 })
    try context.save()
    let result = try archive.container.compact()
    #expect(result.byteCount < result.byteCountBefore / 2)
    #expect(result.isLogEmpty)
    let size = try archive.folder.file().resourceValues(forKeys: [.fileSizeKey]).fileSize
    #expect(size.map(Int64.init) == result.byteCount)
    #expect(try archive.values().count == 11)
    #expect(try context.checkStore() == [])
  }

  @Test func waitForNobodyWhoReads() throws {
    let archive = try Archive()
    let other = try Archive.open(archive.folder.file())
    let context = ModelContext(other)
    #expect(try Archive.values(context) == [0, 1, 2])
    #expect(try archive.container.compact().isLogEmpty)
    #expect(try Archive.values(context) == [0, 1, 2])
    context.insert(Reading(3))
    try context.save()
    #expect(try archive.values() == [0, 1, 2, 3])
  }
}
