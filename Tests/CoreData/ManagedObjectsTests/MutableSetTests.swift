import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct MutableSets {
  private let context: NSManagedObjectContext
  private let author: NSManagedObject
  private let books: [NSManagedObject]

  init() throws {
    let context = try Library.context()
    self.context = context
    author = try context.make("Author", ["name": "Ann"])
    books = try ["a", "b", "c"].map { try context.make("Book", ["title": $0]) }
    try context.save()
  }

  @Test func changeTheRelationshipAndItsOtherEnd() throws {
    let set = try author.mutableSetValue(forKey: "publications")
    try set.add(books[0])
    try set.add(books[0])
    #expect(set.count == 1 && set.contains(books[0]) && !set.contains(books[1]))
    #expect(try books[0].value(forKey: "authors") as? [NSManagedObject] == [author])
    try set.addObjects(from: [books[1], books[2]])
    #expect(set.set == Set(books) && Set(set) == Set(books))
    try set.remove(books[1])
    #expect(
      try author.value(forKey: "publications") as? Set<NSManagedObject> == [books[0], books[2]])
    try context.save()
    #expect(try context.fetch("Book", "ANY authors.name == %@", "Ann").count == 2)
    try set.minus([books[0]])
    #expect(set.allObjects == [books[2]] && set.anyObject() === books[2])
    try set.setSet([books[0], books[1]])
    try set.intersect([books[1], books[2]])
    #expect(set.set == [books[1]] && set.member(books[0]) == nil)
    try set.removeAllObjects()
    #expect(try books[1].value(forKey: "authors") as? [NSManagedObject] == [])
  }

  @Test func showWhatIsChangedElsewhere() throws {
    let set = try author.mutableSetValue(forKey: "publications")
    try books[2].setValue([author], forKey: "authors")
    #expect(set.allObjects == [books[2]])
    let other = try context.make("Author", ["name": "Bob"])
    try other.setValue(set, forKey: "publications")
    #expect(try other.value(forKey: "publications") as? Set<NSManagedObject> == [books[2]])
  }

  @Test func areOfOneKindOfRelationshipAndEntity() throws {
    for key in ["shelf", "agent", "name"] {
      #expect(throws: ManagedObjectError.noRelationship(entity: "Author", key: key)) {
        try author.mutableSetValue(forKey: key)
      }
    }
    #expect(throws: ManagedObjectError.noRelationship(entity: "Author", key: "idols")) {
      try author.mutableOrderedSetValue(forKey: "idols")
    }
    let set = try author.mutableSetValue(forKey: "publications")
    let error = ManagedObjectError.wrongEntity(
      entity: "Author", key: "publications", expected: "Publication", found: "Author")
    #expect(throws: error) { try set.addObjects(from: [books[0], author]) }
    #expect(set.count == 0 && !set.contains(author))
  }

  @Test func ofOrderedRelationshipsKeepTheirOrder() throws {
    let shelf = try author.mutableOrderedSetValue(forKey: "shelf")
    try shelf.addObjects(from: [books[0], books[1]])
    try shelf.insert(books[2], at: 1)
    #expect(shelf.array == [books[0], books[2], books[1]])
    #expect(shelf[1] === books[2] && shelf.index(of: books[1]) == 2)
    try shelf.exchangeObject(at: 0, withObjectAt: 2)
    #expect(Array(shelf) == [books[1], books[2], books[0]])
    try shelf.moveObjects(at: [0, 1], to: 1)
    #expect(shelf.array == [books[0], books[1], books[2]])
    try context.save()
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let found = try #require(try fresh.fetch("Author").first)
    let titles = try found.mutableOrderedSetValue(forKey: "shelf").map {
      try $0.value(forKey: "title") as? String
    }
    #expect(titles == ["a", "b", "c"])
    try shelf.removeObject(at: 0)
    try shelf.sort {
      try $0.value(forKey: "title", as: String.self) ?? "" > $1.value(
        forKey: "title", as: String.self) ?? ""
    }
    #expect(shelf.array == [books[2], books[1]] && shelf.firstObject === books[2])
    try shelf.replaceObject(at: 1, with: books[0])
    try shelf.minus([books[2]])
    #expect(shelf.array == [books[0]] && shelf.lastObject === books[0])
    try shelf.removeAllObjects()
    #expect(shelf.count == 0 && shelf.index(of: books[0]) == NSNotFound)
  }

  @Test func haveNoPlacesBehindTheirEnd() throws {
    let shelf = try author.mutableOrderedSetValue(forKey: "shelf")
    try shelf.add(books[0])
    let error = ManagedObjectError.noPlace(entity: "Author", key: "shelf", index: 2, count: 1)
    #expect(throws: error) { try shelf.insert(books[1], at: 2) }
    #expect(throws: error) { try shelf.object(at: 2) }
    #expect(throws: error) { try shelf.moveObjects(at: [2], to: 0) }
    #expect(shelf.array == [books[0]])
  }
}
