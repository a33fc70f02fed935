import SwiftData
import Testing

@Suite struct RelationTests {
  @Test func toManyIsKeptInOrderWithoutAnAttribute() throws {
    let library = Relations.Library(name: "town")
    library.books = (0..<5).map { Relations.Book(title: "b\($0)") }
    library.archive = [Relations.Shelf(number: 2), Relations.Shelf(number: 1)]
    library.members = [Relations.Member(name: "m")]
    library.cards.append(Relations.Card(number: 9))
    try reopen(library) {
      #expect($0.books.map(\.title) == ["b0", "b1", "b2", "b3", "b4"])
      #expect($0.books.first?.library === $0)
      #expect($0.archive?.map(\.number) == [2, 1])
      #expect($0.members.first?.name == "m")
      #expect($0.cards.first?.library === $0)
    }
  }

  @Test func manyToManyIsKeptFromBothEnds() throws {
    let authors = [Relations.Author(name: "a"), Relations.Author(name: "b")]
    let book = Relations.Book(title: "t", authors: authors)
    book.tags = [Relations.Tag(text: "x")]
    try reopen(book) {
      #expect($0.authors.map(\.name) == ["a", "b"])
      #expect($0.authors.first?.books.first === $0)
      #expect($0.tags.map(\.text) == ["x"])
    }
  }

  @Test func requiredToOneIsKept() throws {
    let loan = Relations.Loan(book: Relations.Book(title: "lent"))
    loan.member = Relations.Member(name: "m")
    try reopen(loan) {
      #expect($0.book.title == "lent")
      #expect($0.member?.name == "m")
    }
  }

  @Test func oneExplicitInverseAmongManyOfATypeIsNotGuessedFurther() throws {
    let team = Relations.Team(name: "reds")
    let match = Relations.Match()
    match.first = team
    match.ninth(team)
    try reopen(match) {
      #expect($0.first?.name == "reds")
      #expect($0.second == nil)
      #expect($0.winner === $0.first)
      #expect($0.winner?.won.count == 1)
    }
    let entity = try #require(Schema([Relations.Match.self]).entitiesByName["Match"])
    let inverses = entity.relationships.map(\.inverseName)
    #expect(inverses == Array(repeating: nil, count: 8) + ["won"])
  }

  @Test func treeIsKept() throws {
    let root = Relations.Folder(name: "root")
    root.children = [Relations.Folder(name: "a"), Relations.Folder(name: "b")]
    root.children[0].children.append(Relations.Folder(name: "a1"))
    let file = try StoreFile()
    func save(_ context: ModelContext) throws {
      context.insert(root)
      try context.save()
    }
    try save(file.context([Relations.Folder.self]))
    let context = try file.context([Relations.Folder.self])
    let roots = try context.fetch(
      FetchDescriptor<Relations.Folder>(predicate: #Predicate { $0.parent == nil }))
    #expect(roots.map(\.name) == ["root"])
    #expect(roots.first?.children.map(\.name) == ["a", "b"])
    #expect(roots.first?.children.first?.children.first?.name == "a1")
    context.delete(try #require(roots.first))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Relations.Folder>()) == 0)
  }

  @Test func oneToOneIsKept() throws {
    let passenger = Relations.Passenger()
    passenger.seat = Relations.Seat(number: 12)
    try reopen(passenger) {
      #expect($0.seat?.number == 12)
      #expect($0.seat?.passenger === $0)
    }
  }

  @Test func constraintsOverPrivatePropertiesAndToOnesHold() throws {
    let team = Relations.Team(name: "reds")
    let file = try StoreFile()
    let context = try file.context([Relations.Constrained.self])
    context.insert(Relations.Constrained(code: 1, name: "a", owner: team))
    context.insert(Relations.Constrained(code: 2, name: "a"))
    try context.save()
    let found = try context.fetch(FetchDescriptor<Relations.Constrained>())
    #expect(found.map(\.code) == [1, 2])
  }
}

extension Relations.Match {
  fileprivate func ninth(_ team: Relations.Team) { winner = team }
}
