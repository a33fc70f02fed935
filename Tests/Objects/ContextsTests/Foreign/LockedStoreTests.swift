import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataGraph
@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage

/// New objects while another program keeps the store locked.
@Suite struct LockedStores {
  private let house: Storehouse
  private let context: ModelContext

  init() throws {
    house = try Storehouse()
    _ = try house.open()
    context = try house.context()
    try context.container.core.stores[0].store.withWriter {
      try $0.execute("PRAGMA busy_timeout = 1000")
    }
  }

  @Test func areWaitedForOnceByManyNewObjects() throws {
    let other = try Connection(path: house.folder.file().path)
    try other.run("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let marks = (0..<100).map { Mark(serial: $0) }
    for mark in marks { context.insert(mark) }
    context.insert(Author(name: "Ann"))
    // A wait for each would take 100 seconds.
    #expect(ContinuousClock.now - start < .seconds(50))
    #expect(Set(marks.map(\.id)).count == 100)
    #expect(throws: StorageError.self) { try context.save() }
    try other.run("ROLLBACK")
    try context.save()
    #expect(marks.map(\.id.key).allSatisfy { $0 > 0 })
    #expect(context.graph.brokenInvariant == nil)
    #expect(try house.context().all(Mark.self).map(\.serial) == Array(0..<100))
    // Keys are the store's again.
    let later = Mark(serial: 100)
    context.insert(later)
    #expect(later.id.key > 0)
  }

  @Test func areAskedAgainAfterARollback() throws {
    let other = try Connection(path: house.folder.file().path)
    try other.run("BEGIN IMMEDIATE")
    context.insert(Mark(serial: 1))
    try other.run("ROLLBACK")
    context.rollback()
    let mark = Mark(serial: 2)
    context.insert(mark)
    #expect(mark.id.key > 0)
  }
}
