import Foundation
import Strata

// What a program says of the library.

@Model final class Author {
  var name: String
  var born: Date?
  var code: UUID?
  var isAlive: Bool
  var home: Home?
  @Relationship(inverse: \Publication.authors) var publications: [Publication] = []
  @Relationship(inverse: \Author.fans) var idols: [Author] = []
  var fans: [Author] = []
  @Relationship(inverse: nil) var shelf: [Publication] = []
  @Relationship(inverse: \Agent.author) var agent: Agent?

  init(name: String, isAlive: Bool) {
    self.name = name
    self.isAlive = isAlive
  }
}

@Composite struct Home: Equatable {
  var city: String?
  var number: Int32?
}

@Model final class Agent {
  var name: String?
  var author: Author?

  init(name: String) { self.name = name }
}

@Model class Publication {
  var title: String
  var price: Decimal?
  @Attribute(.externalStorage) var cover: Data?
  var authors: [Author] = []
  @Relationship(deleteRule: .cascade, inverse: \Chapter.publication) var chapters: [Chapter] = []

  init(title: String) { self.title = title }
}

@Model final class Book: Publication {
  var pages: Int16?

  override init(title: String) { super.init(title: title) }
}

@Model final class Magazine: Publication {
  var issue: Int?
  var pages: Double?

  override init(title: String) { super.init(title: title) }
}

@Model final class Chapter {
  var title: String?
  var publication: Publication?

  init(title: String) { self.title = title }
}
