import Foundation
import Strata
import StrataImport

/// The classes and values of `Docs/ComingFromFluent.md`.
enum FluentGuide {
  // Strata
  enum Format: String, Codable { case paper, sound }

  @Composite struct Size: Codable, Equatable {
    var width = 0
    var height = 0
  }

  @Model final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) { self.name = name }
  }

  @Model @Snapshot(identifying: "author", excluding: "created", "updated", "deleted")
  final class Book {
    #Index<Book>([\.pages])
    @Attribute(.unique) var isbn: String
    var title: String
    var subtitle: String?
    var format: Format = Format.paper
    var pages = 0
    var size: Size = Size()
    var author: Author?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []
    @Attribute(.createdAt) var created: Date
    @Attribute(.updatedAt) var updated: Date
    @Attribute(.deletedAt) var deleted: Date?

    init(isbn: String, title: String, format: Format = .paper, pages: Int = 0) {
      self.isbn = isbn
      self.title = title
      self.format = format
      self.pages = pages
    }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    var books: [Book] = []

    init(name: String) { self.name = name }
  }

  struct NegativePages: Error {}

  // Both
  struct BookRow: Codable {
    var isbn, title: String
    var subtitle: String?
    var format: String
    var pages, width, height: Int
    var created: Date?
    var author: String?
    var tags: [String]
  }
}

typealias Author = FluentGuide.Author
typealias Book = FluentGuide.Book
typealias Tag = FluentGuide.Tag
typealias Format = FluentGuide.Format
typealias Size = FluentGuide.Size
typealias BookRow = FluentGuide.BookRow
typealias NegativePages = FluentGuide.NegativePages

// Strata
extension Book: ValidatedModel {
  func validate(for operation: ValidationOperation) throws {
    if operation != .delete, pages < 0 { throw NegativePages() }
  }
}

// Strata
extension BookRow: Persistable {
  typealias Names = (authors: [String: Author], tags: [String: Tag])
  static var importKey: ImportKey<Self, Book> { ImportKey(\.isbn, from: \.isbn) }

  static func importerData(for rows: [Self], in context: ModelContext) throws -> Names {
    (
      try context.existing(Author.self, by: \.name, in: rows.compactMap(\.author)),
      try context.existing(Tag.self, by: \.name, in: rows.flatMap(\.tags))
    )
  }

  func importAction(for known: Book?, with names: inout Names) throws -> ImportAction<Book> {
    guard let format = Format(rawValue: format) else { throw UnknownFormat(name: format) }
    let book = known ?? Book(isbn: isbn, title: title)
    if known == nil, let created { book.created = created }
    book.update(\.title, value: title)
    book.update(\.subtitle, value: subtitle)
    book.update(\.format, value: format)
    book.update(\.pages, value: pages)
    book.update(\.size, value: Size(width: width, height: height))
    let author = author.map { name in
      let author = names.authors[name] ?? Author(name: name)
      names.authors[name] = author
      return author
    }
    book.update(\.author, value: author)
    let tags = tags.map { name in
      let tag = names.tags[name] ?? Tag(name: name)
      names.tags[name] = tag
      return tag
    }
    book.update(\.tags, value: tags)
    return known == nil ? .insert(book) : .update
  }
}

struct UnknownFormat: Error { let name: String }

/// A later version of the books.
enum LaterFluentGuide {
  @Model final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) { self.name = name }
  }

  @Model final class Book {
    #Index<Book>([\.pages])
    @Attribute(.unique) var isbn: String
    // Strata
    @Attribute(originalName: "title") var name: String
    var stock = 1
    var pages = 0
    var author: Author?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []

    init(isbn: String, name: String) {
      self.isbn = isbn
      self.name = name
    }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    var books: [Book] = []

    init(name: String) { self.name = name }
  }
}
