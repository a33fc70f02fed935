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
}
