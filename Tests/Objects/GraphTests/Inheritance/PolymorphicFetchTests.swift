@_spi(Query) import StrataContexts
import StrataModelSupport
import Strata
import StrataQuery
import Testing

@Suite struct PolymorphicFetches {
  @Test func findObjectsOfSubclassesAsWhatTheyAre() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    context.insertOneOfEach()
    try context.save()
    let found = try zoo.context().all(Beast.self)
    #expect(found.map(\.tag) == ["snake", "rex", "bo", "khan"])
    #expect(found.map { "\(type(of: $0))" } == ["Beast", "Hound", "Pup", "Tiger"])
    #expect(found.map(\.sound) == ["", "woof", "yip", ""])
    #expect((found[1] as? Hound)?.breed == "collie")
    #expect((found[2] as? Pup)?.age == 1)
    #expect((found[3] as? Tiger)?.stripes == 7)
  }

  @Test func ofASubclassFindItsOwnSubclassesAlone() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    context.insertOneOfEach()
    try context.save()
    for context in [context, try zoo.context()] {
      #expect(try context.all(Hound.self).map(\.tag) == ["rex", "bo"])
      #expect(try context.all(Pup.self).map(\.tag) == ["bo"])
      #expect(try context.all(Tiger.self).map(\.tag) == ["khan"])
      #expect(try context.fetchCount(FetchDescriptor<Hound>()) == 2)
      #expect(try context.fetchCount(FetchDescriptor<Beast>()) == 4)
    }
  }

  @Test(arguments: [false, true])
  func filterSortAndCutOverAllClasses(isSaved: Bool) throws {
    let context = try Menagerie.inMemory()
    context.insertOneOfEach()
    if isSaved { try context.save() }
    var descriptor = FetchDescriptor<Beast>(
      predicate: #Predicate { $0.weight < 40 }, sortBy: [SortDescriptor(\.weight)])
    #expect(try context.fetch(descriptor).map(\.tag) == ["khan", "bo", "rex"])
    descriptor.fetchLimit = 1
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.tag) == ["bo"])
    #expect(try context.fetchCount(descriptor) == 1)
    #expect(try context.fetchIdentifiers(descriptor).map(\.entityName) == ["Pup"])
  }

  @Test func takeInPendingChangesOfEachClass() throws {
    let context = try Menagerie.inMemory()
    let beasts = context.insertOneOfEach()
    try context.save()
    beasts[1].weight = 5
    context.delete(beasts[2])
    context.insert(Tiger(tag: "new", stripes: 1, weight: 1))
    let descriptor = FetchDescriptor<Beast>(
      predicate: #Predicate { $0.weight < 30 }, sortBy: [SortDescriptor(\.weight)])
    #expect(try context.fetch(descriptor).map(\.tag) == ["new", "rex", "khan"])
    #expect(try context.fetchCount(FetchDescriptor<Hound>()) == 1)
    var stored = descriptor
    stored.includePendingChanges = false
    #expect(try context.fetchIdentifiers(stored).map(\.entityName) == ["Tiger", "Pup"])
  }

  @Test func goThroughBatchesOfMixedClasses() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    for number in 0..<50 {
      context.insert(
        number % 3 == 0
          ? Beast(tag: "\(number)") : Hound(tag: "\(number)", breed: "b\(number)"))
    }
    try context.save()
    let other = try zoo.context()
    var tags: [String] = []
    try other.enumerate(FetchDescriptor<Beast>(), batchSize: 7) { tags.append($0.tag) }
    #expect(tags == (0..<50).map(String.init))
    var descriptor = FetchDescriptor<Beast>()
    descriptor.includePendingChanges = false
    let batches = try other.fetch(descriptor, batchSize: 8)
    #expect(batches.map(\.tag) == tags)
    #expect(batches.filter { $0 is Hound }.count == 33)
  }

  @Test func prefetchWhatAnyOfThemLeadsTo() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let keeper = Keeper(name: "Ann")
    for beast in context.insertOneOfEach() { beast.keeper = keeper }
    try context.save()
    var descriptor = FetchDescriptor<Beast>()
    descriptor.relationshipKeyPathsForPrefetching = [\.keeper, \.charts]
    let found = try zoo.context().fetch(descriptor)
    #expect(Set(found.compactMap { $0.keeper?.persistentModelID }).count == 1)
  }

  @Test func deleteWithOrWithoutSubclasses() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    context.insertOneOfEach()
    try context.save()
    try context.delete(model: Hound.self, includeSubclasses: false)
    try context.save()
    #expect(try zoo.context().all(Beast.self).map(\.tag) == ["snake", "bo", "khan"])
    try context.delete(model: Beast.self, where: #Predicate { $0.weight < 40 })
    try context.save()
    #expect(try zoo.context().all(Beast.self).map(\.tag) == ["snake"])
  }

  @Test func keepOneInstanceForARow() throws {
    let context = try Menagerie.inMemory()
    let pup = context.insertOneOfEach()[2]
    try context.save()
    #expect(try context.all(Beast.self)[2] === pup)
    #expect(try context.all(Hound.self)[1] === pup)
    #expect(try context.all(Pup.self)[0] === pup)
  }

  @Test func ofNamesGiveMixedClasses() throws {
    let context = try Menagerie.inMemory()
    context.insertOneOfEach()
    try context.save()
    let query = Query(entity: "Beast")
    #expect(
      try context.fetch(query).map { "\(type(of: $0))" } == ["Beast", "Hound", "Pup", "Tiger"])
    #expect(try context.fetchCount(Query(entity: "Hound")) == 2)
  }
}
