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
      try transaction.insert(book, key: 1, values: first)
      try transaction.insert(book, key: 2, values: second)
      #expect(try transaction.row(book, key: 1) == first)
      #expect(try transaction.row(book, key: 2) == second)
      #expect(try transaction.row(book, key: 3) == nil)
      #expect(try transaction.find(book, groups[0], values: second)?.key == 2)
      #expect(try transaction.find(book, groups[1], values: first)?.entity == "Book")
      // A group with NULL in it is never the same as another.
      #expect(try transaction.find(book, groups[1], values: second) == nil)
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
      try transaction.update(book, key: 2, [(title, .text("new"))])
      #expect(try transaction.row(book, key: 2) == values(title: "new", author: nil))
    }
  }
}
