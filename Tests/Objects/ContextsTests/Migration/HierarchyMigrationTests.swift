import StrataModelSupport
import Strata
import StrataSQLite
import StrataStorage
import Testing

@Suite struct HierarchyMigrations {
  private let depot: Depot

  init() throws {
    depot = try Depot()
    try depot.fill(DogsAlone.Owner.self) { context in
      for number in 0..<3 {
        let owner = DogsAlone.Owner("o\(number)")
        context.insert(owner)
        owner.dogs = [DogsAlone.Dog("d\(number)", number), DogsAlone.Dog("e\(number)", number)]
        owner.walked = [owner.dogs[1]]
      }
    }
  }

  private func check<Owner: PersistentModel>(
    _ context: ModelContext, _ owner: Owner.Type, _ dogs: (Owner) -> [String],
    _ walked: (Owner) -> [String]
  ) throws {
    let owners = try context.all(owner)
    #expect(owners.map(dogs) == [["d0", "e0"], ["d1", "e1"], ["d2", "e2"]])
    #expect(owners.map(walked) == [["e0"], ["e1"], ["e2"]])
    #expect(try context.checkStore() == [])
  }

  @Test func putAClassAboveOneThatIsThere() throws {
    let context = try depot.open(DogsBelow.Owner.self, DogsBelow.Animal.self, DogsBelow.Dog.self)
    try check(context, DogsBelow.Owner.self, { $0.dogs.map(\.name) }, { $0.walked.map(\.name) })
    let animals = try context.all(DogsBelow.Animal.self)
    #expect(animals.map { ($0 as? DogsBelow.Dog)?.years } == [0, 0, 1, 1, 2, 2])
    let cat = DogsBelow.Animal("cat")
    context.insert(cat)
    try context.save()
    #expect(try context.all(DogsBelow.Animal.self).last === cat)
    #expect(try !depot.hasTable("Dog"))
  }

  @Test func changeColumnsOfAClassBelow() throws {
    _ = try depot.open(DogsBelow.Owner.self, DogsBelow.Animal.self, DogsBelow.Dog.self)
    let context = try depot.open(
      DogsChanged.Owner.self, DogsChanged.Animal.self, DogsChanged.Dog.self)
    try check(context, DogsChanged.Owner.self, { $0.dogs.map(\.name) }, { $0.walked.map(\.name) })
    #expect(try context.all(DogsChanged.Dog.self).map(\.age) == [0, 0, 1, 1, 2, 2])
    #expect(try context.all(DogsChanged.Dog.self).map(\.breed) == Array(repeating: "?", count: 6))
  }

  @Test func refuseToDropObjectsOfAClassThatGoes() throws {
    _ = try depot.open(DogsBelow.Owner.self, DogsBelow.Animal.self, DogsBelow.Dog.self)
    let refusal = try depot.refusal(NoDogs.Animal.self, plan: NoDogsPlan.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains(
        "Dog goes, but 6 objects of it are there; delete them in a custom stage's willMigrate"),
      "\(refusal.text)")
    let context = try depot.open(DogsBelow.Owner.self, DogsBelow.Animal.self, DogsBelow.Dog.self)
    for dog in try context.all(DogsBelow.Dog.self) { context.delete(dog) }
    context.insert(DogsBelow.Animal("cat"))
    try context.save()
    let bare = try depot.open(NoDogs.Animal.self, plan: NoDogsPlan.self)
    #expect(try bare.all(NoDogs.Animal.self).map(\.name) == ["cat"])
  }

  @Test func movePropertiesUpTheHierarchy() throws {
    let context = try depot.open(
      DogsBelow.Owner.self, DogsBelow.Animal.self, DogsBelow.Dog.self)
    context.insert(DogsBelow.Animal("cat"))
    try context.save()
    let moved = try depot.open(DogsAlike.Owner.self, DogsAlike.Animal.self, DogsAlike.Dog.self)
    #expect(try moved.all(DogsAlike.Animal.self).map(\.years) == [0, 0, 1, 1, 2, 2, 7])
    #expect(
      try moved.all(DogsAlike.Animal.self).map { $0.owner?.name }
        == ["o0", "o0", "o1", "o1", "o2", "o2", nil])
    #expect(try moved.checkStore() == [])
    let refusal = try depot.refusal(
      DogsBelow.Owner.self, DogsBelow.Animal.self, DogsBelow.Dog.self)
    #expect(
      refusal.text.contains("Dog.years was a property of Animal, and is one of Dog alone now"),
      "\(refusal.text)")
  }
}
