import StrataModelSupport
import Strata
import Testing

@Suite struct UniqueErrors {
  let house: UniqueHouse
  let context: ModelContext
  let people: [UniquePerson]

  init() throws {
    house = try UniqueHouse(policy: .error)
    context = house.context()
    people = ["a", "b", "c"].map { UniquePerson("\($0)@x", name: $0) }
    context.insert(contentsOf: people)
    try context.save()
  }

  private var names: [String: String] {
    get throws {
      .init(
        try house.reopened().all(UniquePerson.self).map { ($0.email, $0.name) },
        uniquingKeysWith: { $0 + $1 })
    }
  }

  @Test func sayWhoHasTheValue() throws {
    #expect(context.uniqueConflictPolicy == .error)
    let new = UniquePerson("b@x")
    let letter = UniqueLetter("hello", from: new)
    context.insert(new)
    for _ in 0..<2 {
      let error = #expect(throws: StackError.self) { try context.save() }
      #expect(
        "\(error.map { "\($0)" } ?? "")"
          == "\(new.id) can't be saved: \(people[1].id) has the same email 'b@x'")
    }
    #expect(letter.sender === new && new.letters == [letter] && new.modelContext === context)
    #expect(context.insertedModelsArray.count == 2)
    new.email = "d@x"
    try context.save()
    #expect(try house.reopened().person("d@x")?.letters.map(\.text) == ["hello"])
  }

  @Test(arguments: [UniqueConflictPolicy.upsert, .error, .ignore])
  func areWhatAChangedObjectGets(policy: UniqueConflictPolicy) throws {
    context.uniqueConflictPolicy = policy
    people[0].email = "b@x"
    let conflict = UniqueConflict(
      object: people[0].id, existing: people[1].id, properties: ["email"], values: ["'b@x'"])
    #expect(throws: StackError.notUnique(conflict)) { try context.save() }
    #expect(people[0].email == "b@x" && people[0].hasChanges)
    people[1].email = "e@x"
    try context.save()
    #expect(try names == ["b@x": "a", "e@x": "b", "c@x": "c"])
  }

  @Test func areNoneWhereChangedObjectsSwapValues() throws {
    (people[0].email, people[1].email) = (people[1].email, people[0].email)
    people[2].name = "z"
    try context.save()
    #expect(try names == ["b@x": "a", "a@x": "b", "c@x": "z"])
    let changes = try #require(try context.historyEntries().last).changes
    #expect(changes.count == 3 && changes.allSatisfy { $0.kind == .update })
    #expect(changes.map(\.properties) == [["email"], ["email"], ["name"]])
  }

  @Test func areNoneWhereValuesGoRound() throws {
    people[0].letters = [UniqueLetter("kept")]
    try context.save()
    for (person, next) in zip(people, ["b@x", "c@x", "a@x"]) { person.email = next }
    let new = UniquePerson("d@x")
    context.insert(new)
    try context.save()
    #expect(try names == ["b@x": "a", "c@x": "b", "a@x": "c", "d@x": "nobody"])
    #expect(try house.reopened().person("b@x")?.letters.map(\.text) == ["kept"])
  }

  @Test func keepTheOrderOfMembersWhoseValuesAreSwapped() throws {
    let team = UniqueTeam("red")
    context.insert(team)
    for index in [2, 0, 1] { team.people.append(people[index]) }
    try context.save()
    (people[0].email, people[1].email) = (people[1].email, people[0].email)
    try context.save()
    let reopened = try #require(try house.reopened().all(UniqueTeam.self).first)
    #expect(reopened.people.map(\.name) == ["c", "a", "b"])
  }

  @Test func undoASaveThatMeetsTheSecondConflict() throws {
    (people[0].email, people[1].email) = (people[1].email, people[0].email)
    context.insert(UniquePerson("c@x"))
    #expect(throws: StackError.self) { try context.save() }
    #expect(try names == ["a@x": "a", "b@x": "b", "c@x": "c"])
    context.rollback()
    #expect(people.map(\.email) == ["a@x", "b@x", "c@x"] && !context.hasChanges)
  }
}
