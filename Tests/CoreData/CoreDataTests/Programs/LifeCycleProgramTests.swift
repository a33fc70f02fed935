import CoreData
import StrataTestSupport
import Testing

/// Life cycles and hierarchies of objects in programs of Core Data, in its words.
@Suite struct LifeCyclePrograms {
  @Test func awakeOnceFromInsertion() throws {
    let context = try Zoo().context()
    let lion = Lion(context: context)
    #expect(lion.calls == ["awakeFromInsert"] && lion.name == "Leo")
    #expect(lion.born == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func awakeFromEachFetch() throws {
    let zoo = try Zoo()
    let context = zoo.context()
    _ = Lion(context: context)
    try context.save()
    let reader = zoo.context()
    let lion = try #require(try reader.fetch(NSFetchRequest<Lion>(entityName: "Lion")).first)
    #expect(lion.calls == ["awakeFromFetch"])
    _ = try reader.fetch(NSFetchRequest<Lion>(entityName: "Lion"))
    #expect(lion.calls == ["awakeFromFetch"])
  }

  @Test func hearOfSaves() throws {
    let context = try Zoo().context()
    let lion = Lion(context: context)
    try context.save()
    #expect(lion.calls.contains("willSave") && lion.calls.last == "didSave")
    #expect(lion.calls.filter { $0 == "didSave" }.count == 1)
  }

  @Test func hearOfTheirDeletion() throws {
    let context = try Zoo().context()
    let lion = Lion(context: context)
    try context.save()
    context.delete(lion)
    #expect(lion.calls.contains("prepareForDeletion") && lion.isDeleted)
  }

  @Test func setValuesBeforeASave() throws {
    let context = try Stamps().context()
    let stamp = Stamp(context: context)
    stamp.text = "x"
    try context.save()
    #expect(stamp.modified != nil && !context.hasChanges)
    let before = stamp.saves
    stamp.text = "y"
    try context.save()
    #expect(stamp.saves == before + 1)
  }

  @Test func keepASwiftPropertyOfTheirOwn() throws {
    let context = try Stamps().context()
    let stamp = Stamp(context: context)
    stamp.cached = 5
    try context.save()
    #expect(stamp.cached == 5)
    let other = try Stamps().context()
    _ = other
    #expect(stamp.title == "untitled")
    stamp.text = "Letter"
    #expect(stamp.title == "LETTER")
  }

  @Test func observeTheirOwnProperties() throws {
    let context = try Stamps().context()
    let stamp = Stamp(context: context)
    stamp.text = "a"
    stamp.text = "b"
    #expect(stamp.text == "b" && stamp.changedValues()["text"] as? String == "b")
  }

  @Test func refuseADeletion() throws {
    let context = try Zoo().context()
    let lion = Lion(context: context)
    lion.name = "Dodo"
    try context.save()
    context.delete(lion)
    do {
      try context.save()
      Issue.record("deleted")
    } catch {
      #expect("\(error)".contains("last one") || (error as NSError).code == 17)
    }
    context.rollback()
    #expect(!lion.isDeleted)
  }

