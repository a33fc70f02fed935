import StrataModelSupport
import StrataStoreSupport
import Strata
import Testing

@Suite struct Upserts {
  let house: UniqueHouse
  let context: ModelContext
  /// Keeps what is to be in memory there.
  let held: UniquePerson?
  let identifier: PersistentIdentifier

  init() throws { try self.init(isInMemory: false) }

  private init(isInMemory: Bool) throws {
    house = try UniqueHouse()
    let first = house.context()
    let ann = UniquePerson("a@x", name: "Ann", age: 30)
    ann.isActive = false
    ann.letters = [UniqueLetter("one")]
    ann.team = UniqueTeam("red")
    ann.badge = UniqueBadge(1)
    ann.clubs = [UniqueClub("chess")]
    first.insert(ann)
    try first.save()
    identifier = ann.id
    context = house.context()
    held = isInMemory ? try context.person("a@x") : nil
  }

  @Test func giveTheRowWhatWasSet() throws {
    let token = try #require(try house.reopened().person("a@x")).token
    let new = UniquePerson("a@x", name: "Bea")
    context.insert(new)
    try context.save()
    let person = try #require(try house.reopened().person("a@x"))
    #expect(person.name == "Bea" && person.age == 30 && !person.isActive && person.token == token)
    #expect(try house.reopened().fetchCount(FetchDescriptor<UniquePerson>()) == 1)
  }

  @Test func makeTheNewObjectTheRowsWhereNoneIsInMemory() throws {
    let new = UniquePerson("a@x", name: "Bea")
    context.insert(new)
    let former = new.id
    try context.save()
    #expect(new.id == identifier && new.id != former && new.modelContext === context)
    #expect(new.name == "Bea" && new.age == 30 && !new.isActive && !new.hasChanges)
    #expect(new.team?.code == "red" && new.letters.map(\.text) == ["one"])
    #expect(try context.person("a@x") === new && !context.hasChanges)
    #expect(context.resolvedUniqueConflicts.map(\.object) == [former])
    #expect(context.resolvedUniqueConflicts.map(\.existing) == [identifier])
  }

