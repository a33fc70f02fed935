import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("A store and a schema that has changed")
struct SchemaAdaptationTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file()
  }

  @discardableResult
  private func open(
    _ properties: [Schema.Property], unique: [[String]] = [], indices: [[String]] = [],
    and others: [Schema.Entity] = [], isReadOnly: Bool = false
  ) throws -> Store {
    let item = try Schema.Entity(
      name: "Item", properties: properties, uniquenessConstraints: unique, indices: indices)
    return try Store.open(Schema(entities: [item] + others), at: url, isReadOnly: isReadOnly)
  }

  private let name = Library.attribute("name", String.self)

  private func sql(_ sql: String) throws -> ColumnValue {
    try Connection(path: url.path).value(SQL(sql))
  }

  private func expectIncompatible(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let before = try Data(contentsOf: url)
    #expect(
      throws: StorageError.incompatibleSchema(path: url.path, reason: reason),
      sourceLocation: sourceLocation, performing: body)
    #expect(try Data(contentsOf: url) == before, sourceLocation: sourceLocation)
  }

  @Test("An optional property is added, and is nil in the rows that are there")
  func optional() throws {
    try open([name])
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a')"#)
    try open([name, Library.attribute("age", Int?.self)])
    #expect(try sql(#"SELECT age IS NULL FROM "Item""#) == .integer(1))
  }

  @Test(
    "A property with a default is added, and has it in the rows that are there",
    arguments: [
      .integer(-5), .integer(.min), .integer(.max), .real(0.1), .real(-1e300), .real(1e-300),
      .text(""), .text("it's"), .text("NULL"), .blob(Data()), .blob(Data([0, 255])),
    ] as [ColumnValue])
  func defaults(value: ColumnValue) throws {
    try open([name])
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a')"#)
    try open([name, attribute("added", value)])
    #expect(try sql(#"SELECT added FROM "Item""#) == value)
  }

  @Test("Infinity and a text with NUL in it are defaults like any other")
  func oddDefaults() throws {
    for value in [.real(.infinity), .text("a\u{0}b")] as [ColumnValue] {
      let url = folder.file(UUID().uuidString)
      let item = try Schema.Entity(name: "Item", properties: [name])
      _ = try Store.open(Schema(entities: [item]), at: url)
      let connection = try Connection(path: url.path)
      try connection.execute(#"INSERT INTO "Item" VALUES (1, 'a')"#)
      let newer = try Schema.Entity(name: "Item", properties: [name, attribute("added", value)])
      _ = try Store.open(Schema(entities: [newer]), at: url)
      #expect(try connection.value(#"SELECT added FROM "Item""#) == value)
    }
  }

  private func attribute(_ name: String, _ value: ColumnValue) -> Schema.Property {
    let storageClass: StorageClass =
      switch value {
      case .integer: .integer
      case .real: .real
      case .text: .text
      case .blob, .null: .blob
      }
    return .attribute(
      Schema.Attribute(
        name: name, valueType: Int.self, columns: [ColumnDescription("", storageClass)],
        defaultColumns: [value]))
  }

  @Test("A property behind a column with a comment is added")
  func afterComment() throws {
    let date = Library.attribute("date", Date.self)
    try open([date])
    let store = try open([date, Library.attribute("flag", Bool?.self)])
    #expect(try store.tables.table("Item").columns.count == 2)
    #expect(try sql("SELECT count(*) FROM pragma_table_info('Item')") == .integer(3))
  }

  @Test("A property without a default can't be added")
  func missingDefault() throws {
    try open([name])
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a'), (2, 'b')"#)
    try expectIncompatible(
      "Item.age is new and may not be nil, and 2 objects lack it; give it a default or let it be nil"
    ) { try open([name, Library.attribute("age", Int.self)]) }
  }

  @Test("A property without a default is added where no object lacks it")
  func noObjects() throws {
    try open([name])
    try open([name, Library.attribute("age", Int.self)])
    #expect(throws: StorageError.self) {
      try sql(#"INSERT INTO "Item" (strata_key, name) VALUES (1, 'a')"#)
    }
  }

  @Test("When one property can't be added, none is")
  func allOrNothing() throws {
    try open([name])
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a')"#)
    #expect(throws: StorageError.self) {
      try open([name, Library.attribute("a", Int?.self), Library.attribute("b", Int.self)])
    }
    #expect(try sql("SELECT count(*) FROM pragma_table_info('Item')") == .integer(2))
  }

  @Test("A changed type is named")
  func changedType() throws {
    try open([name])
    try expectIncompatible(
      "Item.name is TEXT in the store and INTEGER in the models; keep it as it is, and let a custom "
        + "stage fill a new property of another name"
    ) {
      try open([Library.attribute("name", Int.self)])
    }
  }

  @Test("What may be nil from then on may be so in the store when a plan says it")
  func becomesOptional() throws {
    let old = try open([name]).schema
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a')"#)
    let new = try open([Library.attribute("name", String?.self)]).schema
    #expect(throws: StorageError.self) { try sql(#"INSERT INTO "Item" VALUES (2, NULL)"#) }
    try Store.migrate(at: url.path, from: old, to: new, version: Schema.Version(2, 0, 0))
    _ = try sql(#"INSERT INTO "Item" VALUES (2, NULL)"#)
    #expect(try sql(#"SELECT group_concat(coalesce(name, '-')) FROM "Item""#) == .text("a,-"))
  }

  @Test("What may not be nil any longer gets its default where it is")
  func becomesRequired() throws {
    try open([name, Library.attribute("age", Int?.self)])
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a', NULL), (2, 'b', 3)"#)
    try expectIncompatible(
      "Item.age may not be nil any longer, but is so in 1 object; give it a default, or fill it in a "
        + "custom stage's willMigrate"
    ) { try open([name, Library.attribute("age", Int.self)]) }
    try open([name, Library.attribute("age", Int.self, defaultColumns: [.integer(7)])])
    #expect(try sql(#"SELECT group_concat(age) FROM "Item""#) == .text("7,3"))
    #expect(throws: StorageError.self) { try sql(#"INSERT INTO "Item" VALUES (3, 'c', NULL)"#) }
  }

  @Test("A property that the model lacks stays, and rows can be written without it")
  func removedProperty() throws {
    try open([name, Library.attribute("age", Int?.self)])
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a', 9)"#)
    try open([name])
    #expect(try sql(#"SELECT age FROM "Item""#) == .integer(9))
    _ = try sql(#"INSERT INTO "Item" (strata_key, name) VALUES (2, 'b')"#)
    try open([Library.attribute("age", Int?.self)])
    #expect(throws: StorageError.self) {
      try sql(#"INSERT INTO "Item" (strata_key, age) VALUES (3, 1)"#)
    }
    #expect(try sql(#"SELECT name FROM "Item" WHERE strata_key = 1"#) == .text("a"))
    try open([name])
  }

  @Test("Tables that the schema doesn't know are left alone")
  func unknownTables() throws {
    try open([name], and: [Library.tag(), Library.book(), Library.person()])
    _ = try sql(#"INSERT INTO "Tag" VALUES (1, 'x')"#)
    _ = try sql("CREATE TABLE mine (x)")
    try open([name])
    #expect(try sql(#"SELECT word FROM "Tag""#) == .text("x"))
    #expect(try sql("SELECT count(*) FROM mine") == .integer(0))
  }

  @Test("New entities, relationships and tables of links are added")
  func entities() throws {
    try open([name])
    let store = try open(
      [name, Library.toOne("owner", to: "Person")],
      and: [Library.tag(), Library.book(), Library.person()])
    for sql in store.schema.definition where sql.contains("INDEX") {
      let name = try #require(sql.split(separator: "\"").dropFirst().first)
      #expect(
        try self.sql("SELECT count(*) FROM sqlite_schema WHERE name = '\(name)'") == .integer(1))
    }
    #expect(try sql(#"SELECT count(*) FROM "Book_tags""#) == .integer(0))
    #expect(try store.makeReader().check().isEmpty)
  }

  @Test("A store that lacks something can't be opened read-only")
  func readOnly() throws {
    try open([name])
    try expectIncompatible("it lacks tables or columns, and is opened read-only") {
      try open([name, Library.attribute("age", Int?.self)], isReadOnly: true)
    }
    #expect(try open([name], isReadOnly: true).isReadOnly)
  }

  @Test("A property that is unique no longer keeps its index until a plan takes it away")
  func uniqueNoLonger() throws {
    let old = try open([name], unique: [["name"]], indices: [["name"]]).schema
    let foreign = "CREATE INDEX mine ON Item (name)"
    try Connection(path: url.path).execute(foreign)
    #expect(try open([name], isReadOnly: true).isReadOnly)
    let new = try open([name]).schema
    #expect(try sql("SELECT count(*) FROM sqlite_schema WHERE type = 'index'") == .integer(3))
    try Store.migrate(at: url.path, from: old, to: new, version: Schema.Version(2, 0, 0))
    #expect(
      try sql("SELECT group_concat(sql) FROM sqlite_schema WHERE type = 'index'")
        == .text(foreign))
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a'), (2, 'a')"#)
  }

  @Test("A property that becomes unique has an index from then on")
  func newlyUnique() throws {
    try open([name])
    try open([name], unique: [["name"]])
    let count = try sql("SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE UNIQUE%Item%'")
    #expect(count == .integer(1))
  }

  @Test("A property can't become unique while two objects have one value of it")
  func brokenUnique() throws {
    try open([name])
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 'a'), (2, 'a')"#)
    try expectIncompatible(
      "Item.name is unique in the models, but 2 objects have 'a'; give them other values or delete "
        + "them, in a custom stage's willMigrate for one"
    ) { try open([name], unique: [["name"]]) }
  }

  @Test("A value of several columns that is added brings its rule")
  func addedRule() throws {
    try open([name])
    try open([name, Library.attribute("span", Span?.self)])
    #expect(throws: StorageError.self) {
      try sql(#"INSERT INTO "Item" VALUES (1, 'a', 2, 1, NULL)"#)
    }
  }

  private func limited(_ check: String?) -> Schema.Property {
    .attribute(
      Schema.Attribute(
        name: "count", valueType: Int.self, columns: Int.columns, check: check))
  }

  @Test("The rules of all programs are the table's, until a plan takes one away")
  func changedRule() throws {
    try open([limited("\"count\" > 0")])
    #expect(throws: StorageError.self) { try sql(#"INSERT INTO "Item" VALUES (1, 0)"#) }
    try open([limited("\"count\" < 9")])
    for count in [0, 9] {
      #expect(throws: StorageError.self) { try sql("INSERT INTO Item VALUES (1, \(count))") }
    }
    let version = try sql("PRAGMA schema_version")
    for check in ["\"count\" > 0", "\"count\" < 9", nil] { try open([limited(check)]) }
    #expect(try sql("PRAGMA schema_version") == version)
    _ = try sql(#"INSERT INTO "Item" VALUES (1, 5)"#)
    try expectIncompatible(
      "its objects break a rule that the models add: CHECK constraint failed: Item.count"
    ) { try open([limited("\"count\" > 5")]) }
    // A plan takes away what the version has that it comes from.
    func migrate(from check: String?, _ version: Int) throws {
      func schema(_ check: String?) throws -> Schema {
        try Schema(entities: [Schema.Entity(name: "Item", properties: [limited(check)])])
      }
      try Store.migrate(
        at: url.path, from: try schema(check), to: try schema(nil),
        version: Schema.Version(version, 0, 0))
    }
    try migrate(from: nil, 2)
    for count in [0, 9] {
      #expect(throws: StorageError.self) { try sql("INSERT INTO Item VALUES (2, \(count))") }
    }
    try migrate(from: "\"count\" > 0", 3)
    _ = try sql(#"INSERT INTO "Item" VALUES (2, -1)"#)
    #expect(throws: StorageError.self) { try sql("INSERT INTO Item VALUES (3, 9)") }
    try migrate(from: "\"count\" < 9", 4)
    _ = try sql(#"INSERT INTO "Item" VALUES (3, 9)"#)
  }

  @Test(
    "A record of the schema that can't be read is an error, and so is one that names what is gone, until it is removed",
    arguments: ["", "nonsense", "{}", #"{"encodingVersion":{"major":9,"minor":0,"patch":0}}"#])
  func strangeRecord(text: String) throws {
    try open([name], and: [Library.tag(), Library.book(), Library.person()])
    let connection = try Connection(path: url.path)
    guard
      case .text(let record)? = try connection.value(
        "SELECT value FROM strata_metadata WHERE name = 'schema'") as ColumnValue?
    else { return }
    func write(_ text: String) throws {
      try connection.run(
        "UPDATE strata_metadata SET value = ? WHERE name = 'schema'", .text(text))
    }
    try write(text)
    #expect(throws: StorageError.self) { try open([name, Library.attribute("age", Int?.self)]) }
    #expect(
      try sql("SELECT value FROM strata_metadata WHERE name = 'schema'") == .text(text))
    try write(record)
    try connection.execute(#"DROP TABLE "Item""#)
    let refusal = #expect(throws: StorageError.self) { try open([name]) }
    #expect(refusal?.description.contains("there is no table Item") == true)
    try connection.execute("DELETE FROM strata_metadata WHERE name = 'schema'")
    try open([name])
    #expect(try sql(#"SELECT count(*) FROM "Item""#) == .integer(0))
  }

  @Test("Stores that are opened at one moment with a newer schema all see it")
  func concurrent() throws {
    try open([name])
    let properties = [name] + (0..<20).map { Library.attribute("p\($0)", Int?.self) }
    for round in 0..<10 {
      let added = Array(properties.prefix(1 + (round + 1) * 2))
      try inThreads(4) { _ in try open(added) }
    }
  }
}
