import CoreData
import Foundation
import StrataDescriptions
import StrataManagedObjects
import StrataModelSource
import StrataTestSupport
import Testing

/// Classes that replace those of Xcode, which are compiled with these tests.
@Suite struct XcodeSources {
  /// The sample, with the classes that the generated source has.
  private static var model: ManagedObjectModel {
    var model = ManagedObjectModel.sample
    for index in model.entities.indices {
      model.entities[index].managedObjectClassName = "Xcode" + model.entities[index].name
      guard model.entities[index].name == "Stop" else { continue }
      for (name, type, isScalar) in [
        ("rating", .integer32, true), ("isOpen", .boolean, true), ("height", .double, true),
        ("visits", .integer64, true), ("weight", .float, false), ("isKnown", .boolean, false),
        ("price", .decimal, false),
      ] as [(String, AttributeType, Bool)] {
        var attribute = AttributeDescription(name: name, type: type, isOptional: true)
        attribute.usesScalarValueType = isScalar
        model.entities[index].properties.append(.attribute(attribute))
      }
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
      classes: [XcodeTrip.self, XcodeBusinessTrip.self, XcodeStop.self])
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func make<Object: NSManagedObject>(
    _ type: Object.Type, _ name: String, _ context: NSManagedObjectContext
  ) throws -> Object {
    try #require(
      NSEntityDescription.insertNewObject(forEntityName: name, into: context) as? Object)
  }

  @Test func areWhatIsCompiledHere() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("GeneratedLikeXcode.swift")
    let source = ManagedSource(Self.model, style: .xcode)
    let text = "// swift-format-ignore-file\n" + source.text
    if Recording.isOn { return try Recording.write(text, to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }

  @Test func haveXcodesFiles() {
    let source = ManagedSource(Self.model, style: .xcode)
    #expect(
      source.files.map(\.name).prefix(2) == [
        "XcodeTrip+CoreDataClass.swift", "XcodeTrip+CoreDataProperties.swift",
      ])
    #expect(source.files.count == 6)
    #expect(
      source.files[0].text
        == "public import CoreData\n\npublic class XcodeTrip: NSManagedObject {}\n")
    #expect(source.files[1].text.hasPrefix("public import CoreData\n\nextension XcodeTrip {\n"))
    #expect(source.text.contains("-> NSFetchRequest<XcodeTrip> {"))
  }

  @Test func leaveOutTheClassesThatTheDeveloperWrites() {
    var model = Self.model
    model.entities[0].codeGeneration = .category
    let source = ManagedSource(model, style: .xcode)
    let name = source.declarations.first { $0.name == model.entities[0].managedObjectClassName }?
      .name
    let files = source.files.map(\.name)
    #expect(files.count == 5 && !files.contains("\(name ?? "")+CoreDataClass.swift"))
    #expect(files.contains("\(name ?? "")+CoreDataProperties.swift"))
    #expect(!source.text.contains("class \(name ?? ""):"))
  }

  @Test func sayWhichTypesAreNotXcodes() throws {
    var model = Self.model
    for entity in model.entities.indices {
      for index in model.entities[entity].properties.indices {
        guard case .attribute(var attribute) = model.entities[entity].properties[index] else {
          continue
        }
        attribute.usesScalarValueType = true
        model.entities[entity].properties[index] = .attribute(attribute)
      }
    }
    let notes = ManagedSource(model, style: .xcode).notes.map(\.description)
    #expect(
      notes == [
        "Trip.begins: Xcode has the number of its seconds; here it is a Date",
        "Trip.color: Xcode has UIColor; here it is the data that the transformer makes",
      ])
  }

  @Test func haveScalarsAndNumbers() throws {
    let context = try context()
    let stop = try make(XcodeStop.self, "Stop", context)
    #expect(stop.rating == 0 && !stop.isOpen && stop.height == 0 && stop.weight == nil)
    let trip = try make(XcodeBusinessTrip.self, "BusinessTrip", context)
    trip.begins = .distantPast
    trip.class = 2
    stop.trip = trip
    stop.rating = 3
    stop.visits = .max
    stop.weight = 1.5
    stop.isKnown = true
    stop.price = NSDecimalNumber(string: "2.25")
    try context.save()
    context.refreshAllObjects()
    #expect(stop.rating == 3 && stop.visits == .max && stop.weight == 1.5)
    #expect(stop.isKnown?.boolValue == true && stop.price == NSDecimalNumber(string: "2.25"))
    stop.weight = nil
    #expect(stop.weight == nil)
  }

  @Test func haveSetsOfFoundation() throws {
    let context = try context()
    let trip = try make(XcodeBusinessTrip.self, "BusinessTrip", context)
    let stops = try (0..<4).map { _ in try make(XcodeStop.self, "Stop", context) }
    #expect(trip.stops?.count == 0 && stops[0].neighbours?.count == 0)
    trip.stops = NSOrderedSet(array: [stops[0], stops[1]])
    trip.insertIntoStops(stops[2], at: 0)
    trip.addToStops(stops[3])
    #expect(trip.stops?.array as? [XcodeStop] == [stops[2], stops[0], stops[1], stops[3]])
    #expect(stops[2].trip === trip)
    trip.removeFromStops(NSOrderedSet(array: [stops[0], stops[1]]))
    #expect(trip.stops == NSOrderedSet(array: [stops[2], stops[3]]))
    stops[0].neighbours = NSSet(object: stops[1])
    stops[0].addToNeighbours(NSSet(array: [stops[2], stops[3]]))
    stops[0].removeFromNeighbours(stops[3])
    #expect(stops[0].neighbours?.allObjects as? [XcodeStop] != nil)
    #expect(stops[0].neighbours == NSSet(array: [stops[1], stops[2]]))
    #expect(stops[2].neighbours == NSSet(object: stops[0]))
    stops[0].neighbours = nil
    #expect(stops[2].neighbours == NSSet())
    let request: NSFetchRequest<XcodeStop> = XcodeStop.fetchRequest()
    #expect(request.entityName == "Stop")
  }
}
