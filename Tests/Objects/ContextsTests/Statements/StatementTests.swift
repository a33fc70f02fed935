import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// The program's own SQL in the transaction of a save.
@Suite struct Statements {
  private let store: Storehouse
  private let context: ModelContext

  init() throws {
    store = try Storehouse()
    context = try store.context()
    context.author = "tester"
  }

  private func parcels(_ count: Int = 4) throws -> [Parcel] { try context.addParcels(count) }

  private func changes() throws -> [String] {
    let entry = try #require(try context.historyEntries().last)
    return entry.changes.map {
      "\($0.kind) \($0.entity) \($0.properties.sorted().joined(separator: ","))"
    }
  }

  // MARK: What the objects and the history show

  @Test func changeRowsAndObjects() throws {
    let parcels = try parcels()
    let other = try store.context()
    let theirs = try other.all(Parcel.self)
    let count = try context.withConnection { db in
      try db.execute("UPDATE \(Parcel.self) SET value = value + \(10) WHERE value >= \(2)")
    }
    #expect(count == 2 && parcels.map(\.value) == [0, 1, 12, 13])
    #expect(!context.hasChanges)
    try other.mergeChanges()
    #expect(theirs.map(\.value).sorted() == [0, 1, 12, 13])
    let entry = try #require(try context.historyEntries().last)
    #expect(entry.author == "tester" && entry.changes.map(\.key) == parcels[2...].map(\.id.rowKey))
    #expect(entry.changes.allSatisfy { $0.kind == .update && $0.properties == ["value"] })
  }

  @Test func readRowByRow() throws {
    _ = try parcels()
    var values: [Int64] = []
    try context.withReader { reader in
      try reader.withStatement(reading: #"SELECT value FROM "Parcel" ORDER BY value"#) {
        statement in
        try statement.forEachRow { values.append($0.integer(at: 0)) }
      }
      #expect(throws: StorageError.self) {
        try reader.withStatement(reading: #"DELETE FROM "Parcel""#) { try $0.forEachRow { _ in } }
      }
    }
    #expect(values == [0, 1, 2, 3])
  }

  @Test func seeUnsavedChanges() throws {
    let parcels = try parcels()
    parcels[0].value = 50
    let new = Parcel(serial: 9)
    new.value = 60
    context.insert(new)
    let sum = try context.withConnection { db in
      try db.execute("UPDATE \(Parcel.self) SET value = value + 1 WHERE value >= 50")
      return try db.value("SELECT count(*) FROM \(Parcel.self)")
    }
    #expect(sum == .integer(5))
    #expect(parcels[0].value == 51 && new.value == 61 && !context.hasChanges)
    // The objects' own entry, and that of the statements.
    #expect(try context.historyEntries().map(\.changes.count) == [4, 2, 2])
    #expect(try store.context().all(Parcel.self).map(\.value).sorted() == [1, 2, 3, 51, 61])
  }

  @Test func insertObjects() throws {
    _ = try parcels(1)
    try context.withConnection { db in
      let key = try db.newKey(for: Parcel.self)
      try db.execute(
        "INSERT INTO \(Parcel.self) (strata_key, serial, value) VALUES (\(key), \(7), \(8))")
    }
    #expect(try context.all(Parcel.self).map(\.serial).sorted() == [0, 7])
    #expect(try changes() == ["insert Parcel "])
    // Keys that are given next don't meet it.
    for serial in 10..<40 { context.insert(Parcel(serial: serial)) }
    try context.save()
    #expect(try store.context().fetchCount(FetchDescriptor<Parcel>()) == 32)
  }

  @Test func deleteObjects() throws {
    let parcels = try parcels()
    try context.withConnection { db in try db.execute("DELETE FROM \(Parcel.self)") }
    #expect(try context.all(Parcel.self).isEmpty)
    #expect(parcels.allSatisfy { $0.modelContext == nil })
    #expect(try changes() == Array(repeating: "delete Parcel ", count: 4))
  }

