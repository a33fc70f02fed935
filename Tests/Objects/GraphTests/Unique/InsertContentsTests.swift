import StrataModelSupport
import Strata
import Testing

@Suite struct InsertedContents {
  let house: UniqueHouse
  let context: ModelContext

  init() throws {
    house = try UniqueHouse()
    context = house.context()
  }

  @Test func comeInOrderWithWhatTheyAreRelatedTo() throws {
    let people = (0..<100).map { UniquePerson("\($0)@x") }
    people[7].team = UniqueTeam("red")
    context.insert(contentsOf: people.lazy.reversed())
    #expect(context.insertedModelsArray.count == 101)
    try context.save()
    let emails = try house.reopened().all(UniquePerson.self).map(\.email)
    #expect(emails == people.reversed().map(\.email))
    #expect(try house.reopened().all(UniqueTeam.self).count == 1)
  }

  @Test func maybeOfSeveralClasses() throws {
    let models: [any PersistentModel] = [UniquePerson("a@x"), UniqueTeam("red"), UniqueClub("go")]
    context.insert(contentsOf: models)
    try context.save()
    #expect(try context.all(UniquePerson.self).count == 1)
    #expect(try context.all(UniqueTeam.self).count == 1)
  }

  @Test func areAllOrNone() throws {
    let stranger = UniquePerson("s@x")
    let other = house.context()
    other.insert(stranger)
    let mine = UniquePerson("a@x")
    context.insert(contentsOf: [mine, stranger])
    #expect(mine.modelContext == nil && !context.hasChanges)
    let expected = StackError.relatedAcrossContexts(object: stranger.id, property: "modelContext")
    #expect(throws: expected) { try context.save() }
    context.insert(contentsOf: [mine, mine])
    #expect(context.insertedModelsArray.count == 1)
  }

  @Test func ofAnUnknownClassAreNone() throws {
    let mine = UniquePerson("a@x")
    context.insert(contentsOf: [mine, Crate(serial: 1)] as [any PersistentModel])
    #expect(mine.modelContext == nil)
    #expect(throws: StackError.unknownModel("Crate")) { try context.save() }
  }
}
