import StrataModelSupport
import Strata
import Testing

@Suite struct UniqueValuesInHierarchies {
  let house: UniqueHouse
  let context: ModelContext

  init() throws {
    house = try UniqueHouse()
    let first = house.context()
    let truck = UniqueTruck("T1", fleet: "north", slot: 1, color: "red")
    truck.load = 4
    truck.keeper = UniquePerson("a@x")
    first.insert(contentsOf: [truck, UniqueVehicle("V1", color: "blue")])
    try first.save()
    context = house.context()
  }

  @Test(arguments: [false, true])
  func areUpsertedWithinAClass(isInMemory: Bool) throws {
    let held = isInMemory ? try context.all(UniqueVehicle.self) : []
    let truck = UniqueTruck("T1", fleet: "south", slot: 1)
    let trip = UniqueTrip(truck)
    context.insert(contentsOf: [trip, UniqueTrip(UniqueVehicle("V1", color: "white"))])
    try context.save()
    let survivor = try #require(try context.all(UniqueTruck.self).first)
    #expect(held.isEmpty ? survivor === truck : held.contains { $0 === survivor })
    #expect(survivor.fleet == "south" && survivor.color == "red" && survivor.load == 4)
    #expect(survivor.keeper?.email == "a@x" && trip.vehicle === survivor)
    let saved = try house.reopened().all(UniqueVehicle.self)
    #expect(saved.map(\.plate).sorted() == ["T1", "V1"])
    #expect(saved.map(\.color).sorted() == ["red", "white"])
    #expect(try house.reopened().all(UniqueTrip.self).map { $0.vehicle?.plate } == ["T1", "V1"])
    let changes = try #require(try context.historyEntries().last).changes
    #expect(
      Set(changes.filter { $0.kind == .update }.map(\.entity)) == ["UniqueTruck", "UniqueVehicle"])
    let faults = try house.faults()
    #expect(faults.isEmpty)
  }

  @Test(arguments: [UniqueConflictPolicy.upsert, .error, .ignore])
  func ofAnotherClassAreAnError(policy: UniqueConflictPolicy) throws {
    context.uniqueConflictPolicy = policy
    let existing = try #require(try context.all(UniqueTruck.self).first)
    let new = UniqueVehicle("T1")
    context.insert(new)
    let conflict = UniqueConflict(
      object: new.id, existing: existing.id, properties: ["plate"], values: ["'T1'"])
    #expect(existing.id.entityName == "UniqueTruck")
    #expect(throws: StackError.notUnique(conflict)) { try context.save() }
    new.plate = "V2"
    try context.save()
    #expect(try house.reopened().all(UniqueVehicle.self).count == 3)
  }

  @Test func ofASubclassAreItsOwn() throws {
    let truck = UniqueTruck("T2", fleet: "north", slot: 1)
    context.insert(truck)
    try context.save()
    #expect(truck.plate == "T2" && truck.load == 4 && context.resolvedUniqueConflicts.count == 1)
    #expect(try house.reopened().all(UniqueTruck.self).map(\.plate) == ["T2"])
  }

  @Test func areSwappedBetweenClasses() throws {
    let vehicles = try context.all(UniqueVehicle.self)
    let (one, two) = (try #require(vehicles.first), try #require(vehicles.last))
    (one.plate, two.plate) = (two.plate, one.plate)
    try context.save()
    let saved = try house.reopened().all(UniqueVehicle.self)
    #expect(saved.map(\.plate) == vehicles.map(\.plate))
    #expect(try house.reopened().all(UniqueTruck.self).map(\.load) == [4])
  }
}
