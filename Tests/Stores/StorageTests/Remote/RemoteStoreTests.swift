import Foundation
import StrataQuery
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("A store on a server, behind the seam")
struct RemoteStoreTests {
  private let engine: FakeServer
  private let store: Store
  private let books: EntityTable
  private let tags: EntityTable
  private let link: LinkTable

  init() throws {
    engine = try FakeServer()
    let connection = Connection(engine, path: "server")
    let schema = try Library.schema()
    let identifier = try connection.transaction {
      try Store.makeTables(on: connection, of: schema, .sqlite)
    }
    let observation = StoreObservation(of: "server")
    store = Store(
      url: nil, isReadOnly: false, identifier: identifier, schema: schema, tables: Tables(schema),
      writer: connection, try FileEngine(nil, connection, isReadOnly: false, observation),
      observation)
    books = try store.tables.table("Book")
    tags = try store.tables.table("Tag")
    link = LinkTable.make(for: try #require(books.entity.relationships.last), of: "Book").table
  }

  /// Runs a body without the checks of debug builds, and returns the number of its round trips.
  private func roundTrips(_ body: () throws -> Void) rethrows -> Int {
    let before = engine.roundTripCount
    try Store.$checksSaves.withValue(false, operation: body)
    return engine.roundTripCount - before
  }

  private func insertTags(_ keys: ClosedRange<Int64>) throws {
    try store.save(author: "me") { transaction in
      let insertion = try transaction.insertion(into: tags)
      for key in keys {
        try insertion.insert(key: key) { try $0.encode("tag \(key)") }
        transaction.log.record(.insert, tags, key: key)
      }
    }
  }

  private func insertBook(_ key: Int64, _ title: String) throws {
    try store.save(author: "me") { transaction in
      try transaction.insertion(into: books).insert(key: key) { binder in
        try binder.encode(title)
        try binder.encode(nil as Int?)
        try binder.encode(Date(timeIntervalSinceReferenceDate: 0.1))
        try binder.encode(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
        try binder.encode(Decimal(string: "12.50"))
        try binder.encode("it's")
        try binder.encode(nil as Span?)
        binder.bindNull()
        binder.bindNull()
      }
      transaction.log.record(.insert, books, key: key)
    }
  }

  @Test("Values go through parameters and come back through cells")
  func roundTrip() throws {
    try insertBook(7, "Gödel\0Bach")
    let titles = try store.makeReader().rows(SQL(keysIn: [7], of: books), of: books) { key, row in
      #expect(key == 7)
      let title: String = try row.decode()
      #expect(row.isNull)
      let pages: Int? = try row.decode()
      let published: Date = try row.decode()
      let isbn: UUID? = try row.decode()
      let price: Decimal = try row.decode()
      #expect(pages == nil && published.timeIntervalSinceReferenceDate == 0.1)
      #expect(isbn?.uuidString == "6F9619FF-8B86-D011-B42D-00C04FC964FF")
      #expect(price == Decimal(string: "12.5"))
      #expect(try row.decode() as String == "it's")
      return title
    }
    #expect(titles == ["Gödel\0Bach"])
    #expect(Set(engine.boundTypes) == [.integer, .real, .text, .blob])
  }

  @Test("A save waits for the state of the history and for its commit, a look-up for its row")
  func counts() throws {
    try insertTags(1...1)
    #expect(try roundTrips { try insertTags(2...2) } == 2)
    #expect(try roundTrips { try insertTags(3...100) } == 2)
    let reader = store.makeReader()
    let found = try roundTrips {
      let word = try reader.rows(SQL(keysIn: [50], of: tags), of: tags) { _, row in
        try row.decode() as String
      }
      #expect(word == ["tag 50"])
    }
    #expect(found == 1)
    let all = try roundTrips {
      try reader.snapshot {
        let query = try SQL(Query(entity: "Tag"), select: .keys, tables: store.tables)
        #expect(try reader.keys(query, of: tags) == Array(1...100))
      }
    }
    #expect(all == 1)
  }

  @Test("A unique rule refuses a row at once, and the transaction goes on")
  func uniqueRule() throws {
    try insertTags(1...1)
    try insertBook(1, "Emma")
    try store.save(author: nil) { transaction in
      let group = try #require(books.uniqueColumnGroups.first)
      var values = [ColumnValue](repeating: .null, count: books.storedColumns.count)
      values[group.columns[0]] = .text("Emma")
      let lookup = try transaction.lookup(books, group)
      #expect(try lookup.first(values) { $0.reference.key } == 1)
      #expect(try lookup.first(values) { $0.isIdentical(group.columns[0]) } == true)
      let row = try #require(try transaction.row(books, key: 1))
      #expect {
        try transaction.insert(books, key: 2, values: row)
      } throws: {
        if case StorageError.constraint(let rule)? = $0 as? StorageError {
          rule.kind == .unique
        } else {
          false
        }
      }
      try transaction.link(link, owner: 1, member: 1)
    }
    #expect(engine.insertions == [.insertion(tags.insertedColumns), .checkedInsertion])
    let property = try #require(books.entity.property(named: "tags"))
    let query = SQL(membersOf: 1, property, of: tags, link: (link, true))
    #expect(try store.makeReader().rows(query, of: tags) { key, _ in key } == [1])
  }

  @Test("Changes and deletions say whether there was a row, and the history is read")
  func changes() throws {
    try insertTags(1...3)
    let word = PropertySet(try #require(tags.index(of: "word")))
    try store.save(author: "you") { transaction in
      for (key, isThere) in [(2, true), (9, false)] as [(Int64, Bool)] {
        let found = try transaction.update(tags, key: key, properties: word) {
          try $0.encode("new")
        }
        #expect(found == isThere)
      }
      transaction.log.record(.update, tags, key: 2, properties: word)
      try transaction.delete(tags, key: 3)
      transaction.log.record(.delete, tags, key: 3)
    }
    let reader = store.makeReader()
    let rows = try reader.storedRows([1, 2, 3], of: tags)
    #expect(rows.map(\.key) == [1, 2])
    #expect(rows.map { $0.columns.first?.value } == [.text("tag 1"), .text("new")])
    let entries = try reader.history(author: "you")
    #expect(entries.map(\.number) == [2])
    #expect(entries.first?.changes.map(\.key) == [2, 3])
    #expect(try reader.lastTransaction() == 2)
  }

  @Test("What fails in a transaction is rolled back")
  func rollback() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try store.save(author: nil) { transaction in
        try transaction.insertion(into: tags).insert(key: 1) { try $0.encode("gone") }
        throw Failure()
      }
    }
    #expect(!engine.isInTransaction)
    #expect(try store.makeReader().storedRows([1], of: tags).isEmpty)
  }
}
