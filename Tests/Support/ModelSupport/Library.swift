package import Foundation
package import Strata

@Model package final class Author {
  @Attribute(.unique) package var name: String
  package var born: Date?
  package var height: Double = 1.75
  package var isActive = true
  @Relationship(deleteRule: .cascade, inverse: \Book.author) package var books: [Book] = []
  package var friends: [Author] = []
  @Transient package var cache = 0

  package init(name: String, born: Date? = nil) {
    self.name = name
    self.born = born
  }
}

package enum Genre: String, Codable, CaseIterable, Sendable { case novel, essay, poem }

package struct Cover: Codable, Equatable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

@Model package final class Book {
  package var title: String
  package var genre: Genre = Genre.novel
  package var cover: Cover?
  package var keywords: [String] = []
  package var author: Author?
  package var shelves: [Shelf] = []

  package init(title: String, genre: Genre = .novel, author: Author? = nil) {
    self.title = title
    self.genre = genre
    self.author = author
  }
}

@Model package final class Shelf {
  package var label: String
  package var books: [Book] = []
  package init(label: String) { self.label = label }
}