  @Test(.enabled(if: !TestServer.isWanted, "PostgreSQL has no REPLACE"))
  func recordTheRowThatReplaceDeletes() throws {
    let authors = ["Ann", "Bob"].map { Author(name: $0) }
    context.insert(contentsOf: authors)
    try context.save()
    try context.withConnection { db in
      try db.execute("UPDATE OR REPLACE \(Author.self) SET name = 'Bob' WHERE name = 'Ann'")
    }
    #expect(try context.all(Author.self).map(\.id) == [authors[0].id])
    #expect(authors[0].name == "Bob" && authors[1].modelContext == nil)
    #expect(Set(try changes()) == ["update Author name", "delete Author "])
    try context.withConnection { db in
      try db.execute(
        """
        REPLACE INTO \(Author.self) (strata_key, name, height, isActive)
        VALUES (\(authors[0].id), 'Cem', 1, 1)
        """)
    }
    #expect(authors[0].name == "Cem" && authors[0].height == 1)
    #expect(try changes().count == 1 && changes()[0].hasPrefix("update Author "))
  }

  @Test func tellOneChangeOfARowThatChangesOften() throws {
    _ = try parcels(1)
    try context.withConnection { db in
      for _ in 0..<3 { try db.execute("UPDATE \(Parcel.self) SET value = value + 1") }
      try db.execute("UPDATE \(Parcel.self) SET serial = 70")
      // Not a change.
      try db.execute("UPDATE \(Parcel.self) SET serial = serial")
    }
    #expect(try changes() == ["update Parcel serial,value"])
  }

  @Test func writeNoEntryWithoutAChange() throws {
    _ = try parcels(1)
    try context.withConnection { db in
      try db.execute("UPDATE \(Parcel.self) SET value = value")
      try db.execute("UPDATE \(Parcel.self) SET value = 9 WHERE serial > 1000")
    }
    #expect(try context.historyEntries().count == 1)
  }

  // MARK: Relationships

  private func library() throws -> (author: Author, books: [Book], shelf: Shelf) {
    let author = Author(name: "Ann")
    let books = [Book(title: "One", author: author), Book(title: "Two", author: author)]
    let shelf = Shelf(label: "A")
    context.insert(author)
    context.insert(shelf)
    shelf.books = books
    try context.save()
    return (author, books, shelf)
  }

  @Test func changeToOneRelationships() throws {
    let (ann, books, _) = try library()
    let bob = Author(name: "Bob")
    context.insert(bob)
    try context.save()
    #expect(ann.books.count == 2 && bob.books.isEmpty)
    try context.withConnection { db in
      try db.execute(
        "UPDATE \(Book.self) SET author = \(bob.id) WHERE strata_key = \(books[0].id)")
    }
    #expect(books[0].author === bob && ann.books == [books[1]] && bob.books == [books[0]])
    #expect(try changes() == ["update Book author"])
  }

  @Test func changeLinks() throws {
    let (_, books, shelf) = try library()
    #expect(books[0].shelves == [shelf])
    let table = "Book_shelves"
    try context.withConnection { db in
      try db.execute("DELETE FROM \(name: table) WHERE \(name: "Book") = \(books[0].id)")
    }
    #expect(shelf.books == [books[1]] && books[0].shelves.isEmpty)
    #expect(Set(try changes()) == ["update Book shelves", "update Shelf books"])
  }

  @Test func deleteTheLinksOfDeletedRows() throws {
    let (ann, books, shelf) = try library()
    try context.withConnection { db in
      try db.execute("DELETE FROM \(Book.self) WHERE title = \("One")")
    }
    #expect(shelf.books == [books[1]] && ann.books == [books[1]])
    try context.withConnection { db in try db.execute("DELETE FROM \(Author.self)") }
    #expect(books[1].author == nil && books[1].modelContext != nil)
    #expect(try context.checkStore() == [])
  }

