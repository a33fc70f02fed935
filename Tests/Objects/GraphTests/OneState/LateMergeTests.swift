import Strata
import StrataTestSupport
import Testing

@Model private final class Dancer {
  var name: String
  @Relationship(inverse: \Dancer.back) var partner: Dancer?
  var back: Dancer?
  @Relationship(deleteRule: .cascade, inverse: \Bag.dancer) var bag: Bag?
  init(name: String) { self.name = name }
}

@Model private final class Bag {
  var dancer: Dancer?
  @Relationship(deleteRule: .cascade, inverse: \Shoe.bag) var shoes: [Shoe] = []
  init() {}
}

@Model private final class Shoe {
  var bag: Bag?
  init() {}
}

/// What others have saved is merged in the middle of a change or of a save.
@Suite struct LateMerges {
  private let folder: TemporaryFolder
  private let mine: ModelContext
  private let others: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    mine = try Self.context(folder)
    others = try Self.context(folder)
  }

  private static func context(_ folder: TemporaryFolder) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Dancer.self, configurations: ModelConfiguration(url: folder.store())))
  }

  private func dancer(_ name: String, _ context: ModelContext) throws -> Dancer {
    try #require(
      try context.fetch(FetchDescriptor<Dancer>(predicate: #Predicate { $0.name == name })).first)
  }

  @Test(arguments: [false, true])
  func leaveAnAssignmentAsItIs(isByName: Bool) throws {
    for name in ["a", "b", "c"] { others.insert(Dancer(name: name)) }
    try dancer("c", others).partner = try dancer("b", others)
    try others.save()
    let (a, b) = (try dancer("a", mine), try dancer("b", mine))
    // Who danced with b has to be read, and then there is something new.
    try dancer("a", others).name = "A"
    try others.save()
    if isByName {
      try a.setRelated(b, forKey: "partner")
    } else {
      a.partner = b
    }
    #expect(a.partner === b && b.back === a && a.name == "A")
    try mine.save()
    let fresh = try Self.context(folder)
    #expect(try dancer("A", fresh).partner?.name == "b")
    #expect(try dancer("b", fresh).back?.name == "A")
    #expect(try dancer("c", fresh).partner == nil)
  }

  @Test func takeNewObjectsWithWhatTheyDelete() throws {
    others.insert(Dancer(name: "a"))
    let bag = Bag()
    others.insert(bag)
    try others.save()
    let a = try dancer("a", mine)
    let myBag = try #require(try mine.fetch(FetchDescriptor<Bag>()).first)
    mine.delete(a)
    let shoe = Shoe()
    myBag.shoes.append(shoe)
    try dancer("a", others).bag = bag
    try others.save()
    // The bag is a's now, and goes with it, and so does the new shoe.
    try mine.save()
    #expect(shoe.modelContext == nil)
    let fresh = try Self.context(folder)
    #expect(try fresh.fetchCount(FetchDescriptor<Dancer>()) == 0)
    #expect(try fresh.fetchCount(FetchDescriptor<Bag>()) == 0)
    #expect(try fresh.fetchCount(FetchDescriptor<Shoe>()) == 0)
  }
}
