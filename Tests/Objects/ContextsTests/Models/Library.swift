import Strata

@Model final class Author {
  @Attribute(.unique) var name: String
  var born: Date?
  var height: Double = 1.75
  var isActive = true
  @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
  var friends: [Author] = []
  @Transient var cache = 0

  init(name: String, born: Date? = nil) {
    self.name = name
    self.born = born
  }
}

enum Genre: String, Codable, CaseIterable { case novel, essay, poem }

struct Cover: Codable, Equatable {
  var width: Int
  var height: Int
}

@Model final class Book {
  var title: String
  var genre: Genre = Genre.novel
  var cover: Cover?
  var keywords: [String] = []
  var author: Author?
  var shelves: [Shelf] = []

  init(title: String, genre: Genre = .novel, author: Author? = nil) {
    self.title = title
    self.genre = genre
    self.author = author
  }
}

@Model final class Shelf {
  var label: String
  var books: [Book] = []
  init(label: String) { self.label = label }
}