  @Test func saveNothingThatContradictsTheModel() throws {
    let (_, books, _) = try library()
    #expect(throws: StorageError.self) {
      try context.withConnection { try $0.execute("UPDATE \(Book.self) SET author = 9999") }
    }
    #expect(throws: (any Error).self) {
      try context.withConnection { try $0.execute("UPDATE \(Book.self) SET genre = 'ballad'") }
    }
    #expect(throws: (any Error).self) {
      try context.withConnection { try $0.execute("UPDATE \(Book.self) SET cover = 'no cover'") }
    }
    #expect(books.map(\.genre) == [.novel, .novel] && books[0].author?.name == "Ann")
    #expect(try context.checkStore() == [])
    #expect(try context.historyEntries().count == 1)
  }

  // MARK: Failures

  private struct Stop: Error {}

  @Test func areDroppedWhenTheBodyThrows() throws {
    let parcels = try parcels()
    parcels[0].value = 70
    #expect(throws: Stop.self) {
      try context.withConnection { db in
        try db.execute("DELETE FROM \(Parcel.self)")
        throw Stop()
      }
    }
    #expect(parcels[0].value == 70 && context.hasChanges)
    #expect(try store.context().all(Parcel.self).map(\.value).sorted() == [0, 1, 2, 3])
    try context.save()
    #expect(try store.context().all(Parcel.self).map(\.value).sorted() == [1, 2, 3, 70])
  }

  @Test func goOnAfterOneThatFails() throws {
    let authors = ["Ann", "Bob"].map { Author(name: $0) }
    context.insert(contentsOf: authors)
    try context.save()
    try context.withConnection { db in
      try db.execute("UPDATE \(Author.self) SET height = 5 WHERE name = 'Ann'")
      // The first row changes before the second one is refused.
      #expect(throws: StorageError.self) {
        try db.execute("UPDATE \(Author.self) SET name = 'Cem', born = 9")
      }
      try db.execute("UPDATE \(Author.self) SET height = 6 WHERE name = 'Bob'")
    }
    #expect(authors.map(\.height) == [5, 6] && authors.map(\.name) == ["Ann", "Bob"])
    #expect(try changes() == ["update Author height", "update Author height"])
  }

  @Test func nestInSavepoints() throws {
    let parcels = try parcels(3)
    try context.withConnection { db in
      try db.transaction {
        try db.execute("UPDATE \(Parcel.self) SET value = 10 WHERE serial = 0")
        #expect(throws: Stop.self) {
          try db.transaction {
            try db.execute("UPDATE \(Parcel.self) SET value = 10 WHERE serial = 1")
            throw Stop()
          }
        }
        try db.transaction {
          try db.execute("UPDATE \(Parcel.self) SET value = 10 WHERE serial = 2")
        }
      }
    }
    #expect(parcels.map(\.value) == [10, 1, 10])
    #expect(try changes().count == 2)
    #expect(throws: Stop.self) {
      try context.withConnection { db in
        try db.transaction {
          try db.transaction { try db.execute("UPDATE \(Parcel.self) SET value = 20") }
          throw Stop()
        }
      }
    }
    #expect(parcels.map(\.value) == [10, 1, 10])
  }

  @Test func refuseChangedObjects() throws {
    let parcels = try parcels(2)
    parcels[0].value = 5
    for change in [
      { parcels[0].value = 6 }, { parcels[1].value = 7 }, { context.delete(parcels[1]) },
      { context.insert(Parcel(serial: 33)) },
    ] {
      let error = #expect(throws: StackError.self) {
        try context.withConnection { db in
          try db.execute("UPDATE \(Parcel.self) SET value = 40")
          change()
        }
      }
      #expect("\(try #require(error))".contains("was changed inside the body of withConnection"))
    }
    #expect(try store.context().all(Parcel.self).map(\.value).sorted() == [0, 1])
    context.rollback()
    #expect(parcels.map(\.value) == [0, 1])
  }

  @Test func refuseARollback() throws {
    let parcels = try parcels(1)
    parcels[0].value = 5
    #expect(throws: StackError.self) { try context.withConnection { _ in context.rollback() } }
    #expect(try store.context().all(Parcel.self).map(\.value) == [0])
  }

  @Test func refuseASave() throws {
    let parcels = try parcels(1)
    parcels[0].value = 5
    #expect(throws: StorageError.self) { try context.withConnection { _ in try context.save() } }
    try context.save()
    #expect(try store.context().all(Parcel.self).map(\.value) == [5])
  }

  @Test func belongToTheOutermostCall() throws {
    #expect(throws: StackError.self) {
      try context.transaction { try context.withConnection { _ in } }
    }
  }

  @Test func endWithTheBody() throws {
    var kept: StoreConnection?
    try context.withConnection { kept = $0 }
    let error = #expect(throws: StorageError.self) { try kept?.execute("SELECT 1") }
    #expect("\(try #require(error))".contains("belongs to a save that is over"))
  }

  // MARK: What isn't allowed

  @Test(arguments: [
    "CREATE TABLE other (a)", "DROP TABLE Parcel", "ALTER TABLE Parcel ADD COLUMN x",
    "COMMIT", "ROLLBACK", "BEGIN", "SAVEPOINT s", "PRAGMA user_version = 3", "VACUUM",
    "ATTACH 'x' AS y",
    "DELETE FROM strata_history", "UPDATE strata_keys SET next = 1",
    "INSERT INTO \"strata_metadata\" VALUES ('a', 'b')",
    "WITH gone AS (SELECT 1) DELETE FROM strata_history WHERE number IN gone",
    "SELECT 1; DELETE FROM Parcel", "UPDATE Parcel SET value = 1; COMMIT", "", "  -- nothing\n",
    "EXPLODE",
    "SELEC 1", "SELECT no_such_column FROM Parcel", "SELECT ?", "SELECT 'open", "/* open",
    "SELECT \u{0}", "UPDATE sqlite_master SET sql = ''", "TRUNCATE Parcel", "COPY Parcel TO STDOUT",
  ])
  func refuse(_ sql: String) throws {
    _ = try parcels(2)
    let content = try storeContent(at: store.url)
    #expect(throws: StorageError.self) {
      try context.withConnection { try $0.execute(SQL(stringLiteral: sql)) }
    }
    #expect(throws: StorageError.self) { try context.rows(SQL(stringLiteral: sql)) }
    #expect(try storeContent(at: store.url) == content)
    // Nothing is left behind that keeps the next ones from working.
    try context.withConnection { try $0.execute("UPDATE \(Parcel.self) SET value = 3") }
    #expect(try context.all(Parcel.self).map(\.value) == [3, 3])
  }

  @Test(arguments: [
    "UPDATE Parcel SET value = 1", "DELETE FROM Parcel", "INSERT INTO Parcel (serial) VALUES (9)",
    "WITH a AS (SELECT 1) UPDATE Parcel SET value = 1",
  ])
  func refuseToWriteWhereTheyOnlyRead(_ sql: String) throws {
    _ = try parcels(2)
    let error = #expect(throws: StorageError.self) { try context.rows(SQL(stringLiteral: sql)) }
    #expect("\(try #require(error))".contains("only statements that read"))
    #expect(try context.all(Parcel.self).map(\.value).sorted() == [0, 1])
  }

  // MARK: Values

  @Test func bindEachKindOfValue() throws {
    let one = Specimen()
    context.insert(one)
    let (date, id) = (Date(timeIntervalSinceReferenceDate: 1.5), UUID())
    let none: String? = nil
    try context.withConnection { db in
      try db.execute(
        """
        UPDATE \(Specimen.self) SET bool = \(true), int8 = \(Int8(3)), \(name: "double") = \(2.5),
          \(name: "decimal") = \(Decimal(string: "1.25") ?? 0), string = \("it's \"?\""), date = \(date),
          data = \(Data([1, 0, 2])), uuid = \(id), url = \(URL(fileURLWithPath: "/tmp/a"))
        WHERE string <> 'never' AND \(none as String?) IS NULL
        """)
    }
    #expect(
      one.bool && one.int8 == 3 && one.double == 2.5 && one.decimal == Decimal(string: "1.25"))
    #expect(one.string == "it's \"?\"" && one.date == date && one.data == Data([1, 0, 2]))
    #expect(one.uuid == id && one.url == URL(fileURLWithPath: "/tmp/a"))
  }

  @Test func giveRowsByTheNamesOfColumns() throws {
    _ = try parcels(3)
    let rows = try context.rows(
      "SELECT serial, value AS worth, NULL AS missing FROM \(Parcel.self) WHERE value > \(0) ORDER BY 1"
    )
    #expect(rows.map(\.columns) == Array(repeating: ["serial", "worth", "missing"], count: 2))
    #expect(try rows.map { try $0.value("worth", as: Int.self) } == [1, 2])
    #expect(try rows[0].value("missing", as: Int?.self) == nil)
    #expect(throws: StorageError.noColumn("wort", columns: ["serial", "worth", "missing"])) {
      try rows[0].value("wort", as: Int.self)
    }
    #expect(throws: StorageError.self) { try rows[0].value("worth", as: String.self) }
    #expect(throws: StorageError.self) { try rows[0].value("missing", as: Int.self) }
  }

  @Test func readWhatAStatementReturns() throws {
    _ = try parcels(3)
    let rows = try context.withConnection { db in
      try db.rows(
        "UPDATE \(Parcel.self) SET value = value * 10 WHERE value > 0 RETURNING value AS new")
    }
    #expect(try rows.map { try $0.value("new", as: Int.self) }.sorted() == [10, 20])
    #expect(try context.all(Parcel.self).map(\.value).sorted() == [0, 10, 20])
  }

  @Test func refuseTheIdentifierOfANewObject() throws {
    let new = Parcel(serial: 1)
    #expect(throws: StorageError.self) {
      try context.rows("SELECT 1 FROM \(Parcel.self) WHERE strata_key = \(new.persistentModelID)")
    }
  }

  @Test func fetchInsideSeesTheRows() throws {
    _ = try parcels(2)
    try context.withConnection { db in
      let key = try db.newKey(for: Parcel.self)
      try db.execute("INSERT INTO \(Parcel.self) (strata_key, serial, value) VALUES (\(key), 9, 9)")
      #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 3)
    }
    #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 3)
  }

  @Test func areCheckedBehindAReadInTheBody() throws {
    let parcels = try parcels(2)
    let count = try context.withConnection { db in
      _ = try context.rows("SELECT 1 AS one")
      #expect(throws: StorageError.self) { try db.execute("DELETE FROM strata_history") }
      return try db.execute("UPDATE \(Parcel.self) SET value = 8")
    }
    #expect(count == 2)
    #expect(parcels.map(\.value) == [8, 8])
    #expect(try changes() == ["update Parcel value", "update Parcel value"])
  }

  @Test func refuseChangesOfNewAndReturningObjects() throws {
    let parcels = try parcels(1)
    let new = Parcel(serial: 50)
    context.insert(new)
    new.value = 5
    for change in [{ new.value = 9 }, { context.delete(new) }] {
      #expect(throws: StackError.self) { try context.withConnection { _ in change() } }
    }
    context.rollback()
    context.delete(parcels[0])
    #expect(throws: StackError.self) {
      try context.withConnection { _ in context.insert(parcels[0]) }
    }
    #expect(try store.context().fetchCount(FetchDescriptor<Parcel>()) == 1)
  }

  @Test func callAFunctionNamedLikeAStatement() throws {
    _ = try parcels(1)
    let rows = try context.rows("SELECT replace('abc', 'b', 'x') AS text FROM \(Parcel.self)")
    #expect(rows.map(\.values) == [[.text("axc")]])
  }

  @Test(
    .enabled(if: TestServer.isWanted, "what PostgreSQL alone has"),
    arguments: [
      "SELECT * INTO copy FROM \"Parcel\"", "EXPLAIN ANALYZE CREATE TABLE c AS SELECT 1",
      "SELECT set_config('strata.records_changes', 'off', true)",
    ])
  func refuseWhatAServerWouldMake(_ sql: String) throws {
    _ = try parcels(1)
    #expect(throws: StorageError.self) {
      try context.withConnection { try $0.execute(SQL(stringLiteral: sql)) }
    }
    #expect(throws: StorageError.self) { try context.rows(SQL(stringLiteral: sql)) }
  }

  @Test func leaveNormalSavesAlone() throws {
    let parcels = try parcels(2)
    try context.withConnection { try $0.execute("UPDATE \(Parcel.self) SET value = 5") }
    parcels[0].value = 6
    try context.save()
    #expect(try changes() == ["update Parcel value"])
    #expect(try context.historyEntries().count == 3)
    #expect(try context.checkStore() == [])
  }
}