  @Test func checkThemselvesBeforeASave() throws {
    let context = try Zoo().context()
    let parrot = Parrot(context: context)
    parrot.words = -1
    do {
      try context.save()
      Issue.record("saved")
    } catch {
      let error = error as NSError
      #expect(error.localizedDescription.contains("-1 words"))
    }
    parrot.words = 1
    try context.save()
    parrot.words = -2
    #expect(throws: (any Error).self) { try parrot.validateForUpdate() }
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func inheritProperties() throws {
    let context = try Zoo().context()
    let macaw = Macaw(context: context)
    (macaw.name, macaw.words, macaw.color) = ("Ara", 12, "red")
    try context.save()
    let request = NSFetchRequest<Macaw>(entityName: "Macaw")
    request.predicate = NSPredicate(format: "name == %@ AND words > 10 AND color == 'red'", "Ara")
    #expect(try context.fetch(request) == [macaw])
  }

  @Test func fetchSubentities() throws {
    let context = try Zoo().context()
    _ = (Lion(context: context), Parrot(context: context), Macaw(context: context))
    try context.save()
    let request = NSFetchRequest<Creature>(entityName: "Creature")
    #expect(try context.count(for: request) == 3)
    #expect(try context.fetch(request).filter { $0 is Parrot }.count == 2)
    let parrots = NSFetchRequest<Parrot>(entityName: "Parrot")
    parrots.includesSubentities = false
    #expect(try context.fetch(parrots).count == 1)
  }

  @Test func fetchByTheEntityInAPredicate() throws {
    let context = try Zoo().context()
    _ = (Lion(context: context), Parrot(context: context))
    try context.save()
    let request = NSFetchRequest<Creature>(entityName: "Creature")
    request.predicate = NSPredicate(format: "entity.name == %@", "Lion")
    #expect(try context.fetch(request).first is Lion)
    request.predicate = NSPredicate(format: "entity == %@", Parrot.entity())
    #expect(try context.fetch(request).map { $0.entity.name } == ["Parrot"])
  }

  @Test func haveNoObjectsOfAnAbstractEntity() throws {
    let context = try Zoo().context()
    let entity = try #require(NSEntityDescription.entity(forEntityName: "Creature", in: context))
    #expect(entity.isAbstract)
    _ = NSManagedObject(entity: entity, insertInto: context)
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func relateToAHierarchy() throws {
    let context = try Zoo().context()
    let enclosure = Enclosure(context: context)
    enclosure.creatures = [Lion(context: context), Macaw(context: context)]
    try context.save()
    #expect(enclosure.creatures.contains { $0 is Lion })
    context.delete(enclosure)
    try context.save()
    #expect(try context.count(for: NSFetchRequest<Creature>(entityName: "Creature")) == 0)
  }

  @Test func castDownAHierarchy() throws {
    let context = try Zoo().context()
    let creature: Creature = Macaw(context: context)
    switch creature {
    case let macaw as Macaw: macaw.color = "blue"
    case is Parrot: Issue.record("a plain parrot")
    default: Issue.record("no parrot")
    }
    #expect((creature as? Macaw)?.color == "blue" && (creature as? Lion) == nil)
  }

  @Test func compareEntitiesOfAHierarchy() throws {
    let context = try Zoo().context()
    let macaw = Macaw(context: context)
    #expect(macaw.entity.isKindOf(entity: Creature.entity()))
    #expect(macaw.entity.superentity == Parrot.entity() && macaw.entity != Parrot.entity())
  }

  @Test func insertBySubentitysName() throws {
    let context = try Zoo().context()
    let made = ["Lion", "Macaw"].map {
      NSEntityDescription.insertNewObject(forEntityName: $0, into: context)
    }
    #expect(made[0] is Lion && made[1] is Macaw && made.allSatisfy { $0 is Creature })
    #expect(made[0].value(forKey: "name") as? String == "Leo")
  }

  @Test func sortAcrossAHierarchy() throws {
    let context = try Zoo().context()
    let (lion, parrot) = (Lion(context: context), Parrot(context: context))
    (lion.name, parrot.name) = ("B", "A")
    try context.save()
    let request = NSFetchRequest<Creature>(entityName: "Creature")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Creature.name, ascending: true)]
    #expect(try context.fetch(request).map(\.name) == ["A", "B"])
    let lions = NSFetchRequest<Lion>(entityName: "Lion")
    lions.sortDescriptors = [NSSortDescriptor(keyPath: \Lion.name, ascending: true)]
    #expect(try context.fetch(lions).count == 1)
  }

  @Test func turnIntoFaultsAndBack() throws {
    let context = try Zoo().context()
    let lion = Lion(context: context)
    lion.manes = 1
    try context.save()
    context.refresh(lion, mergeChanges: false)
    #expect(lion.manes == 1 && !lion.hasChanges)
    lion.manes = 2
    context.refresh(lion, mergeChanges: false)
    #expect(lion.manes == 1 && !lion.hasChanges)
    lion.manes = 3
    context.refresh(lion, mergeChanges: true)
    #expect(lion.manes == 3 && lion.hasChanges)
  }
}

private final class Stamp: NSManagedObject {
  @Managed var text: String?
  @Managed var modified: Date?
  @Managed var saves: Int32
  /// A property of the class alone, which no store has.
  var cached = 0

  var title: String { text?.uppercased() ?? "untitled" }

  override func willSave() {
    super.willSave()
    guard hasChanges, !isDeleted, changedValues()["saves"] == nil else { return }
    modified = Date()
    saves += 1
  }
}

private struct Stamps {
  let container: NSPersistentContainer

  init() throws {
    let entity = NSEntityDescription()
    entity.name = "Stamp"
    entity.managedObjectClassName = "Stamp"
    let saves = Library.attribute("saves", .integer32AttributeType)
    saves.defaultValue = 0
    entity.properties = [
      Library.attribute("text", .stringAttributeType),
      Library.attribute("modified", .dateAttributeType), saves,
    ]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    container = NSPersistentContainer(name: "Stamps", managedObjectModel: model)
    container.persistentStoreDescriptions = [.inMemory]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
  }

  func context() -> NSManagedObjectContext { container.newBackgroundContext() }
}
