import Foundation
import StrataQuery
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Table definitions")
struct TableDefinitionTests {
  private static let book = """
    CREATE TABLE "Book" (
      strata_key INTEGER PRIMARY KEY,
      "title" TEXT NOT NULL,
      "pages" INTEGER,
      "published" REAL NOT NULL, -- Date: seconds since 2001-01-01 00:00 UTC
      "isbn" BLOB, -- UUID: 16 bytes
      "price" TEXT NOT NULL, -- Decimal: its digits
      "kind" TEXT NOT NULL, -- one of 'novel', 'it''s'
      "chapters_first" INTEGER,
      "chapters_last" INTEGER,
      "chapters_unit" TEXT,
      "author" INTEGER REFERENCES "Person"(strata_key),
      "strata_author_position" INTEGER,
      CONSTRAINT "Book.chapters" CHECK ("chapters_first" <= "chapters_last")
    ) STRICT
    """

  @Test("An entity's table has a line for each column, with what its values mean")
  func table() throws {
    #expect(EntityTable(try Library.book()).definition.first == Self.book)
  }

  @Test("Indexes follow: of to-one relationships, of unique groups, of the groups asked for")
  func indexes() throws {
    #expect(
      EntityTable(try Library.book()).definition.dropFirst() == [
        #"CREATE INDEX IF NOT EXISTS "strata_Book_author" ON "Book" ("author")"#,
        #"CREATE UNIQUE INDEX IF NOT EXISTS "strata_Book_title_unique" ON "Book" ("title")"#,
        #"CREATE UNIQUE INDEX IF NOT EXISTS "strata_Book_title,author_unique" "#
          + #"ON "Book" ("title", "author")"#,
        #"CREATE INDEX IF NOT EXISTS "strata_Book_pages,published_index" "#
          + #"ON "Book" ("pages", "published")"#,
        #"CREATE INDEX IF NOT EXISTS "strata_Book_price_index" ON "Book" ("price")"#,
      ])
  }

  @Test("A to-many of both ends has one table of links, named after the lesser end")
  func linkTable() throws {
    let links = try Library.schema().linkTables
    #expect(links.map(\.name) == ["Book_tags", "Person_friends"])
    #expect(
      links[0].definition == [
        """
        CREATE TABLE IF NOT EXISTS "Book_tags" (
          "Book" INTEGER NOT NULL REFERENCES "Book"(strata_key),
          "Tag" INTEGER NOT NULL REFERENCES "Tag"(strata_key),
          UNIQUE ("Book", "Tag")
        ) STRICT
        """,
        #"CREATE INDEX IF NOT EXISTS "strata_Book_tags_Tag" ON "Book_tags" ("Tag")"#,
      ])
  }

  @Test("A table of links between objects of one entity calls the far end by the property")
  func reflexiveLinkTable() throws {
    let links = try Library.schema().linkTables
    #expect(
      links[1].definition[0] == """
        CREATE TABLE IF NOT EXISTS "Person_friends" (
          "Person" INTEGER NOT NULL REFERENCES "Person"(strata_key),
          "friends" INTEGER NOT NULL REFERENCES "Person"(strata_key),
          UNIQUE ("Person", "friends")
        ) STRICT
        """)
  }

  @Test("Both ends of a to-many find the same table, and know which end they are")
  func ends() throws {
    let book = try Library.book()
    let tag = try Library.tag()
    let near = LinkTable.make(for: try #require(book.relationships.last), of: "Book")
    let far = LinkTable.make(for: try #require(tag.relationships.first), of: "Tag")
    #expect(near.table == far.table)
    #expect(near.isOwner && !far.isOwner)
  }

  @Test("A meaning of more than one line breaks no table")
  func multilineComment() throws {
    let entity = try Schema.Entity(
      name: "Item",
      properties: [
        .attribute(
          Schema.Attribute(
            name: "kind", valueType: String.self,
            columns: [
              ColumnDescription("", .text, meaning: .oneOf([.text("a\nb"), .text("c\u{0}d")]))
            ]))
      ])
    let connection = try Connection(path: ":memory:")
    for sql in EntityTable(entity).definition { try connection.execute(sql) }
  }

  @Test("Any name will do for a table and its columns")
  func names() throws {
    let entity = try Schema.Entity(
      name: "a \"quoted\" select",
      properties: [
        Library.attribute("größe", Int.self), Library.attribute("order by", Int.self),
        Library.attribute("x'y", Int.self), Library.attribute("rowid", Int.self),
      ], indices: [["order by", "x'y"]])
    let store = try Store.open(Schema(entities: [entity]), at: nil)
    let table = try store.tables.table(entity.name)
    try store.save(author: nil) { transaction in
      try transaction.insertion(into: table).insert(key: 1) { binder in
        for number in 1...4 { try binder.encode(number) }
      }
    }
    let query = try SQLQuery(Query(entity: entity.name), select: .rows, tables: store.tables)
    let rows = try store.makeReader().rows(query, of: table) { _, row in
      [try row.integer(), try row.integer(), try row.integer(), try row.integer()]
    }
    #expect(rows == [[1, 2, 3, 4]])
  }

  @Test("Two groups of properties have two indexes, whatever their names")
  func indexNames() throws {
    let entity = try Schema.Entity(
      name: "Item",
      properties: ["a", "b", "a_b"].map { Library.attribute($0, Int.self) },
      uniquenessConstraints: [["a_b"], ["a", "b"]])
    let store = try Store.open(Schema(entities: [entity]), at: nil)
    let count = try store.makeReader().read {
      try $0.integer("SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE UNIQUE%'")
    }
    #expect(count == 2)
  }

  @Test("A stranger finds the tables as they were written, strict and with their comments")
  func readable() throws {
    let folder = try TemporaryFolder()
    _ = try Store.open(Library.schema(), at: folder.file())
    let stranger = try Connection(path: folder.file().path, isReadOnly: true)
    #expect(
      try stranger.value("SELECT sql FROM sqlite_schema WHERE name = 'Book'") == .text(Self.book))
    #expect(
      try stranger.integer(
        """
        SELECT count(*) FROM pragma_table_list
        WHERE strict = 0 AND schema = 'main' AND name NOT LIKE 'sqlite_%'
        """
      ) == 0)
    let tables = try stranger.value(
      """
      SELECT group_concat(name, ' ') FROM
      (SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name)
      """)
    #expect(
      tables
        == .text(
          "Book Book_tags Person Person_friends Tag strata_history strata_keys strata_metadata")
    )
  }

  @Test("A property's place in the entity is found by its name")
  func index() throws {
    let table = EntityTable(try Library.book())
    #expect(table.index(of: "title") == 0)
    #expect(table.index(of: "tags") == 8)
    #expect(table.index(of: "chapters_first") == nil)
    #expect(table.columns.map(\.property) == [0, 1, 2, 3, 4, 5, 6, 6, 6, 7])
    #expect(table.positions.map(\.name) == ["strata_author_position"])
  }
}
