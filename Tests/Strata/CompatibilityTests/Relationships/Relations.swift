import SwiftData

enum Relations {
  @Model
  final class Library {
    var name: String
    var books: [Book] = []
    var archive: [Shelf]?
    var members: [Member]!
    @Relationship(deleteRule: .cascade, inverse: \Relations.Card.library) var cards: [Card] = []

    init(name: String) { self.name = name }
  }

  @Model
  final class Book {
    var title: String
    var library: Library?
    @Relationship(.unique, deleteRule: .nullify, inverse: \Author.books) var authors: [Author]
    @Relationship(minimumModelCount: 0, maximumModelCount: 2) var tags: [Tag] = []

    init(title: String, authors: [Author] = []) {
      self.title = title
      self.authors = authors
    }
  }

  @Model
  final class Author {
    var name: String
    var books: [Book] = []
    init(name: String) { self.name = name }
  }

  @Model
  final class Tag {
    var text: String
    init(text: String) { self.text = text }
  }

  @Model
  final class Shelf {
    var number: Int
    var library: Library?
    init(number: Int) { self.number = number }
  }

  @Model
  final class Member {
    var name: String
    var library: Library?
    init(name: String) { self.name = name }
  }

  @Model
  final class Card {
    var number: Int
    @Relationship var library: Library?
    init(number: Int) { self.number = number }
  }

  @Model
  final class Loan {
    private(set) var book: Book
    @Relationship(deleteRule: .deny, originalName: "borrower") var member: Member?
    init(book: Book) { self.book = book }
  }

  @Model
  final class Match {
    var first: Team?
    var second: Team?
    var third: Team?
    var fourth: Team?
    var fifth: Team?
    var sixth: Team?
    var seventh: Team?
    var eighth: Team?
    @Relationship(inverse: \Team.won) var winner: Team?
    init() {}
  }

  @Model
  final class Team {
    var name: String
    var won: [Match] = []
    init(name: String) { self.name = name }
  }

  @Model
  final class Folder {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var children: [Folder] = []
    var parent: Folder?
    init(name: String) { self.name = name }
  }

  @Model
  final class Passenger {
    @Relationship(inverse: \Seat.passenger) var seat: Seat?
    init() {}
  }

  @Model
  final class Seat {
    var number: Int
    var passenger: Passenger?
    init(number: Int) { self.number = number }
  }

  @Model
  final class Constrained {
    #Unique<Constrained>([\.code], [\.name, \.owner], [])
    var code: Int
    var name: String
    private var rank: Int
    var owner: Team?
    init(code: Int, name: String, rank: Int = 0, owner: Team? = nil) {
      self.code = code
      self.name = name
      self.rank = rank
      self.owner = owner
    }
    #Index<Constrained>([\.code], [\.name, \.rank], [\.rank, \.code, \.name], [\.owner])
  }
}
