import Foundation
import StrataModelSupport
import Strata
import Synchronization
import Testing

@Suite struct IgnoredDuplicates {
  let house: UniqueHouse
  let context: ModelContext

  init() throws {
    house = try UniqueHouse(policy: .ignore)
    let first = house.context()
    let ann = UniquePerson("a@x", name: "Ann")
    ann.letters = [UniqueLetter("one")]
    ann.badge = UniqueBadge(1)
    first.insert(ann)
    try first.save()
    context = house.context()
  }

  @Test(arguments: [false, true])
  func leaveTheContextAndTheRowAsItIs(isInMemory: Bool) throws {
    let held = isInMemory ? try context.person("a@x") : nil
    let new = UniquePerson("a@x", name: "Bea", age: 9)
    let mentor = UniquePerson("m@x")
    new.team = UniqueTeam("red")
    new.badge = UniqueBadge(2)
    new.mentors = [mentor]
    let (letter, remark) = (UniqueLetter("two", from: new), UniqueRemark(about: new))
    let club = UniqueClub("go")
    club.people = [new]
    context.insert(contentsOf: [letter, remark, club] as [any PersistentModel])
    let (team, badge) = (try #require(new.team), try #require(new.badge))
    #expect(team.people == [new])
    try context.save()
    #expect(new.modelContext == nil && new.name == "Bea" && !context.hasChanges)
    let survivor = try #require(try context.person("a@x"))
    #expect(held == nil || survivor === held)
    #expect(survivor !== new && survivor.name == "Ann" && survivor.age == nil)
    #expect(survivor.team == nil && team.people.isEmpty && survivor.mentors.isEmpty)
    #expect(survivor.badge?.number == 1 && badge.person == nil)
    #expect(letter.sender === survivor && remark.about === survivor && club.people == [survivor])
    #expect(survivor.letters.map(\.text) == ["one", "two"] && survivor.clubs == [club])
    #expect(context.resolvedUniqueConflicts.map(\.existing) == [survivor.id])
    let faults = try house.faults()
    #expect(faults.isEmpty)
  }

  @Test func areReportedByTheNotification() throws {
    let found = Mutex<[UniqueConflict]>([])
    let identifier = try #require(try context.person("a@x")).id
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.resolvedUniqueConflicts.rawValue
      let conflicts = notification.userInfo?[key] as? [UniqueConflict]
      found.withLock { $0 += conflicts ?? [] }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    context.insert(contentsOf: [UniquePerson("a@x"), UniquePerson("b@x")])
    try context.save()
    #expect(found.withLock { $0.map(\.existing) } == [identifier])
  }

  @Test func amongNewObjectsAreTheLaterOnes() throws {
    let (first, second) = (UniquePerson("n@x", name: "1"), UniquePerson("n@x", name: "2"))
    context.insert(contentsOf: [first, second])
    try context.save()
    #expect(first.modelContext === context && second.modelContext == nil && first.name == "1")
    #expect(try house.reopened().person("n@x")?.name == "1")
  }

  @Test func canBeInsertedAgainWithAnotherValue() throws {
    let new = UniquePerson("a@x", name: "Bea")
    context.insert(new)
    try context.save()
    new.email = "b@x"
    context.insert(new)
    try context.save()
    #expect(try house.reopened().all(UniquePerson.self).map(\.name) == ["Ann", "Bea"])
  }
}
