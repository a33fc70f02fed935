import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataGraph
@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage

/// Rows that other programs write, or a disk that forgets.
@Suite struct ForeignRows {
  private let house: Storehouse

  init() throws {
    house = try Storehouse()
    let context = try house.context()
    let author = Author(name: "Ann")
    context.insert(author)
    for title in ["a", "b", "c"] { context.insert(Book(title: title, author: author)) }
    try context.save()
  }

  private func write(_ sql: String) throws {
    try Connection(path: house.folder.file().path).execute(sql)
  }

  private func key(of error: any Error, _ table: String, _ column: String) -> Int64? {
    guard case StorageError.invalidValue(let value) = error, value.table == table,
      value.column == column
    else { return nil }
    return value.key
  }

  @Test(arguments: [0, -1, Int64.min, Int64.min + 1])
  func withImpossibleKeysAreErrors(key: Int64) throws {
    try write("INSERT INTO Author (strata_key, name, height, isActive) VALUES (\(key), 'x', 0, 0)")
    let context = try house.context()
    // Unsaved objects may have provisional keys.
    context.insert(Mark(serial: 1))
    for _ in 0..<2 {
      #expect {
        _ = try context.all(Author.self)
      } throws: {
        self.key(of: $0, "Author", "strata_key") == key
      }
      #expect {
        _ = try context.fetchIdentifiers(FetchDescriptor<Author>())
      } throws: {
        self.key(of: $0, "Author", "strata_key") == key
      }
      #expect(context.graph.brokenInvariant == nil)
    }
    let others = try context.fetch(
      FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Ann" }))
    #expect(others.map(\.books.count) == [3])
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
    let faults = try context.checkStore()
    #expect(faults.map(\.place) == ["Author/\(key)"])
    #expect(faults.map(\.kind) == [.key])
  }

  @Test func canBeDeletedByABatch() throws {
    try write(
      "INSERT INTO Author (strata_key, name, height, isActive) VALUES (0, 'x', 0, 0), (-5, 'y', 0, 0)"
    )
    let context = try house.context()
    let ann = try #require(
      try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Ann" })).first)
    try context.batchDelete(Author.self, where: #Predicate { $0.name != "Ann" })
    #expect(try context.all(Author.self) == [ann])
    #expect(try context.checkStore().isEmpty)
  }

  @Test(arguments: [0, -1, Int64.min, Int64.min + 1])
  func withImpossibleLinksAreErrorsWithTheirColumn(link: Int64) throws {
    try write("UPDATE Book SET author = \(link) WHERE title = 'b'")
    let context = try house.context()
    let mark = Mark(serial: 1)
    context.insert(mark)
    #expect {
      _ = try context.all(Book.self)
    } throws: {
      key(of: $0, "Book", "author") == 2
    }
    let sound = try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title != "b" }))
    #expect(sound.map(\.author?.name) == ["Ann", "Ann"])
    let faults = try context.checkStore()
    #expect(faults.contains { $0.kind == .key && $0.place == "Book/2" })
    #expect(faults.contains { $0.kind == .value && $0.place == "Book/2" })
    #expect(Set(faults.map(\.place)) == ["Book/2"])
  }

  @Test func atTheEndOfAllPositionsLetOthersComeBehindEachOther() throws {
    try write("UPDATE Book SET strata_author_position = \(Int64.max) WHERE title = 'a'")
    let context = try house.context()
    let author = try #require(try context.all(Author.self).first)
    #expect(author.books.map(\.title) == ["b", "c", "a"])
    let moved = try #require(author.books.first)
    moved.author = nil
    try context.save()
    moved.author = author
    author.books.append(Book(title: "d"))
    try context.save()
    let titles = try #require(try house.context().all(Author.self).first?.books.map(\.title))
    #expect(titles == ["c", "b", "d", "a"])
  }

  @Test func atTheEndOfAllLinksLeaveNoPlaceForAnUndo() throws {
    let context = try house.context()
    let shelf = Shelf(label: "S")
    context.insert(shelf)
    shelf.books = try context.all(Book.self)
    try context.save()
    let table = try #require(
      context.graph.store.schema.linkTables.map(\.name).first { $0.contains("shelves") })
    try write("UPDATE \(quoted(table)) SET rowid = \(Int64.max) WHERE rowid = 3")
    let manager = UndoManager()
    context.undoManager = manager
    shelf.books.append(Book(title: "d"))
    #expect {
      try manager.undo()
    } throws: {
      key(of: $0, table, "rowid") == Int64.max
    }
    try write("UPDATE \(quoted(table)) SET rowid = 3 WHERE rowid = \(Int64.max)")
    try manager.undo()
    #expect(shelf.books.map(\.title) == ["a", "b", "c"])
  }

  @Test func ofAHistoryThatIsFullCanBeReadAndNotSaved() throws {
    let context = try house.context()
    let author = try #require(try context.all(Author.self).first)
    try write(
      "INSERT INTO strata_history (number, time, process, changes) "
        + "VALUES (\(Int64.max), 0, 'x', x'010000')")
    author.height = 3
    #expect(throws: StorageError.self) { try context.save() }
    #expect(throws: StorageError.self) { try context.save() }
    #expect(try context.all(Book.self).count == 3)
    try write("DELETE FROM strata_history WHERE number = \(Int64.max)")
    try context.save()
    author.height = 4
    try context.save()
    #expect(try house.context().all(Author.self).map(\.height) == [4])
  }
}
