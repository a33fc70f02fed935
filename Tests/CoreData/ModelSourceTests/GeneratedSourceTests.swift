import Foundation
import StrataDescriptions
import StrataModelSource
import StrataSchema
import SwiftData
import StrataTestSupport
import Testing

/// What is generated of a model compiles, since it is compiled with these tests, and says the same.
@Suite struct GeneratedSource {
  private static var text: String {
    var options = ModelSource.Options()
    options.module = "SwiftData"
    options.namespace = .version(name: "Generated", major: 1, minor: 2, patch: 3)
    return ModelSource(.sample, options).text
  }

  @Test func isWhatIsCompiledHere() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Generated.swift")
    if Recording.isOn { return try Recording.write(Self.text, to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == Self.text)
  }

  @Test func hasTheModelsEntities() throws {
    let schema = Schema(versionedSchema: Generated.self)
    #expect(schema.version == Schema.Version(1, 2, 3))
    let model = ManagedObjectModel.sample
    #expect(Set(schema.entities.map(\.name)) == Set(model.entities.map(\.name)))
    for entity in model.entities {
      let made = try #require(schema.entitiesByName[entity.name])
      #expect(made.superentity?.name == entity.superentityName)
      #expect(
        Set(made.properties.map(\.name)) == Set(model.allProperties(of: entity).map(\.name)))
      for property in model.allProperties(of: entity) {
        #expect(made.property(named: property.name)?.isOptional == property.isOptional)
      }
      for relationship in entity.relationships {
        guard case .relationship(let own) = made.property(named: relationship.name) else {
          Issue.record("\(relationship.name) is no relationship")
          continue
        }
        #expect(own.destination == relationship.destinationEntityName)
        #expect(own.inverseName == relationship.inverseName)
        #expect(own.isToOne == !relationship.isToMany)
        #expect(own.deleteRule == relationship.deleteRule)
      }
    }
  }

  @Test func hasTheModelsRules() throws {
    let schema = Schema(versionedSchema: Generated.self)
    let trip = try #require(schema.entitiesByName["Trip"])
    guard case .attribute(let name) = trip.property(named: "name"),
      case .relationship(let stops) = trip.property(named: "stops"),
      case .attribute(let photo) = trip.property(named: "photo")
    else {
      Issue.record("a property is missing")
      return
    }
    #expect(name.originalName == "title" && name.isUnique)
    #expect(name.defaultColumns == [.text("A \"new\" trip")])
    #expect(photo.options == [.externalStorage, .preserveValueOnDeletion])
    #expect(stops.maximumModelCount == 20)
    #expect(trip.uniquenessConstraints.contains(["begins", "days"]))
    #expect(trip.indices == [["begins", "name"]])
  }

  @Test @MainActor func makesAStore() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Generated.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let trip = Generated.BusinessTrip(begins: .distantPast, class: 2)
    container.mainContext.insert(trip)
    trip.stops?.append(Generated.Stop(trip: trip))
    try container.mainContext.save()
    let found = try container.mainContext.fetch(FetchDescriptor<Generated.Stop>())
    #expect(found.count == 1 && found.first?.trip === trip)
  }
}
