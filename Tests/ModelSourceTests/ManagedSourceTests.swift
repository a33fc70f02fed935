import Foundation
import StrataDescriptions
import StrataManagedObjects
import StrataModelSource
import TestSupport
import Testing

/// Classes with `@Managed` that are generated of a model compile, since they are compiled with these tests.
@Suite struct ManagedSources {
  /// The sample, with the classes that the generated source has.
  private static var model: ManagedObjectModel {
    var model = ManagedObjectModel.sample
    for index in model.entities.indices {
      model.entities[index].managedObjectClassName = "Managed" + model.entities[index].name
    }
    return model
  }

  @Test func areWhatIsCompiledHere() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("GeneratedManaged.swift")
    let source = ManagedSource(Self.model)
    if Recording.isOn { return try Recording.write(source.text, to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == source.text)
  }

  @Test func areTheClassesOfTheirModel() throws {
    let coordinator = try PersistentStoreCoordinator(
      managedObjectModel: Self.model,
      classes: [ManagedTrip.self, ManagedBusinessTrip.self, ManagedStop.self])
    try coordinator.addPersistentStore(.inMemory)
    let context = ManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let trip = try ManagedBusinessTrip(context: context)
    trip.name = "Rome"
    trip.days = 3
    trip.class = 2
    let stop = try ManagedStop(context: context)
    trip.stops = [stop]
    #expect(stop.trip === trip)
    #expect(try trip.value(forKey: "class") as? Int == 2)
  }

  @Test func haveWhatNoStoreKeeps() {
    var guests = RelationshipDescription(name: "guests", destination: "Guest", inverse: "room")
    guests.isTransient = true
    var view = AttributeDescription(name: "view", type: .transformable)
    view.isTransient = true
    let late = FetchedPropertyDescription(
      name: "late", fetchRequest: FetchRequestDescription(name: "late", entityName: "Guest"))
    let lost = FetchedPropertyDescription(
      name: "lost", fetchRequest: FetchRequestDescription(name: "lost", entityName: "Bag"))
    let model = ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Room", managedObjectClassName: "Room",
          properties: [
            .relationship(guests), .attribute(view), .fetchedProperty(late), .fetchedProperty(lost),
          ]),
        EntityDescription(name: "Guest", managedObjectClassName: "Guest"),
      ])
    let source = ManagedSource(model)
    for line in ["var guests: Set<Guest>", "var view: Any?", "var late: [Guest]"] {
      #expect(source.text.contains("  @Managed \(line)\n"))
    }
    #expect(source.notes.map(\.description).filter { $0.contains("left out") }.count == 1)
  }

  @Test func tellWhichClassesTheModelLacks() {
    var model = Self.model
    model.entities[0].managedObjectClassName = nil
    model.entities[1].managedObjectClassName = "NSManagedObject"
    let notes = ManagedSource(model).notes.map(\.description)
    #expect(
      notes.contains { $0.contains("the model has no class for it; make it BusinessTrip there") })
    #expect(
      notes.contains {
        $0.contains("the model has the class NSManagedObject for it; make it Trip there")
      })
  }
}
