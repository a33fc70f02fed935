import SwiftData
import Testing

@Suite struct InheritanceTests {
  @Test func subclassKeepsItsOwnAndInheritedProperties() throws {
    let trip = Inherited.BusinessTrip(name: "fair", travelClass: .first, allowance: 12.5)
    trip.days = 3
    try reopen(trip) {
      #expect($0.name == "fair")
      #expect($0.days == 3)
      #expect($0.allowance == 12.5)
      #expect($0.travelClass == .first)
      #expect($0.color == "blue")
    }
  }

  @Test func classOfTheThirdGenerationIsKept() throws {
    let trip = Inherited.FamilyTrip(name: "sea")
    trip.headCount = 4
    trip.reason = "summer"
    try reopen(trip) {
      #expect($0.name == "sea")
      #expect($0.reason == "summer")
      #expect($0.headCount == 4)
    }
  }

  @Test func inheritedPropertyChangesAreSaved() throws {
    try reopen(Inherited.FamilyTrip(name: "sea")) {
      $0.name = "lake"
      $0.headCount = 5
      let context = try #require($0.modelContext)
      try context.save()
      let other = ModelContext(context.container)
      let found = try other.fetch(FetchDescriptor<Inherited.FamilyTrip>())
      #expect(found.map(\.name) == ["lake"])
      #expect(found.map(\.headCount) == [5])
    }
  }

  @Test func subclassIsFetchedByInheritedProperties() throws {
    let file = try StoreFile()
    let context = try file.context([Inherited.FamilyTrip.self])
    for name in ["b", "a", "c"] { context.insert(Inherited.FamilyTrip(name: name)) }
    try context.save()
    let found = try context.fetch(
      FetchDescriptor<Inherited.FamilyTrip>(
        predicate: #Predicate { $0.name != "c" && $0.headCount == 2 },
        sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.name) == ["a", "b"])
  }

  private static let trips: [any PersistentModel.Type] = [
    Inherited.Trip.self, Inherited.BusinessTrip.self, Inherited.FamilyTrip.self,
  ]

  @Test func superclassFetchGivesSubclasses() throws {
    let file = try StoreFile()
    defer { withExtendedLifetime(file) {} }
    let context = try file.context(Self.trips)
    context.insert(Inherited.Trip(name: "a"))
    context.insert(Inherited.BusinessTrip(name: "b", travelClass: .first))
    context.insert(Inherited.FamilyTrip(name: "c"))
    try context.save()
    let all = try context.fetch(
      FetchDescriptor<Inherited.Trip>(sortBy: [SortDescriptor(\.name, order: .reverse)]))
    #expect(all.map(\.name) == ["c", "b", "a"])
    #expect(all.map(\.color) == ["yellow", "blue", "yellow"])
    #expect(try context.fetchCount(FetchDescriptor<Inherited.PersonalTrip>()) == 1)
  }

  @Test func predicateAsksForTheClass() throws {
    let file = try StoreFile()
    defer { withExtendedLifetime(file) {} }
    let context = try file.context(Self.trips)
    context.insert(Inherited.Trip(name: "a"))
    context.insert(Inherited.BusinessTrip(name: "b", travelClass: .first, allowance: 20))
    context.insert(Inherited.BusinessTrip(name: "c", travelClass: .second))
    context.insert(Inherited.FamilyTrip(name: "d"))
    try context.save()
    func names(_ predicate: Predicate<Inherited.Trip>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name)
    }
    #expect(try names(#Predicate { $0 is Inherited.BusinessTrip }) == ["b", "c"])
    let isPersonal = #Predicate<Inherited.Trip> {
      if let trip = $0 as? Inherited.PersonalTrip { trip.days == 1 } else { false }
    }
    #expect(try names(isPersonal) == ["d"])
    #expect(
      try names(#Predicate { ($0 as? Inherited.BusinessTrip)?.allowance ?? 0 > 10 }) == ["b"])
  }

  @Test func relationshipToTheSuperclassHoldsSubclasses() throws {
    let file = try StoreFile()
    let context = try file.context(Self.trips)
    let trip = Inherited.FamilyTrip(name: "sea")
    trip.stops = [Inherited.Stop(place: "inn"), Inherited.Stop(place: "beach")]
    context.insert(trip)
    try context.save()
    let other = try file.context(Self.trips)
    let stops = try other.fetch(FetchDescriptor<Inherited.Stop>())
    #expect(stops.allSatisfy { $0.trip is Inherited.FamilyTrip })
    try other.delete(model: Inherited.Trip.self)
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<Inherited.Stop>()) == 0)
  }

  @Test func identifierNamesTheObjectsOwnClass() throws {
    let file = try StoreFile()
    defer { withExtendedLifetime(file) {} }
    let context = try file.context(Self.trips)
    let trip: Inherited.Trip = Inherited.FamilyTrip(name: "sea")
    context.insert(trip)
    try context.save()
    #expect(trip.persistentModelID.entityName == "FamilyTrip")
    let found: Inherited.Trip? = context.registeredModel(for: trip.persistentModelID)
    #expect(found === trip)
    #expect(context.model(for: trip.persistentModelID) is Inherited.FamilyTrip)
  }
}
