import Foundation
import GRDB
import Strata
import StrataImport

// GRDB
struct BookInfo: Decodable, FetchableRecord {
  var book: GRDBLibrary.Book
  var author: GRDBLibrary.Author?
  var tags: [GRDBLibrary.Tag]
}

// Strata
extension BookInfo: Persistable {
  typealias Names = (authors: [String: StrataLibrary.Author], tags: [String: StrataLibrary.Tag])
  static var importKey: ImportKey<Self, StrataLibrary.Book> {
    ImportKey(\.isbn, from: \.book.isbn)
  }

  static func importerData(for infos: [Self], in context: ModelContext) throws -> Names {
    (
      try context.existing(
        StrataLibrary.Author.self, by: \.name, in: infos.compactMap(\.author?.name)),
      try context.existing(
        StrataLibrary.Tag.self, by: \.name, in: infos.flatMap { $0.tags.map(\.name) })
    )
  }

  func importAction(
    for known: StrataLibrary.Book?, with names: inout Names
  ) throws -> ImportAction<StrataLibrary.Book> {
    let found = known ?? StrataLibrary.Book(isbn: book.isbn, title: book.title)
    found.update(\.title, value: book.title)
    found.update(\.subtitle, value: book.subtitle)
    found.update(\.format, value: book.format == .sound ? .sound : .paper)
    found.update(\.pages, value: book.pages)
    found.update(\.size, value: .init(width: book.size.width, height: book.size.height))
    let author = author.map { author in
      let known = names.authors[author.name] ?? StrataLibrary.Author(name: author.name)
      names.authors[author.name] = known
      return known
    }
    found.update(\.author, value: author)
    let tags = tags.map { tag in
      let known = names.tags[tag.name] ?? StrataLibrary.Tag(name: tag.name)
      names.tags[tag.name] = known
      return known
    }
    found.update(\.tags, value: tags)
    return known == nil ? .insert(found) : .update
  }
}

/// Moves all books from a file of GRDB to a store.
func move(
  _ dbQueue: DatabaseQueue, to container: ModelContainer
) throws -> ImportResult<StrataLibrary.Book> {
  // GRDB
  let infos = try dbQueue.read { db in
    try GRDBLibrary.Book
      .including(optional: GRDBLibrary.Book.author)
      .including(all: GRDBLibrary.Book.tags)
      .asRequest(of: BookInfo.self)
      .fetchAll(db)
  }
  // Strata
  let result = try container.import(infos, author: "from GRDB")
  for failure in result.failures { print(failure) }
  return result
}
