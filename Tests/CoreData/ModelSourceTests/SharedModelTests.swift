import CoreData
import SwiftData
import Testing

@Model final class SharedTrip {
  @Attribute(.unique) var name: String
  var nights = 0
  @Relationship(deleteRule: .cascade, inverse: \SharedStop.trip) var stops: [SharedStop] = []
  init(name: String) { self.name = name }
}

@Model final class SharedStop {
  var place: String
  var trip: SharedTrip?
  init(place: String) { self.place = place }
}

/// Classes of SwiftData in a model of Core Data, as apps have them that use both.
@Suite struct SharedModelsOfBoth {
  @Test func makeAModel() throws {
    let model = try #require(
      NSManagedObjectModel.makeManagedObjectModel(for: [SharedTrip.self]))
    #expect(model.entitiesByName.keys.sorted() == ["SharedStop", "SharedTrip"])
    let trip = try #require(model.entitiesByName["SharedTrip"])
    #expect(trip.attributesByName["nights"]?.attributeType == .integer64AttributeType)
    #expect(trip.relationshipsByName["stops"]?.deleteRule == .cascadeDeleteRule)
    #expect(trip.relationshipsByName["stops"]?.inverseRelationship?.name == "trip")
    #expect(trip.uniquenessConstraints as? [[String]] == [["name"]])
  }
}
