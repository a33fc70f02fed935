import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Damaged files")
struct StoreDamageTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let sound: Data

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file()
    do {
      let store = try Store.open(Notes.schema(), at: url)
      for index in 0..<300 {
        let text = String(repeating: "note \(index) ", count: index % 40)
        try store.addNote(text, stars: index, author: "a")
      }
    }
    sound = try Data(contentsOf: url)
  }

  /// Uses all that a store offers and lets only typed errors pass.
  ///
  /// - Returns: Whether the store could be opened.
  private func use(_ data: Data, isReadOnly: Bool) throws -> Bool {
    Trials.damagedFiles.count()
    try data.write(to: url)
    defer {
      for name in (try? folder.names()) ?? [] {
        try? FileManager.default.removeItem(at: folder.file(name))
      }
    }
    let store: Store
    do {
      store = try Store.open(Notes.schema(), at: url, isReadOnly: isReadOnly)
    } catch is StorageError {
      #expect(try Data(contentsOf: url) == data)
      return false
    }
    try allowingStorageErrors { _ = try store.notes() }
    try allowingStorageErrors { _ = try store.makeReader().history() }
    try allowingStorageErrors { _ = try store.makeReader().information() }
    try allowingStorageErrors { _ = try store.makeReader().check() }
    if isReadOnly {
      #expect(try Data(contentsOf: url) == data)
    } else {
      try allowingStorageErrors { try store.addNote("b") }
      try allowingStorageErrors { try store.deleteNote(17) }
    }
    return true
  }

  private func allowingStorageErrors(_ body: () throws -> Void) throws {
    do { try body() } catch is StorageError {}
  }

  @Test("A file that is cut off is a typed error and stays as it is")
  func cutOff() throws {
    var random = SeededGenerator()
    // SQLite reads what the last page lacks as zeros.
    let end = sound.count - 4096
    var lengths = [2, 15, 16, 17, 99, 100, 101, 511, 512, 4095, 4096, 4097, end - 1, end]
    for _ in 0..<(FuzzRounds.count * 8) { lengths.append(Int.random(in: 2..<end, using: &random)) }
    for length in lengths {
      #expect(try !use(sound.prefix(length), isReadOnly: false), "\(length) bytes")
      #expect(try !use(sound.prefix(length), isReadOnly: true), "\(length) bytes")
    }
  }

  @Test("A file with flipped bytes is read, or is a typed error, and never ends the program")
  func flipped() throws {
    var random = SeededGenerator()
    for _ in 0..<(FuzzRounds.count * 40) {
      var data = sound
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let place =
          random.chance(1, in: 3)
          ? Int.random(in: 0..<4096, using: &random)
          : Int.random(in: 0..<data.count, using: &random)
        data[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      _ = try use(data, isReadOnly: random.chance(1, in: 2))
    }
  }

  @Test("A file of which a page is overwritten is read, or is a typed error")
  func overwrittenPage() throws {
    var random = SeededGenerator()
    for page in 0..<(sound.count / 4096) {
      var data = sound
      let from = page * 4096
      let value = UInt8.random(in: 0...255, using: &random)
      data.replaceSubrange(from..<(from + 4096), with: repeatElement(value, count: 4096))
      let isOpen = try use(data, isReadOnly: false)
      #expect(!isOpen || page > 0)
    }
  }

  @Test("Damage inside the file is found by the check, which finds none in a sound one")
  func check() throws {
    let store = try Store.open(Notes.schema(), at: url)
    #expect(try store.makeReader().check().isEmpty)
    try store.save(author: nil) { transaction in
      try transaction.connection.execute("DELETE FROM strata_history WHERE number = 7")
      try transaction.connection.execute(
        "UPDATE strata_history SET changes = x'ff' WHERE number = 9")
    }
    let faults = try store.makeReader().check()
    #expect(faults.map(\.kind) == [.history, .history])
    #expect(faults.map(\.place) == ["transaction 8", "transaction 9"])
  }

  @Test("A history entry that can't be read is a typed error that names it")
  func damagedHistory() throws {
    let store = try Store.open(Notes.schema(), at: url)
    try store.save(author: nil) {
      try $0.connection.execute("UPDATE strata_history SET changes = x'ff' WHERE number = 9")
    }
    #expect(
      throws: StorageError.corrupt(path: url.path, reason: "history entry 9 can't be read")
    ) { try store.makeReader().history() }
    #expect(try store.makeReader().history(after: 9).count == 291)
  }
}
