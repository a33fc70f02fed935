import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Stored objects that swap their unique values in one save, on a store with parts that the models lack.
@Suite struct UniqueSwaps {
  let house: UniqueHouse
  let context: ModelContext
  let witnesses: Witnesses

  init() throws {
    house = try UniqueHouse(policy: .error)
    context = house.context()
    witnesses = try house.witnesses()
  }

  private func save(_ models: [any PersistentModel]) throws {
    context.insert(contentsOf: models)
    try context.save()
    try witnesses.mark()
  }

  /// Saves, and checks that each row was updated once and nothing else was changed.
  private func saveSwap(of count: Int) throws {
    try context.save()
    let changes = try #require(try context.historyEntries().last).changes
    #expect(changes.count == count && changes.allSatisfy { $0.kind == .update })
    #expect(try witnesses.faults() == [])
    let faults = try house.faults()
    #expect(faults.isEmpty)
  }

  @Test func keepWhatTheModelsLack() throws {
    let people = ["a", "b", "c", "d", "e"].map { UniquePerson($0, name: $0) }
    try save(people)
    // A circle of three, a pair, and other changes beside them.
    for (person, email) in zip(people, ["b", "c", "a", "e", "d"]) { person.email = email }
    people[0].age = 7
    try saveSwap(of: 5)
    let found = try house.reopened().all(UniquePerson.self)
    #expect(found.map(\.email) == ["b", "c", "a", "e", "d"])
    #expect(found.map(\.name) == ["a", "b", "c", "d", "e"] && found[0].age == 7)
  }

  @Test func followAChainOfAnyLength() throws {
    let badges = (0..<500).map { UniqueBadge($0) }
    try save(badges)
    for badge in badges { badge.number += 1 }
    try saveSwap(of: 500)
    #expect(try house.reopened().all(UniqueBadge.self).map(\.number) == Array(1...500))
    for badge in badges { badge.number = 501 - badge.number }
    try saveSwap(of: 500)
    #expect(try house.reopened().all(UniqueBadge.self).map(\.number) == (1...500).reversed())
  }

  @Test func areOfEachColumnOfAGroup() throws {
    let teams = [
      UniqueTeam("1", city: "Bern", number: 1), UniqueTeam("2", city: "Bern", number: 2),
      UniqueTeam("3", city: "Chur", number: 1), UniqueTeam("4", number: 1),
    ]
    try save(teams)
    (teams[0].number, teams[1].number) = (2, 1)
    try saveSwap(of: 2)
    (teams[0].number, teams[1].number) = (1, 2)
    (teams[0].city, teams[2].city) = ("Chur", "Bern")
    try saveSwap(of: 3)
    // Both groups of the class at once, and one that has no city.
    (teams[0].code, teams[2].code) = ("3", "1")
    (teams[0].city, teams[2].city, teams[3].city) = ("Bern", nil, "Chur")
    try saveSwap(of: 3)
    let found = try house.reopened().all(UniqueTeam.self)
    #expect(found.map(\.code) == ["3", "2", "1", "4"])
    #expect(found.map(\.city) == ["Bern", "Bern", nil, "Chur"])
    #expect(found.map(\.number) == [1, 2, 1, 1])
  }

  @Test func areOfLinks() throws {
    let teams = [UniqueTeam("red"), UniqueTeam("blue")]
    let seats = teams.map { UniqueSeat(1, in: $0) }
    try save(seats)
    (seats[0].team, seats[1].team) = (teams[1], teams[0])
    try saveSwap(of: 2)
    #expect(try house.reopened().all(UniqueSeat.self).map { $0.team?.code } == ["blue", "red"])
    // One of them gets a new target.
    let green = UniqueTeam("green")
    (seats[0].team, seats[1].team) = (green, teams[1])
    try context.save()
    #expect(try witnesses.faults() == [])
    #expect(try house.reopened().all(UniqueSeat.self).map { $0.team?.code } == ["green", "blue"])
  }

