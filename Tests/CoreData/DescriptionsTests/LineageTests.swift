import StrataDescriptions
import Testing

@Suite struct Lineage {
  private let model = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "Place", isAbstract: true,
        properties: [
          .attribute(AttributeDescription(name: "name", type: .string)),
          .relationship(
            RelationshipDescription(name: "trip", destination: "Trip", inverse: "places")),
        ]),
      EntityDescription(
        name: "City", superentityName: "Place",
        properties: [
          .attribute(AttributeDescription(name: "size", type: .integer64)),
          .relationship(RelationshipDescription(name: "twin", destination: "City", maxCount: 1)),
        ]),
      EntityDescription(
        name: "Trip",
        properties: [
          .relationship(
            RelationshipDescription(name: "places", destination: "Place", inverse: "trip"))
        ]),
    ])

  private func entity(_ name: String) throws -> EntityDescription {
    try #require(model.entity(named: name))
  }

  @Test func givesAllPropertiesByName() throws {
    let city = try entity("City")
    #expect(Set(city.propertiesByName.keys) == ["name", "trip", "size", "twin"])
    #expect(Set(city.attributesByName.keys) == ["name", "size"])
    #expect(city.attributesByName["name"]?.type == .string)
    #expect(Set(city.relationshipsByName.keys) == ["trip", "twin"])
    #expect(city.relationships(forDestination: city).map(\.name) == ["twin"])
    #expect(city.relationships(forDestination: try entity("Trip")).map(\.name) == ["trip"])
    #expect(Set(model.entities[1].propertiesByName.keys).count == 4)
  }

  @Test func goesUpAndDown() throws {
    let (place, city) = (try entity("Place"), try entity("City"))
    #expect(city.superentity == place && place.superentity == nil)
    #expect(city.superentity?.subentitiesByName == ["City": city] && city.subentities.isEmpty)
    #expect(city.isKindOf(entity: place) && city.isKindOf(entity: city))
    #expect(!place.isKindOf(entity: city))
    #expect(city.managedObjectModel == model)
  }

  @Test func goesAlongRelationships() throws {
    let trip = try #require(try entity("City").relationshipsByName["trip"])
    #expect(try trip.destinationEntity == entity("Trip"))
    #expect(trip.inverseRelationship?.name == "places")
    #expect(trip.inverseRelationship?.destinationEntity?.name == "Place")
    #expect(try entity("City").relationshipsByName["twin"]?.inverseRelationship == nil)
  }

  @Test func isSetOfRelationshipsThatAreDescribedInCode() throws {
    var stops = RelationshipDescription(name: "stops", destination: nil)
    var trip = RelationshipDescription(name: "trip", destination: nil, maxCount: 1)
    var (stop, journey) = (EntityDescription(name: "Stop"), EntityDescription(name: "Journey"))
    stops.destinationEntity = stop
    trip.destinationEntity = journey
    stops.inverseRelationship = trip
    trip.inverseRelationship = stops
    #expect(stops.destinationEntityName == "Stop" && stops.destinationEntity == stop)
    stop.properties = [.relationship(trip)]
    journey.properties = [.relationship(stops)]
    let model = ManagedObjectModel(entities: [stop, journey])
    #expect(model.problems().isEmpty)
    #expect(
      model.entity(named: "Stop")?.relationshipsByName["trip"]?.inverseRelationship?.name == "stops"
    )
    trip.destinationEntity = nil
    #expect(trip.destinationEntityName == nil && trip.destinationEntity == nil)
  }

  @Test func isNoPartOfWhatAnEntitySays() throws {
    let free = EntityDescription(name: "Trip", properties: try entity("Trip").properties)
    let taken = try entity("Trip")
    #expect(free == taken && Set([free, taken]).count == 1)
    #expect(free.managedObjectModel == nil && free.superentity == nil)
    #expect(Set(free.propertiesByName.keys) == ["places"])
  }

  @Test func isThatOfTheModelAtThatTime() throws {
    var changed = model
    let before = try #require(changed.entity(named: "City"))
    changed.entities[0].properties.removeAll()
    changed.entities.append(EntityDescription(name: "Village", superentityName: "Place"))
    #expect(before.propertiesByName.count == 4)
    #expect(changed.entity(named: "City")?.propertiesByName.count == 2)
    #expect(changed.entity(named: "Place")?.subentities.map(\.name) == ["City", "Village"])
  }
}

@Suite struct PartsOfModels {
  @Test func areFoundAndSetByName() {
    var model = ManagedObjectModel(entities: [
      EntityDescription(name: "A"), EntityDescription(name: "B"),
    ])
    let template = FetchRequestDescription(name: "x", entityName: "A")
    model.setFetchRequestTemplate(template, forName: "all")
    #expect(model.fetchRequestTemplate(forName: "all")?.entityName == "A")
    #expect(Array(model.fetchRequestTemplatesByName.keys) == ["all"])
    model.setFetchRequestTemplate(nil, forName: "all")
    #expect(model.fetchRequestTemplate(forName: "all") == nil)
    #expect(model.entities(forConfigurationName: "Local") == nil)
    model.setEntities([EntityDescription(name: "B")], forConfigurationName: "Local")
    #expect(model.entities(forConfigurationName: "Local")?.map(\.name) == ["B"])
    #expect(model.entities(forConfigurationName: nil)?.count == 2)
    model.setEntities([], forConfigurationName: "Local")
    #expect(model.configurations.count == 1)
  }
}
