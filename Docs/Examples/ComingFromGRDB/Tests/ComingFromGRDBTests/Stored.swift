import Strata

enum Stored {
  @Model
  final class GrdbMigrations {
    @Attribute(.unique) var identifier: String

    init(identifier: String) {
      self.identifier = identifier
    }
  }

  @Model
  final class Author {
    @Attribute(.unique) var id: Int
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }

  @Model
  final class Book {
    #Index<Book>([\.pages])

    @Attribute(.unique) var id: Int
    @Attribute(.unique) var isbn: String
    var title: String
    var subtitle: String?
    var format: String = "paper"
    var pages: Int = 0
    var size: String = "{\"width\":0,\"height\":0}"
    var author: Author?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []

    init(id: Int, isbn: String, title: String) {
      self.id = id
      self.isbn = isbn
      self.title = title
    }
  }

  @Model
  final class Tag {
    @Attribute(.unique) var id: Int
    @Attribute(.unique) var name: String
    var books: [Book] = []

    init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }
}
