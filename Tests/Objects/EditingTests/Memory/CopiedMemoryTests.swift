import Foundation
import Strata
import StrataSQLite
import StrataStorage
import StrataStoreSupport
import StrataTestSupport
import Testing

/// The past states of copies of a store, on the same engine and on the other one.
@Suite(.enabled(if: TestServer.isInstalled)) struct CopiedMemories {
  private let folder: TemporaryFolder
  private let file: URL
  /// The number of the store's last transaction.
  private let last: Int64 = 6

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("harbour.store")
    let context = try Self.context(file)
    let (ada, bea) = (Vessel(name: "Ada"), Vessel(name: "Bea"))
    let sailors = ["x", "y", "z"].map { Sailor(name: $0) }
    context.insert(contentsOf: [ada, bea])
    ada.crew = sailors
    try context.save()
    ada.crew = [sailors[2], sailors[0]]
    ada.log = Data([0, 255])
    try context.save()
    ada.position = Position(latitude: 1.5, longitude: -2)
    bea.voyages = [Voyage(target: "Oslo"), Voyage(target: "Rome")]
    try context.save()
    context.delete(bea)
    ada.log = nil
    try context.save()
    ada.crew = sailors.reversed()
    ada.tonnage = -1
    try context.save()
    sailors[1].name = "w"
    ada.position?.longitude = 3
    try context.save()
  }

  private static func context(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Harbour.models, configuration: ModelConfiguration(url: url)))
  }

  /// All objects after a transaction, with their links in order.
  private static func state(_ url: URL, _ number: Int64) throws -> [String] {
    let past = try ModelContext(context(url).container, asOf: number)
    let vessels = try past.fetch(FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)]))
    return vessels.map { vessel in
      "\(vessel.name) \(vessel.tonnage) \(vessel.log.map(Array.init) ?? []) \(String(describing: vessel.position)) "
        + "\(vessel.crew.map(\.name)) \(vessel.voyages.map(\.target))"
    }
  }

  private func checkMemory(of copy: URL) throws {
    for number in 0...last {
      #expect(try Self.state(copy, number) == Self.state(file, number), "after \(number)")
    }
    // It goes on in the copy.
    let context = try Self.context(copy)
    try context.fetch(FetchDescriptor<Sailor>()).first?.name = "new"
    try context.save()
    #expect(try Self.state(copy, last) == Self.state(file, last))
    #expect(try context.checkStore() == [])
  }

  @Test func areThoseOfTheFile() throws {
    let copy = folder.file("copy.store")
    #expect(try Store.copy(from: file, to: copy) == [])
    try checkMemory(of: copy)
  }

  @Test func areOnAServer() throws {
    let server = TestServer.newStore()
    #expect(try Store.copy(from: file, to: server) == [])
    try checkMemory(of: server)
  }

  @Test func comeBackFromAServer() throws {
    let server = TestServer.newStore()
    _ = try Store.copy(from: file, to: server)
    let back = folder.file("back.store")
    #expect(try Store.copy(from: server, to: back) == [])
    let backup = folder.file("backup.store")
    try Store.openRecorded(at: server).backup(to: backup)
    try checkMemory(of: back)
    try checkMemory(of: backup)
  }

  /// Another program has changed rows without an entry of the history: theirs belong to the next one, on both engines.
  @Test func goOnBehindChangesWithoutAnEntry() throws {
    let other = try Connection(path: file.path)
    try other.execute("UPDATE \"Sailor\" SET name = name || '!'")
    other.close()
    let server = TestServer.newStore()
    _ = try Store.copy(from: file, to: server)
    let back = folder.file("back.store")
    _ = try Store.copy(from: server, to: back)
    try checkMemory(of: server)
    try checkMemory(of: back)
  }

  @Test func letATransactionBeUndone() throws {
    let server = TestServer.newStore()
    _ = try Store.copy(from: file, to: server)
    let back = folder.file("back.store")
    _ = try Store.copy(from: server, to: back)
    for url in [server, back] {
      let context = try Self.context(url)
      try context.undo(transaction: 4)
      try context.save()
      #expect(try context.names() == ["Ada", "Bea"])
    }
  }

  @Test func areCountedBeforeAnyProgramOpensTheCopy() throws {
    let count = try Store.openRecorded(at: file).makeReader().information().formerRowCount
    #expect(count > 0)
    let server = TestServer.newStore()
    _ = try Store.copy(from: file, to: server)
    let back = folder.file("back.store")
    _ = try Store.copy(from: server, to: back)
    for url in [server, back] {
      let copied = try Store.openRecorded(at: url).makeReader().information().formerRowCount
      #expect(copied == count)
    }
  }
}
