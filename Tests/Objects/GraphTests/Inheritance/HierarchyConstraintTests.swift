import StrataModelSupport
import StrataStoreSupport
import Strata
import Testing

@Suite struct HierarchyConstraints {
  private struct Conflict: Equatable {
    let object: PersistentIdentifier
    let properties: [String]

    init(_ object: PersistentIdentifier, _ properties: [String]) {
      self.object = object
      self.properties = properties
    }
  }

  private func conflict(in context: ModelContext) throws -> Conflict? {
    context.uniqueConflictPolicy = .error
    do {
      try context.save()
      return nil
    } catch StackError.notUnique(let conflict) {
      return Conflict(conflict.object, conflict.properties)
    }
  }

  @Test func ofTheSuperclassHoldForAllClasses() throws {
    let context = try Menagerie.inMemory()
    context.insert(Tiger(tag: "same", stripes: 1))
    try context.save()
    let pup = Pup(tag: "same", breed: "pug")
    context.insert(pup)
    #expect(try conflict(in: context) == Conflict(pup.persistentModelID, ["tag"]))
  }

  @Test func ofASubclassHoldForItAlone() throws {
    let context = try Menagerie.inMemory()
    for number in 0..<3 { context.insert(Beast(tag: "\(number)", weight: 5)) }
    for number in 3..<6 { context.insert(Tiger(tag: "\(number)", stripes: number, weight: 5)) }
    try context.save()
    let tiger = Tiger(tag: "6", stripes: 3)
    context.insert(tiger)
    #expect(try conflict(in: context) == Conflict(tiger.persistentModelID, ["stripes"]))
    tiger.stripes = 6
    tiger.weight = 5
    tiger.color = 1
    try context.save()
    let other = Tiger(tag: "7", stripes: 7, weight: 5)
    other.color = 1
    context.insert(other)
    #expect(try conflict(in: context) == Conflict(other.persistentModelID, ["weight", "color"]))
  }

  @Test func forWhatIsInheritedHoldForTheHeirsAlone() throws {
    let context = ModelContext(
      try ModelContainer(
        for: [Plot.self, Garden.self, RoseGarden.self],
        configuration: .temporary))
    context.insert(Plot(number: 1))
    context.insert(Plot(number: 1))
    context.insert(Garden(number: 1))
    try context.save()
    let roses = RoseGarden(number: 1)
    context.insert(roses)
    #expect(try conflict(in: context) == Conflict(roses.persistentModelID, ["number"]))
  }

  @Test func onValuesThatMustBeThereHoldForTheClass() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    context.insertOneOfEach()
    try context.save()
    let faults = try zoo.context().checkStore()
    #expect(faults == [])
    let sql = context.container.schema.definition.joined(separator: "\n")
    #expect(
      sql.contains(#"CHECK (strata_entity NOT IN ('Hound', 'Pup') OR ("Hound_breed" IS NOT NULL))"#)
    )
    #expect(!sql.contains(#"CREATE TABLE "Hound""#))
    #expect(sql.contains(#""Keeper" ("#) && sql.contains(#""favorite" INTEGER REFERENCES "Beast""#))
  }
}

@Model class Plot {
  var number: Int
  init(number: Int) { self.number = number }
}

@Model class Garden: Plot {
  #Unique<Garden>([\.number])
  override init(number: Int) { super.init(number: number) }
}

@Model final class RoseGarden: Garden {
  override init(number: Int) { super.init(number: number) }
}