  @Test func keepTheRowsObjectWhereItIsInMemory() throws {
    let upserts = try Upserts(isInMemory: true)
    let (context, held) = (upserts.context, try #require(upserts.held))
    let count = Count()
    withObservationTracking {
      _ = held.name
    } onChange: {
      count.add()
    }
    let new = UniquePerson("a@x", name: "Bea")
    context.insert(new)
    try context.save()
    #expect(held.name == "Bea" && held.age == 30 && held.modelContext === context)
    #expect(count.total == 1 && !held.hasChanges && !context.hasChanges)
    #expect(new.modelContext == nil && new.name == "Bea")
    #expect(try context.all(UniquePerson.self) == [held])
  }

  @Test func takeAnInitialValueThatWasSetLater() throws {
    let new = UniquePerson("a@x")
    context.insert(new)
    new.isActive = true
    new.age = nil
    try context.save()
    let person = try #require(try house.reopened().person("a@x"))
    #expect(person.isActive && person.age == nil && person.name == "Ann")
  }

  @Test(arguments: [false, true])
  func keepRelationshipsAndAddTheNewObjects(isInMemory: Bool) throws {
    let upserts = try Upserts(isInMemory: isInMemory)
    let context = upserts.context
    if let held = upserts.held { #expect(held.letters.count == 1 && held.clubs.count == 1) }
    let new = UniquePerson("a@x")
    let (letter, club, remark) = (UniqueLetter("two"), UniqueClub("go"), UniqueRemark(about: new))
    let pupil = UniquePerson("p@x")
    pupil.mentors = [new]
    context.insert(pupil)
    context.insert(remark)
    letter.sender = new
    new.clubs.append(club)
    new.mentors.append(pupil)
    try context.save()
    let survivor = try #require(try context.person("a@x"))
    #expect(survivor === (upserts.held ?? new) && survivor.id == upserts.identifier)
    #expect(survivor.letters.map(\.text) == ["one", "two"] && letter.sender === survivor)
    #expect(survivor.clubs.map(\.name) == ["chess", "go"] && club.people == [survivor])
    #expect(survivor.team?.code == "red" && survivor.badge?.number == 1)
    #expect(remark.about === survivor && pupil.mentors == [survivor])
    #expect(survivor.mentors == [pupil])
    let other = try #require(try upserts.house.reopened().person("a@x"))
    #expect(other.letters.map(\.text) == ["one", "two"])
    #expect(other.clubs.map(\.name) == ["chess", "go"] && other.team?.code == "red")
    let faults = try upserts.house.faults()
    #expect(faults.isEmpty)
  }

  @Test(arguments: [false, true])
  func moveToOneRelationshipsThatWereSet(isInMemory: Bool) throws {
    let upserts = try Upserts(isInMemory: isInMemory)
    let context = upserts.context
    let red = try #require(try context.all(UniqueTeam.self).first)
    if isInMemory { #expect(red.people.count == 1) }
    let (new, blue) = (UniquePerson("a@x"), UniqueTeam("blue"))
    let first = UniquePerson("b@x")
    blue.people = [first, new]
    new.badge = UniqueBadge(2)
    context.insert(blue)
    let badge = try #require(
      try context.fetch(FetchDescriptor<UniqueBadge>(predicate: #Predicate { $0.number == 1 }))
        .first)
    try context.save()
    let survivor = try #require(try context.person("a@x"))
    #expect(survivor.team === blue && red.people.isEmpty)
    #expect(blue.people == [first, survivor])
    #expect(survivor.badge?.number == 2 && survivor.badge?.person === survivor)
    #expect(badge.person == nil)
    let reopened = try upserts.house.reopened()
    #expect(try reopened.all(UniqueBadge.self).map { $0.person?.email } == [nil, "a@x"])
    #expect(
      try reopened.all(UniqueTeam.self).map { $0.people.map(\.email) } == [[], ["b@x", "a@x"]])
    let faults = try upserts.house.faults()
    #expect(faults.isEmpty)
  }

  @Test func areOneWithAnotherNewObject() throws {
    let (first, second) = (UniquePerson("n@x", name: "N", age: 1), UniquePerson("n@x", name: "M"))
    first.letters = [UniqueLetter("x")]
    second.letters = [UniqueLetter("y")]
    context.insert(contentsOf: [first, second])
    try context.save()
    #expect(first.name == "M" && first.age == 1 && first.letters.map(\.text) == ["x", "y"])
    #expect(second.modelContext == nil && first.modelContext === context)
    let changes = try #require(try context.historyEntries().last).changes
    #expect(changes.allSatisfy { $0.kind == .insert } && changes.count == 3)
  }

  @Test func areOneWithAnObjectThatTookTheValueInTheSameSave() throws {
    let person = try #require(try context.person("a@x"))
    person.email = "b@x"
    context.insert(UniquePerson("b@x", name: "Bea"))
    context.insert(UniquePerson("a@x", name: "Cid"))
    try context.save()
    #expect(person.name == "Bea" && person.age == 30)
    let all = try house.reopened().all(UniquePerson.self)
    #expect(all.map(\.name) == ["Bea", "Cid"] && all.map(\.email) == ["b@x", "a@x"])
  }

  @Test func standInTheHistoryAsUpdatesOfWhatDiffers() throws {
    let new = UniquePerson("a@x", name: "Bea", age: 30)
    context.insert(new)
    try context.save()
    let changes = try #require(try context.historyEntries().last).changes
    #expect(changes.count == 1 && changes.first?.kind == .update)
    #expect(changes.first?.key == identifier.rowKey && changes.first?.properties == ["name"])
  }

  @Test func writeNothingWhereNothingDiffers() throws {
    let count = try context.historyEntries().count
    context.insert(UniquePerson("a@x", name: "Ann", age: 30))
    try context.save()
    #expect(try context.historyEntries().count == count && !context.hasChanges)
    #expect(context.resolvedUniqueConflicts.count == 1)
    try context.save()
    #expect(context.resolvedUniqueConflicts.isEmpty)
  }

  @Test func meetWhatAnotherProcessHasSavedMeanwhile() throws {
    let new = UniquePerson("z@x", name: "Zoe")
    context.insert(new)
    let other = try house.reopened()
    let theirs = UniquePerson("z@x", name: "Zed", age: 5)
    other.insert(theirs)
    try other.save()
    try context.save()
    #expect(new.id == theirs.id && new.age == 5)
    try other.mergeChanges()
    #expect(theirs.name == "Zoe" && theirs.age == 5)
  }

  @Test func reachOtherContexts() throws {
    let other = house.context()
    let person = try #require(try other.person("a@x"))
    #expect(person.letters.count == 1 && person.clubs.count == 1)
    let new = UniquePerson("a@x", name: "Bea")
    new.letters = [UniqueLetter("two")]
    new.clubs = [UniqueClub("go")]
    context.insert(new)
    try context.save()
    try other.mergeChanges()
    #expect(person.name == "Bea" && person.letters.count == 2 && person.clubs.count == 2)
  }

  @Test(arguments: [false, true])
  func areWhatRequiredLinksLeadTo(isInMemory: Bool) throws {
    let upserts = try Upserts(isInMemory: isInMemory)
    let new = UniquePerson("a@x")
    let ticket = UniqueTicket(new)
    upserts.context.insert(ticket)
    try upserts.context.save()
    #expect(ticket.person.id == upserts.identifier && ticket.person.name == "Ann")
    #expect(try upserts.house.reopened().all(UniqueTicket.self).first?.person.name == "Ann")
  }

  @Test func failWhereAnOtherEndMustLeadSomewhere() throws {
    let (ann, bea) = (UniqueOwner("Ann"), UniqueOwner("Bea"))
    context.insert(contentsOf: [UniqueHome("First", ann), UniqueHome("Second", bea)])
    try context.save()
    let first = try #require(try context.all(UniqueHome.self).first)
    let other = house.context()
    // The second home moves to Ann, and the first would have nobody.
    let new = UniqueHome("Second", UniqueOwner("Ann"))
    other.insert(new)
    #expect(throws: StackError.missingValue(object: first.id, property: "owner")) {
      try other.save()
    }
    #expect(new.owner.name == "Ann" && new.owner.home === new && other.hasChanges)
    #expect(try house.reopened().all(UniqueHome.self).map(\.owner.name) == ["Ann", "Bea"])
  }

  @Test func workInMemoryAlone() throws {
    let context = ModelContext(
      try ModelContainer(
        for: UniquePerson.self, configurations: .temporary))
    let people = ["a", "b"].map { UniquePerson($0) }
    context.insert(contentsOf: people)
    try context.save()
    (people[0].email, people[1].email) = ("b", "a")
    context.insert(UniquePerson("a", name: "Ann"))
    try context.save()
    #expect(people.map(\.email) == ["b", "a"] && people.map(\.name) == ["nobody", "Ann"])
  }

  @Test func areAsManyAsOneLikes() throws {
    context.insert(contentsOf: (0..<1500).map { UniquePerson("\($0 * 2)", name: "old", age: 7) })
    try context.save()
    let fresh = house.context()
    let people = (0..<3000).map { UniquePerson("\($0)", name: "new") }
    for (index, person) in people.enumerated() {
      person.letters = [UniqueLetter("letter \(index)")]
    }
    fresh.insert(contentsOf: people)
    try fresh.save()
    #expect(fresh.resolvedUniqueConflicts.count == 1500)
    #expect(people.allSatisfy { $0.modelContext === fresh && $0.name == "new" })
    #expect(people.filter { $0.age == 7 }.count == 1500)
    #expect(people.enumerated().allSatisfy { $1.letters.map(\.text) == ["letter \($0)"] })
    let saved = try house.reopened().all(UniquePerson.self)
    #expect(saved.count == 3001 && saved.filter { $0.name == "new" }.count == 3000)
  }

  @Test func goOnAfterwards() throws {
    let new = UniquePerson("a@x", name: "Bea")
    context.insert(new)
    try context.save()
    new.name = "Cid"
    new.letters.append(UniqueLetter("two"))
    try context.save()
    let person = try #require(try house.reopened().person("a@x"))
    #expect(person.name == "Cid" && person.letters.count == 2)
    context.delete(new)
    try context.save()
    #expect(try house.reopened().all(UniquePerson.self).isEmpty)
  }
}
