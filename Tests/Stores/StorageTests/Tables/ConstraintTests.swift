import Foundation
import StrataSchema
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Rules of tables")
struct ConstraintTests {
  private let store: Store

  init() throws {
    store = try Store.open(Library.schema(), at: nil)
    try add("A", key: 1)
  }

  private func add(_ title: String?, key: Int64, author: Int64? = nil, pages: String = "1") throws {
    try store.withWriter { connection in
      try connection.run(
        """
        INSERT INTO "Book" (strata_key, title, pages, published, price, kind, author)
        VALUES (?, ?, \(pages), 0, '1', 'novel', ?)
        """,
        .integer(key), title.map(ColumnValue.text) ?? .null,
        author.map(ColumnValue.integer) ?? .null)
    }
  }

  private func constraint(_ body: () throws -> Void) throws -> StorageError.Constraint {
    let error = #expect(throws: StorageError.self, performing: body)
    guard case .constraint(let constraint)? = error else { throw try #require(error) }
    return constraint
  }

  @Test("Two equal values of a unique property name it")
  func unique() throws {
    let constraint = try constraint { try add("A", key: 2) }
    #expect(constraint.kind == .unique)
    #expect(constraint.table == "Book")
    #expect(constraint.columns == ["title"])
    #expect(constraint.description == "another object already has this value of Book.title")
  }

  @Test("Two equal groups of values name the whole group")
  func uniqueGroup() throws {
    let item = try Schema.Entity(
      name: "Item", properties: ["a", "b"].map { Library.attribute($0, Int.self) },
      uniquenessConstraints: [["a", "b"]])
    let store = try Store.open(Schema(entities: [item]), at: nil)
    let constraint = try constraint {
      try store.withWriter {
        try $0.execute(#"INSERT INTO "Item" (a, b) VALUES (1, 1), (1, 2), (1, 1)"#)
      }
    }
    #expect(constraint.columns == ["a", "b"])
  }

  @Test("Two rows of one key")
  func primaryKey() throws {
    let constraint = try constraint { try add("B", key: 1) }
    #expect(constraint.kind == .primaryKey)
    #expect(constraint.columns == ["strata_key"])
  }

  @Test("A missing value names its column")
  func notNull() throws {
    let constraint = try constraint { try add(nil, key: 2) }
    #expect(constraint.kind == .notNull)
    #expect(constraint.description == "Book.title must have a value")
  }

  @Test("A value of another type is refused by the table")
  func dataType() throws {
    let constraint = try constraint { try add("B", key: 2, pages: "'many'") }
    #expect(constraint.kind == .dataType)
    #expect(constraint.table == "Book")
    #expect(constraint.columns == ["pages"])
  }

  @Test("A value of several columns whose parts don't fit names the property")
  func check() throws {
    let constraint = try constraint {
      try store.withWriter {
        try $0.execute(#"UPDATE "Book" SET chapters_first = 2, chapters_last = 1"#)
      }
    }
    #expect(constraint.kind == .check)
    #expect(constraint.description == "the value of Book.chapters breaks its rule")
  }
}
