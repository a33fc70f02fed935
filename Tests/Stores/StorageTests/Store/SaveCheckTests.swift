import StrataSQLite
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataStorage

@Suite("The check of a save")
struct SaveCheckTests {
  private let store: Store

  init() throws {
    store = try Store.open(Library.schema(), at: nil)
    try store.withWriter { connection in
      try connection.execute(
        """
        INSERT INTO "Person" (strata_key, name) VALUES (9, 'p');
        INSERT INTO "Tag" (strata_key, word) VALUES (4, 't');
        INSERT INTO "Book" (strata_key, title, published, price, kind, author)
        VALUES (3, 'a', 0, '1', 'novel', 9);
        INSERT INTO "Book_tags" VALUES (3, 4);
        """)
    }
  }

  private func faults(_ body: (StoreTransaction) throws -> Void) throws -> [String] {
    do {
      try store.save(author: nil, body)
      return []
    } catch StorageError.unsound(_, let faults) {
      return faults
    }
  }

  private func count(of table: String) throws -> Int64? {
    try store.withWriter { try $0.integer("SELECT count(*) FROM \(name: table)") }
  }

  @Test("A link to a row that isn't there is refused, and nothing is saved")
  func danglingLink() throws {
    let book = try store.tables.table("Book")
    let faults = try faults { transaction in
      var row = try #require(try transaction.row(book, key: 3))
      let author = try #require(book.storedColumns.firstIndex { $0.name == "author" })
      row[0] = .text("b")
      row[author] = .integer(77)
      try transaction.insert(book, key: 5, values: row)
      transaction.log.record(.insert, book, key: 5)
    }
    #expect(faults.count == 1 && faults[0].hasPrefix("Book/5: "))
    #expect(try count(of: "Book") == 1)
  }

  @Test("A deletion that leaves links behind is refused in every build")
  func deletion() throws {
    let person = try store.tables.table("Person")
    try Store.$checksSaves.withValue(false) {
      let faults = try faults { transaction in
        try transaction.delete(person, key: 9)
        transaction.log.record(.delete, person, key: 9)
      }
      #expect(faults == ["Book/3: leads to a Person that isn't there"])
    }
    #expect(try count(of: "Person") == 1)
  }

  @Test("A deletion that leaves a row in a table of links is refused")
  func links() throws {
    let tag = try store.tables.table("Tag")
    let faults = try faults { transaction in
      try transaction.delete(tag, key: 4)
      transaction.log.record(.delete, tag, key: 4)
    }
    #expect(faults.count == 1)
    #expect(try count(of: "Tag") == 1)
  }

  @Test("What another program has broken doesn't concern a save of other rows")
  func otherRows() throws {
    try store.withWriter { try $0.execute("UPDATE \"Book\" SET author = 1000") }
    let tag = try store.tables.table("Tag")
    let faults = try faults { transaction in
      var row = try #require(try transaction.row(tag, key: 4))
      row[0] = .text("u")
      try transaction.insert(tag, key: 6, values: row)
      transaction.log.record(.insert, tag, key: 6)
    }
    #expect(faults == [])
  }
}
