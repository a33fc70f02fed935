import CoreData
import Foundation
import StrataDescriptions
import StrataManagedObjects
import StrataModelSource
import StrataTestSupport
import Testing

/// Classes with `@Managed` that are generated of a model compile, since they are compiled with these tests.
@Suite struct ManagedSources {
  /// The sample, with the classes that the generated source has.
  private static var model: ManagedObjectModel {
    var model = ManagedObjectModel.sample
    for index in model.entities.indices {
      model.entities[index].managedObjectClassName = "Managed" + model.entities[index].name
      guard model.entities[index].name == "Stop" else { continue }
      model.entities[index].properties.append(
        .relationship(
          RelationshipDescription(
            name: "neighbours", destination: "Stop", inverse: "neighbours", maxCount: 0)))
    }
    return model
  }

  private func context() throws -> NSManagedObjectContext {
    let coordinator = try NSPersistentStoreCoordinator(
      managedObjectModel: Self.model,
      classes: [ManagedTrip.self, ManagedBusinessTrip.self, ManagedStop.self])
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test func areWhatIsCompiledHere() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("GeneratedManaged.swift")
    let source = ManagedSource(Self.model)
    if Recording.isOn { return try Recording.write(source.text, to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == source.text)
  }

  @Test func areTheClassesOfTheirModel() throws {
    let context = try context()
    let trip = ManagedBusinessTrip(context: context)
    trip.name = "Rome"
    trip.days = 3
    trip.class = 2
    let stop = ManagedStop(context: context)
    trip.stops = [stop]
    #expect(stop.trip === trip)
    #expect(trip.value(forKey: "class") as? Int == 2)
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

  @Test func haveXcodesMethodsForRelationshipsToMany() throws {
    let context = try context()
    let stops = (0..<5).map { _ in ManagedStop(context: context) }
    let (first, others) = (stops[0], stops[1...])
    first.addToNeighbours(stops[1])
    first.addToNeighbours([stops[2], stops[3]])
    first.addToNeighbours(NSSet(object: stops[4]))
    #expect(first.neighbours == Set(others) && stops[4].neighbours == [first])
    first.removeFromNeighbours(stops[1])
    first.removeFromNeighbours(Set(stops[2...3]))
    #expect(first.neighbours == [stops[4]] && stops[2].neighbours.isEmpty)
    first.removeFromNeighbours(NSSet(array: [stops[4], stops[1]]))
    #expect(first.neighbours.isEmpty)
  }

  @Test func haveXcodesMethodsForPositions() throws {
    let context = try context()
    let trip = ManagedBusinessTrip(context: context)
    let stops = (0..<6).map { _ in ManagedStop(context: context) }
    trip.addToStops(NSOrderedSet(array: [stops[0], stops[1]]))
    trip.insertIntoStops(stops[2], at: 0)
    #expect(trip.stops == [stops[2], stops[0], stops[1]] && stops[2].trip === trip)
    let ends = NSMutableIndexSet(index: 0)
    ends.add(4)
    trip.insertIntoStops([stops[3], stops[4]], at: ends)
    #expect(trip.stops == [stops[3], stops[2], stops[0], stops[1], stops[4]])
    trip.removeFromStops(at: 1)
    trip.removeFromStops(at: NSIndexSet(index: 0))
    #expect(trip.stops == [stops[0], stops[1], stops[4]] && stops[3].trip == nil)
    trip.replaceStops(at: 2, with: stops[5])
    trip.replaceStops(at: NSIndexSet(index: 0), with: [stops[2]])
    #expect(trip.stops == [stops[2], stops[1], stops[5]] && stops[0].trip == nil)
    trip.removeFromStops([stops[1], stops[5]])
    #expect(trip.stops == [stops[2]])
  }

  @Test func leaveWhatCannotBeDoneToTheSave() throws {
    let context = try context()
    let trip = ManagedBusinessTrip(context: context)
    let stop = ManagedStop(context: context)
    trip.insertIntoStops(stop, at: 1)
    stop.addToNeighbours(NSSet(array: [stop, trip]))
    #expect(trip.stops.isEmpty && stop.neighbours.isEmpty)
    let errors = [0, 1].compactMap { _ in
      do {
        try context.save()
        return nil as String?
      } catch {
        return "\(error)"
      }
    }
    #expect(errors.contains { $0.contains("has no position 1") })
    #expect(errors.contains { $0.contains("neighbours leads to Stop, not BusinessTrip") })
  }

  @Test func giveMethodsToOneOfTwoRelationshipsWithTheirNames() {
    var model = Self.model
    for index in model.entities.indices where model.entities[index].name == "Stop" {
      model.entities[index].properties.append(
        .relationship(
          RelationshipDescription(name: "Neighbours", destination: "Trip", maxCount: 0)))
    }
    let source = ManagedSource(model)
    #expect(source.text.components(separatedBy: "func addToNeighbours(_ value:").count == 2)
    #expect(
      source.notes.map(\.description).contains {
        $0.contains("another relationship has methods of the same names")
      })
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