/// A transaction inside another one.
@Suite struct NestedTransactions {
  private let store: Storehouse
  private let context: ModelContext

  init() throws {
    store = try Storehouse()
    context = try store.context()
  }

  private struct Stop: Error {}

  @Test func areSavedByTheOutermost() throws {
    try context.transaction {
      try context.transaction { context.insert(Parcel(serial: 1)) }
      #expect(try store.context().all(Parcel.self).isEmpty)
      context.insert(Parcel(serial: 2))
    }
    #expect(try store.context().all(Parcel.self).map(\.serial).sorted() == [1, 2])
    #expect(try context.historyEntries().count == 1)
  }

  @Test func areDroppedAlone() throws {
    try context.transaction {
      context.insert(Parcel(serial: 1))
      #expect(throws: Stop.self) {
        try context.transaction {
          context.insert(Parcel(serial: 2))
          throw Stop()
        }
      }
      context.insert(Parcel(serial: 3))
    }
    #expect(try store.context().all(Parcel.self).map(\.serial).sorted() == [1, 3])
  }

  @Test func areDroppedWithTheOuterOne() throws {
    #expect(throws: Stop.self) {
      try context.transaction {
        try context.transaction { context.insert(Parcel(serial: 1)) }
        throw Stop()
      }
    }
    #expect(!context.hasChanges)
    #expect(try store.context().all(Parcel.self).isEmpty)
  }
}
