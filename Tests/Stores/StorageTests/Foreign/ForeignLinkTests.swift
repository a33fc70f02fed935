import Foundation
import StrataQuery
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Links that other programs write")
struct ForeignLinkTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store.open(Library.schema(), at: folder.file())
    try write(
      """
      INSERT INTO Person (strata_key, name) VALUES (1, 'p'), (5, 'q');
      INSERT INTO Book (strata_key, title, published, price, kind, author)
      VALUES (1, 'a', 0, '1', 'novel', 1), (2, 'b', 0, '1', 'novel', NULL), (3, 'c', 0, '1', 'novel', 1)
      """)
  }

  private func write(_ sql: String) throws {
    try Connection(path: folder.file().path).execute(sql)
  }

  /// Puts a table that takes any value in the place of another, as a program may that copies stores.
  private func loosen(_ table: String) throws {
    let connection = try Connection(path: folder.file().path)
    let sql = try connection.value("SELECT sql FROM sqlite_schema WHERE name = ?", .text(table))
    guard case .text(let strict) = sql else { return }
    try connection.execute(
      """
      CREATE TEMP TABLE copy AS SELECT * FROM "\(table)";
      DROP TABLE "\(table)";
      \(strict.replacing("STRICT", with: ""));
      INSERT INTO "\(table)" SELECT * FROM temp.copy;
      """)
  }

  /// The authors' keys by book, through a reader of their own.
  private func authors() throws -> [Int64: Int64] {
    let table = try store.tables.table("Book")
    let column = try #require(table.columns.firstIndex { $0.name == "author" })
    let query = try SQLQuery(Query(entity: "Book"), select: .rows, tables: store.tables)
    let pairs = try store.makeReader().rows(query, of: table) { key, row in
      row.skip(column)
      return (key, try row.link())
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test("A link is the key of a row, or 0 for none")
  func valid() throws {
    try write("UPDATE Book SET author = \(Int64.max) WHERE strata_key = 3")
    #expect(try authors() == [1: 1, 2: 0, 3: .max])
  }

  @Test(
    "A link that is no key is an error with table, row and column",
    arguments: [
      ("0", false), ("-1", false), ("\(Int64.min)", false), ("'x'", true), ("'5x'", true),
      ("5.5", true), ("x'05'", true),
    ])
  func invalid(value: String, isLoose: Bool) throws {
    if isLoose { try loosen("Book") }
    try write("UPDATE Book SET author = \(value) WHERE strata_key = 3")
    #expect {
      _ = try authors()
    } throws: { error in
      guard case StorageError.invalidValue(let found) = error else { return false }
      return found.table == "Book" && found.key == 3 && found.column == "author"
        && found.reason.contains(value)
    }
    let faults = try store.makeReader().check()
    #expect(
      faults.contains { $0.kind == .key && $0.place == "Book/3" && $0.message.contains(value) })
    // A sound one beside it can still be read.
    let table = try store.tables.table("Book")
    let found = try store.makeReader().rows(SQLQuery(keysIn: [1, 2], of: table), of: table) {
      key, _ in
      key
    }
    #expect(found == [1, 2])
  }

  @Test(
    "Places that no member can have leave the last one as it is",
    arguments: [
      ("\(Int64.max)", false), ("\(Int64.max - 1)", false), ("'x'", true), ("1e300", true),
    ])
  func place(value: String, isLoose: Bool) throws {
    if isLoose { try loosen("Book") }
    try write("UPDATE Book SET strata_author_position = \(value) WHERE strata_key = 1")
    let query = SQLQuery(
      lastPositionOf: [1, 3], "author", in: try store.tables.table("Book"))
    #expect(try store.makeReader().integers(query) == [3])
    let faults = try store.makeReader().check()
    #expect(faults.map(\.place) == ["Book/1"])
    #expect(faults.map(\.kind) == [.value])
  }

  @Test("A table of links with what is no key is reported, and hides nothing")
  func linkTable() throws {
    try write(
      """
      INSERT INTO Tag (strata_key, word) VALUES (1, 't');
      INSERT INTO Book_tags VALUES (1, 1), (-4, 1), (2, 0);
      """)
    let table = try store.tables.table("Tag")
    let book = try store.tables.table("Book")
    let property = try #require(book.entity.properties.first { $0.name == "tags" })
    guard case .relationship(let relationship) = property else { return }
    let link = LinkTable.make(for: relationship, of: "Book", in: store.schema)
    let found = try store.makeReader().rows(
      SQLQuery(membersOf: 1, property, of: table, link: link), of: table
    ) { key, _ in key }
    #expect(found == [1])
    let faults = try store.makeReader().check().filter { $0.kind == .key }
    #expect(faults.count == 2)
    #expect(faults.map(\.message).contains { $0.contains("-4") })
  }
}
