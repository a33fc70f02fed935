import StrataModelSupport
import Strata
import Testing

@Suite struct UniqueGroups {
  let house: UniqueHouse
  let context: ModelContext

  init() throws {
    house = try UniqueHouse()
    context = house.context()
    context.insert(contentsOf: [
      UniqueTeam("red", city: "Bern", number: 1), UniqueTeam("blue", city: "Bern", number: 2),
    ])
    try context.save()
  }

  private var teams: [String] {
    get throws {
      try house.reopened().all(UniqueTeam.self).map { "\($0.code) \($0.city ?? "-") \($0.number)" }
    }
  }

  @Test func matchWhereAllValuesDo() throws {
    context.insert(UniqueTeam("green", city: "Bern", number: 2))
    context.insert(UniqueTeam("white", city: "Basel", number: 2))
    try context.save()
    #expect(try teams == ["red Bern 1", "green Bern 2", "white Basel 2"])
  }

  @Test func haveSeveralSets() throws {
    context.insert(UniqueTeam("red", city: "Chur", number: 7))
    try context.save()
    #expect(try teams == ["red Chur 7", "blue Bern 2"])
  }

  @Test func neverMatchWithoutAValue() throws {
    context.insert(UniqueTeam("green", number: 2))
    context.insert(UniqueTeam("white", number: 2))
    try context.save()
    #expect(try teams == ["red Bern 1", "blue Bern 2", "green - 2", "white - 2"])
  }

  @Test func thatMatchDifferentRowsAreAnError() throws {
    let new = UniqueTeam("red", city: "Bern", number: 2)
    new.people = [UniquePerson("a@x")]
    context.insert(new)
    let all = try context.all(UniqueTeam.self)
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect(
      "\(error.map { "\($0)" } ?? "")"
        == "\(new.id) can't be saved: \(all[0].id) has the same code 'red', and "
        + "\(all[1].id) has the same city 'Bern' and number 2")
    #expect(new.modelContext === context && new.people.first?.team === new && context.hasChanges)
    new.number = 3
    try context.save()
    #expect(try teams == ["red Bern 3", "blue Bern 2"])
    #expect(try house.reopened().person("a@x")?.team?.code == "red")
  }

  @Test(arguments: [false, true])
  func leadThroughRelationshipsToOtherNewObjects(isTargetLater: Bool) throws {
    let red = try #require(try context.all(UniqueTeam.self).first)
    context.insert(UniqueSeat(1, in: red, note: "old"))
    try context.save()
    let fresh = house.context()
    let team = UniqueTeam("red", city: "Bern", number: 1)
    let seat = UniqueSeat(1, in: nil, note: "new")
    let second = UniqueSeat(2, in: team)
    if isTargetLater {
      fresh.insert(seat)
      seat.team = team
    } else {
      fresh.insert(team)
      seat.team = team
      fresh.insert(seat)
    }
    fresh.insert(second)
    try fresh.save()
    #expect(team.id == red.id && seat.team === team && second.team === team)
    let seats = try house.reopened().all(UniqueSeat.self)
    #expect(seats.map(\.note) == ["new", nil] && seats.map { $0.team?.code } == ["red", "red"])
  }

  @Test func nameTheObjectsOfARelationship() throws {
    let red = try #require(try context.all(UniqueTeam.self).first)
    let seat = UniqueSeat(1, in: red)
    context.insert(seat)
    try context.save()
    context.uniqueConflictPolicy = .error
    let new = UniqueSeat(1, in: red)
    context.insert(new)
    let conflict = UniqueConflict(
      object: new.id, existing: seat.id, properties: ["row", "team"], values: ["1", "\(red.id)"])
    #expect(throws: StackError.notUnique(conflict)) { try context.save() }
  }

  @Test func refuseAChangedObjectThatMeetsAnotherThroughAStandIn() throws {
    let red = try #require(try context.all(UniqueTeam.self).first)
    let (first, second) = (UniqueSeat(1, in: red), UniqueSeat(1, in: nil))
    context.insert(contentsOf: [first, second])
    try context.save()
    second.team = UniqueTeam("red")
    let conflict = UniqueConflict(
      object: second.id, existing: first.id, properties: ["row", "team"],
      values: ["1", "\(red.id)"])
    #expect(throws: StackError.notUnique(conflict)) { try context.save() }
    second.row = 2
    try context.save()
    #expect(second.team === red && context.resolvedUniqueConflicts.count == 1)
  }
}
