import Foundation
import StrataSchema
import Testing

@testable import StrataStorage

@Suite("Rows as lists of values")
struct UniqueRowTests {
  private let store: Store
  private let book: EntityTable

  init() throws {
    store = try Store.open(Library.schema(), at: nil)
    book = try store.tables.table("Book")
  }

  private func values(title: String, author: Int64?) -> [ColumnValue] {
    book.storedColumns.map { column in
      switch column.name {
      case "title": .text(title)
      case "author": author.map { .integer($0) } ?? .null
      case "published": .real(0)
      case "price": .text("1")
      case "kind": .text("novel")
      default: .null
      }
    }
  }

  @Test("Unique groups name their columns, single properties first")
  func groups() {
    let names = book.uniqueColumnGroups.map { $0.columns.map { book.storedColumns[$0].name } }
    #expect(names == [["title"], ["title", "author"]])
    #expect(book.uniqueColumnGroups.map(\.properties) == [[0], [0, 7]])
  }

  @Test("A row comes back as it was written, and its unique values find it")
  func roundTrip() throws {
    let (first, second) = (values(title: "A", author: 4), values(title: "B", author: nil))
    let groups = book.uniqueColumnGroups
    try store.save(author: nil) { transaction in
      try transaction.insert(book, key: 1, values: first, isRecorded: false)
      try transaction.insert(book, key: 2, values: second, isRecorded: false)
      #expect(try transaction.row(book, key: 1) == first)
      #expect(try transaction.row(book, key: 2) == second)
      #expect(try transaction.row(book, key: 3) == nil)
      let (titles, pairs) = (
        try transaction.lookup(book, groups[0]), try transaction.lookup(book, groups[1])
      )
      #expect(try titles.first(second) { $0.key } == 2)
      #expect(try titles.first(second) { $0.values } == second)
      #expect(try pairs.first(first) { $0.reference.entity } == "Book")
      // A group with NULL in it is never the same as another.
      #expect(try pairs.first(second) { $0.key } == nil)
      #expect(try titles.first(values(title: "C", author: nil)) { $0.key } == nil)
    }
  }

  @Test("A row is compared with what was looked for by bytes and types")
  func comparison() throws {
    let stored = values(title: "A", author: 4)
    let kind = try #require(book.storedColumns.firstIndex { $0.name == "kind" })
    let published = try #require(book.storedColumns.firstIndex { $0.name == "published" })
    func with(_ column: Int, _ value: ColumnValue) -> [ColumnValue] {
      var values = stored
      values[column] = value
      return values
    }
    try store.save(author: nil) { transaction in
      let accented = with(kind, .text("caf\u{e9}"))
      try transaction.insert(book, key: 1, values: accented, isRecorded: false)
      let lookup = try transaction.lookup(book, book.uniqueColumnGroups[0])
      func differing(_ values: [ColumnValue]) throws -> [Int]? {
        try lookup.first(values) { row in stored.indices.filter { !row.isIdentical($0) } }
      }
      #expect(try differing(accented) == [])
      for text in ["cafe\u{301}", "caf", "caf\u{e8}", ""] {
        #expect(try differing(with(kind, .text(text))) == [kind])
      }
      for value in [.blob(Data("caf\u{e9}".utf8)), .null, .integer(1)] as [ColumnValue] {
        #expect(try differing(with(kind, value)) == [kind])
      }
      for value in [.real(1), .integer(0), .null] as [ColumnValue] {
        #expect(try differing(with(published, value)) == [kind, published].sorted())
      }
    }
  }

  @Test("Keys that rows have are found, close together and far apart")
  func existingKeys() throws {
    try store.save(author: nil) { transaction in
      for key in [2, 3, 7, 5000] as [Int64] {
        try transaction.insert(
          book, key: key, values: values(title: "\(key)", author: nil))
      }
      #expect(try transaction.existing([], in: book) == [])
      #expect(try transaction.existing([1, 2, 4, 7], in: book) == [2, 7])
      #expect(try transaction.existing([1, 4, 6], in: book) == [])
      #expect(try transaction.existing([3, 5000, 6000], in: book) == [3, 5000])
    }
  }

  @Test("Links of rows are found, and led elsewhere or nowhere")
  func links() throws {
    try store.save(author: nil) { transaction in
      for key in 1...3 {
        try transaction.insert(
          book, key: Int64(key), values: values(title: "\(key)", author: key == 3 ? 5 : 4))
      }
      #expect(try transaction.rows(book, "author", leadingTo: 4).map(\.key) == [1, 2])
      try transaction.relink(book, "author", from: 4, to: 5)
      #expect(try transaction.rows(book, "author", leadingTo: 5).map(\.key) == [1, 2, 3])
      try transaction.relink(book, "author", from: 5, to: nil)
      #expect(try transaction.rows(book, "author", leadingTo: 5).isEmpty)
      let title = try #require(book.storedColumns.firstIndex { $0.name == "title" })
      let new = values(title: "new", author: nil)
      try transaction.assignment(book, [title]).run(key: 2, new)
      #expect(try transaction.row(book, key: 2) == new)
    }
  }
}
