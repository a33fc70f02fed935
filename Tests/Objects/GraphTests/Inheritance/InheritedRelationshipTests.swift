@_spi(Query) import StrataModel
import StrataModelSupport
import StrataStoreSupport
import Strata
import Testing

@Suite struct InheritedRelationships {
  @Test func leadToObjectsOfAnySubclass() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let keeper = Keeper(name: "Ann")
    keeper.guardian = Pup(tag: "bo", breed: "collie")
    keeper.favorite = Pup(tag: "mo", breed: "collie")
    context.insert(keeper)
    try context.save()
    let found = try #require(try zoo.context().all(Keeper.self).first)
    #expect((found.guardian as? Pup)?.tag == "bo")
    #expect(found.favorite is Pup)
  }

  @Test func holdMixedMembersInOrder() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let keeper = Keeper(name: "Ann")
    context.insert(keeper)
    keeper.beasts = context.insertOneOfEach().reversed()
    keeper.beasts.append(Hound(tag: "late", breed: "pug"))
    try context.save()
    let expected = ["khan", "bo", "rex", "snake", "late"]
    #expect(keeper.beasts.map(\.tag) == expected)
    let found = try #require(try zoo.context().all(Keeper.self).first)
    #expect(found.beasts.map(\.tag) == expected)
    #expect(found.beasts.map { "\(type(of: $0))" } == ["Tiger", "Pup", "Hound", "Beast", "Hound"])
    #expect(found.beasts.allSatisfy { $0.keeper === found })
  }

  @Test func haveInversesThatSubclassesInherit() throws {
    let context = try Menagerie.inMemory()
    let keeper = Keeper(name: "Ann")
    context.insert(keeper)
    let pup = Pup(tag: "bo", breed: "collie")
    pup.keeper = keeper
    #expect(pup.modelContext === context)
    #expect(keeper.beasts.map(\.tag) == ["bo"])
    let mother = Hound(tag: "ma", breed: "collie")
    pup.mother = mother
    #expect(mother.young.map(\.tag) == ["bo"])
    mother.young = []
    #expect(pup.mother == nil)
    try context.save()
    #expect(try context.all(Beast.self).count == 2)
  }

  @Test func areInsertedByReach() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let kennel = Kennel(place: "yard")
    kennel.hounds = [Hound(tag: "rex", breed: "pug"), Pup(tag: "bo", breed: "pug")]
    kennel.hounds[1].zones = [Zone(name: "north")]
    kennel.hounds[1].zones[0].beasts.append(Tiger(tag: "khan", stripes: 3))
    context.insert(kennel)
    try context.save()
    let other = try zoo.context()
    let zone = try #require(try other.all(Zone.self).first)
    #expect(zone.beasts.map(\.tag) == ["bo", "khan"])
    #expect(try other.all(Kennel.self).first?.hounds.map(\.tag) == ["rex", "bo"])
  }

  @Test func applyDeleteRulesToSubclasses() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let kennel = Kennel(place: "yard")
    let pup = Pup(tag: "bo", breed: "pug")
    let keeper = Keeper(name: "Ann")
    kennel.hounds = [pup, Hound(tag: "rex", breed: "pug")]
    pup.charts = [Chart(text: "well")]
    keeper.beasts = [pup, Tiger(tag: "khan", stripes: 3)]
    context.insert(kennel)
    context.insert(keeper)
    try context.save()
    let other = try zoo.context()
    other.delete(try #require(try other.all(Kennel.self).first))
    try other.save()
    let third = try zoo.context()
    #expect(try third.all(Beast.self).map(\.tag) == ["khan"])
    #expect(try third.all(Chart.self).isEmpty)
    #expect(try third.all(Keeper.self).first?.beasts.map(\.tag) == ["khan"])
    third.delete(try #require(try third.all(Keeper.self).first))
    try third.save()
    #expect(try zoo.context().all(Tiger.self).first?.keeper == nil)
    #expect(try zoo.context().checkStore() == [])
  }

  @Test func ofASubclassAloneAreItsOwn() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let tiger = Tiger(tag: "khan", stripes: 3)
    context.insert(tiger)
    tiger.prey = [Pup(tag: "bo", breed: "pug"), Hound(tag: "rex", breed: "pug")]
    try context.save()
    let found = try #require(try zoo.context().all(Tiger.self).first)
    #expect(found.prey.map(\.tag) == ["bo", "rex"])
    #expect(found.prey.first is Pup)
  }

  @Test func areSetByName() throws {
    let context = try Menagerie.inMemory()
    let keeper = Keeper(name: "Ann")
    context.insert(keeper)
    let beasts = context.insertOneOfEach()
    try keeper.setRelated(beasts[2], forKey: "guardian")
    #expect(keeper.guardian === beasts[2])
    #expect(throws: ModelError.wrongEntity(beasts[3].persistentModelID, expected: "Hound")) {
      try keeper.setRelated(beasts[3], forKey: "favorite")
    }
    let beast: Beast = beasts[2]
    #expect(try beast.columnValues(forKey: "age") == [.integer(1)])
  }

  @Test func toAClassThatTheContainerLacksFailAtTheSave() throws {
    let context = ModelContext(
      try ModelContainer(
        for: [Zone.self], configuration: .temporary))
    let zone = Zone(name: "north")
    context.insert(zone)
    zone.beasts.append(Tiger(tag: "khan", stripes: 3))
    #expect(throws: StackError.unknownModel("Tiger")) { try context.save() }
  }

  @Test func followWhatOtherContextsSave() throws {
    let context = try Menagerie.inMemory()
    let keeper = Keeper(name: "Ann")
    keeper.beasts = context.insertOneOfEach()
    try context.save()
    let other = ModelContext(context.container)
    let pup = try #require(try other.all(Pup.self).first)
    pup.age = 3
    pup.weight = 99
    pup.keeper = nil
    other.delete(try #require(try other.all(Tiger.self).first))
    let hound = Hound(tag: "new", breed: "pug")
    hound.keeper = try other.all(Keeper.self).first
    try other.save()
    try context.mergeChanges()
    #expect(keeper.beasts.map(\.tag) == ["snake", "rex", "new"])
    let found = try #require(try context.all(Pup.self).first)
    #expect(found.age == 3 && found.weight == 99 && found.keeper == nil)
  }

  @Test func comeBackWithARollback() throws {
    let context = try Menagerie.inMemory()
    let keeper = Keeper(name: "Ann")
    keeper.beasts = context.insertOneOfEach()
    try context.save()
    let pup = try #require(keeper.beasts[2] as? Pup)
    pup.age = 8
    pup.keeper = nil
    context.delete(keeper.beasts[0])
    context.rollback()
    #expect(pup.age == 1)
    #expect(keeper.beasts.map(\.tag) == ["snake", "rex", "bo", "khan"])
  }
}
