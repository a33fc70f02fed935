import CoreData
import StrataTestSupport

// A zoo: an abstract entity, its subentities, and what objects are told in their lives.

class Creature: NSManagedObject {
  @Managed var name: String?
  @Managed var born: Date?
  @Managed var enclosure: Enclosure?

  /// The calls of the object's life, in order.
  var calls: [String] {
    get {
      (primitiveValue(forKey: "calls") as? String ?? "").split(separator: " ").map(String.init)
    }
    set { setPrimitiveValue(newValue.joined(separator: " "), forKey: "calls") }
  }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 0), forKey: "born")
    calls.append("awakeFromInsert")
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    calls.append("awakeFromFetch")
  }

  override func willSave() {
    super.willSave()
    calls.append("willSave")
  }

  override func didSave() {
    super.didSave()
    calls.append("didSave")
  }

  override func prepareForDeletion() {
    super.prepareForDeletion()
    calls.append("prepareForDeletion")
  }

  override func validateForDelete() throws {
    try super.validateForDelete()
    if name == "Dodo" {
      throw NSError(
        domain: "Zoo", code: 17, userInfo: [NSLocalizedDescriptionKey: "it is the last one"])
    }
  }
}

class Lion: Creature {
  @Managed var manes: Int16

  override func awakeFromInsert() {
    super.awakeFromInsert()
    name = "Leo"
  }
}

class Parrot: Creature {
  @Managed var words: Int32

  override func validateForInsert() throws {
    try super.validateForInsert()
    try checkWords()
  }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    try checkWords()
  }

  private func checkWords() throws {
    guard words >= 0 else {
      throw NSError(
        domain: "Zoo", code: 1,
        userInfo: [NSLocalizedDescriptionKey: "a parrot can't know \(words) words"])
    }
  }
}

final class Macaw: Parrot {
  @Managed var color: String?
}

final class Enclosure: NSManagedObject {
  @Managed var number: Int32
  @Managed var creatures: Set<Creature>
}

struct Zoo {
  let container: NSPersistentContainer

  init(_ description: NSPersistentStoreDescription = .inMemory) throws {
    container = NSPersistentContainer(name: "Zoo", managedObjectModel: Self.model())
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
  }

  func context() -> NSManagedObjectContext { container.newBackgroundContext() }

  static func model() -> NSManagedObjectModel {
    func entity(_ type: AnyClass, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = "\(type)"
      entity.managedObjectClassName = NSStringFromClass(type)
      entity.properties = properties
      return entity
    }
    let creature = entity(Creature.self, [])
    creature.isAbstract = true
    let lion = entity(Lion.self, [Library.attribute("manes", .integer16AttributeType)])
    let parrot = entity(Parrot.self, [Library.attribute("words", .integer32AttributeType)])
    let macaw = entity(Macaw.self, [Library.attribute("color", .stringAttributeType)])
    let enclosure = entity(Enclosure.self, [])
    let calls = Library.attribute("calls", .stringAttributeType)
    calls.isTransient = true
    let home = Library.relationship("enclosure", to: enclosure, isToMany: false)
    let inhabitants = Library.relationship("creatures", to: creature, isToMany: true)
    inhabitants.deleteRule = .cascadeDeleteRule
    (home.inverseRelationship, inhabitants.inverseRelationship) = (inhabitants, home)
    creature.properties = [
      Library.attribute("name", .stringAttributeType),
      Library.attribute("born", .dateAttributeType),
      calls, home,
    ]
    enclosure.properties = [Library.attribute("number", .integer32AttributeType), inhabitants]
    parrot.subentities = [macaw]
    creature.subentities = [lion, parrot]
    let model = NSManagedObjectModel()
    model.entities = [creature, lion, parrot, macaw, enclosure]
    return model
  }
}