  @Test func areOfSubclasses() throws {
    let truck = UniqueTruck("T", fleet: "north", slot: 1)
    let other = UniqueTruck("U", fleet: "north", slot: 2)
    let vehicle = UniqueVehicle("V")
    try save([truck, other, vehicle])
    (truck.plate, vehicle.plate) = ("V", "T")
    (truck.slot, other.slot) = (2, 1)
    try saveSwap(of: 3)
    #expect(try house.reopened().all(UniqueVehicle.self).map(\.plate) == ["V", "U", "T"])
    #expect(try house.reopened().all(UniqueTruck.self).map(\.slot) == [2, 1])
  }

  @Test func leaveValuesToNewObjectsAndTakeThoseOfDeletedOnes() throws {
    let people = ["a", "b", "c"].map { UniquePerson($0, name: $0) }
    try save(people)
    (people[0].email, people[1].email) = ("b", "c")
    context.delete(people[2])
    context.insert(UniquePerson("a", name: "new"))
    try context.save()
    let found = try house.reopened().all(UniquePerson.self)
    #expect(found.map(\.email) == ["b", "c", "a"] && found.map(\.name) == ["a", "b", "new"])
    #expect(try witnesses.faults() == [])
  }

  @Test func areRefusedWhereAnObjectKeepsTheValue() throws {
    let people = ["a", "b", "c"].map { UniquePerson($0, name: $0) }
    try save(people)
    (people[0].email, people[1].email) = ("b", "c")
    people[2].name = "changed"
    let conflict = UniqueConflict(
      object: people[1].id, existing: people[2].id, properties: ["email"], values: ["'c'"])
    #expect(throws: StackError.notUnique(conflict)) { try context.save() }
    people[1].email = "d"
    people[2].email = "a"
    try saveSwap(of: 3)
    // Two that want the same value.
    (people[0].email, people[1].email) = ("x", "x")
    #expect(throws: StackError.self) { try context.save() }
    #expect(try house.reopened().all(UniquePerson.self).map(\.email) == ["b", "d", "a"])
  }

  @Model final class Mark {
    @Attribute(.unique) var at: Date
    @Attribute(.unique) var id: UUID
    @Attribute(.unique) var price: Decimal
    @Attribute(.unique) var data: Data
    @Attribute(.unique) var level: Level
    @Attribute(.unique) var weight: Double

    init(_ number: Int, _ level: Level) {
      at = Date(timeIntervalSinceReferenceDate: Double(number))
      id = UUID()
      price = Decimal(number)
      data = Data([UInt8(number)])
      self.level = level
      weight = Double(number)
    }

    var values: [String] {
      ["\(at)", "\(id)", "\(price)", "\(data.map { $0 })", "\(level)", "\(weight)"]
    }
  }

  enum Level: String, Codable { case low, middle, high }

  @Model final class Flag {
    @Attribute(.unique) var isOn: Bool
    init(_ isOn: Bool) { self.isOn = isOn }
  }

  @Test func areOfValuesOfEachType() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Mark.self, configurations: ModelConfiguration(url: folder.store()))
    let witnesses = try Witnesses(at: folder.store())
    let context = ModelContext(container)
    let (one, two) = (Mark(1, .low), Mark(2, .high))
    context.insert(contentsOf: [one, two])
    try context.save()
    try witnesses.mark()
    let values = [one.values, two.values]
    (one.at, two.at) = (two.at, one.at)
    (one.id, two.id) = (two.id, one.id)
    (one.price, two.price) = (two.price, one.price)
    (one.data, two.data) = (two.data, one.data)
    (one.level, two.level) = (two.level, one.level)
    (one.weight, two.weight) = (two.weight, one.weight)
    try context.save()
    let found = try ModelContext(container).all(Mark.self)
    #expect(found.map(\.values) == values.reversed())
    #expect(try witnesses.faults() == [])
  }

  @Test func areRefusedInWordsWhereNoThirdValueIsPossible() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Flag.self, configurations: ModelConfiguration(url: folder.store()))
    let context = ModelContext(container)
    let (one, two) = (Flag(true), Flag(false))
    context.insert(contentsOf: [one, two])
    try context.save()
    (one.isOn, two.isOn) = (false, true)
    guard TestServer.isWanted else { return try context.save() }
    // A server's boolean has two values alone.
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect(
      "\(error.map { "\($0)" } ?? "")"
        == "\(one.id) can't be saved: isOn: it swaps this unique value with \(two.id), and the store takes no "
        + "third value meanwhile; save one of them with another value first")
  }
}
