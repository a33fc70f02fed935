import CoreData
import StrataTestSupport

// A cookbook: attributes of all types, ordered relationships, and what isn't stored. The classes and
// extensions are laid out as Xcode generates them.

class Recipe: NSManagedObject {}

extension Recipe {
  @Managed var name: String?
  @Managed var servings: Int16
  @Managed var calories: Int64
  @Managed var rating: Double
  @Managed var difficulty: Float
  @Managed var price: NSDecimalNumber?
  @Managed var isFavorite: Bool
  @Managed var created: Date?
  @Managed var photo: Data?
  @Managed var identifier: UUID?
  @Managed var link: URL?
  @Managed var draft: String?
  @Managed var steps: NSOrderedSet?
  @Managed var tags: NSSet?
  @Managed var course: Course?
}

// MARK: Generated accessors for steps
extension Recipe {
  func addToSteps(_ value: Step) { mutableOrderedSetValue(forKey: "steps").add(value) }
  func removeFromSteps(_ value: Step) {
    mutableOrderedSetValue(forKey: "steps").remove(value)
  }
  func insertIntoSteps(_ value: Step, at index: Int) {
    mutableOrderedSetValue(forKey: "steps").insert(value, at: index)
  }
}

// MARK: Generated accessors for tags
extension Recipe {
  func addToTags(_ value: Tag) { mutableSetValue(forKey: "tags").add(value) }
  func removeFromTags(_ value: Tag) { mutableSetValue(forKey: "tags").remove(value) }
  func addToTags(_ values: NSSet) { mutableSetValue(forKey: "tags").union(values) }
}

class Step: NSManagedObject {
  @Managed var text: String?
  @Managed var minutes: Int32
  @Managed var recipe: Recipe?
}

class Tag: NSManagedObject {
  @Managed var name: String?
  @Managed var recipes: NSSet?

  convenience init(name: String, context: NSManagedObjectContext) {
    self.init(context: context)
    self.name = name
  }

  override var description: String { "#\(name ?? "")" }
}

class Course: NSManagedObject {
  @Managed var title: String?
  @Managed var recipes: Set<Recipe>
}

struct Cookbook {
  let container: NSPersistentContainer

  init(_ description: NSPersistentStoreDescription = .inMemory) throws {
    container = NSPersistentContainer(name: "Cookbook", managedObjectModel: Self.model())
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
  }

  func context() -> NSManagedObjectContext { container.newBackgroundContext() }

  static func model() -> NSManagedObjectModel {
    let names: [(String, NSAttributeType, Any?)] = [
      ("name", .stringAttributeType, nil), ("servings", .integer16AttributeType, 4),
      ("calories", .integer64AttributeType, 0), ("rating", .doubleAttributeType, 0.0),
      ("difficulty", .floatAttributeType, 0), ("price", .decimalAttributeType, nil),
      ("isFavorite", .booleanAttributeType, false), ("created", .dateAttributeType, nil),
      ("photo", .binaryDataAttributeType, nil), ("identifier", .UUIDAttributeType, nil),
      ("link", .URIAttributeType, nil),
    ]
    var properties: [NSPropertyDescription] = names.map { name, type, value in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = value == nil
      attribute.defaultValue = value
      return attribute
    }
    let draft = NSAttributeDescription()
    draft.name = "draft"
    draft.attributeType = .stringAttributeType
    draft.isOptional = true
    draft.isTransient = true
    properties.append(draft)
    let nutrition = NSCompositeAttributeDescription()
    nutrition.name = "nutrition"
    nutrition.isOptional = true
    nutrition.elements = ["fat", "protein"].map { name in
      let element = NSAttributeDescription()
      element.name = name
      element.attributeType = .doubleAttributeType
      element.isOptional = true
      return element
    }
    properties.append(nutrition)
    let (recipe, step) = (NSEntityDescription(), NSEntityDescription())
    let (tag, course) = (NSEntityDescription(), NSEntityDescription())
    for (entity, name) in [(recipe, "Recipe"), (step, "Step"), (tag, "Tag"), (course, "Course")] {
      entity.name = name
    }
    recipe.managedObjectClassName = NSStringFromClass(Recipe.self)
    step.managedObjectClassName = NSStringFromClass(Step.self)
    tag.managedObjectClassName = NSStringFromClass(Tag.self)
    course.managedObjectClassName = NSStringFromClass(Course.self)
    tag.uniquenessConstraints = [["name"]]
    let steps = Library.relationship("steps", to: step, isToMany: true)
    steps.isOrdered = true
    steps.deleteRule = .cascadeDeleteRule
    let ofStep = Library.relationship("recipe", to: recipe, isToMany: false)
    (steps.inverseRelationship, ofStep.inverseRelationship) = (ofStep, steps)
    let tags = Library.relationship("tags", to: tag, isToMany: true)
    let tagged = Library.relationship("recipes", to: recipe, isToMany: true)
    (tags.inverseRelationship, tagged.inverseRelationship) = (tagged, tags)
    let ofCourse = Library.relationship("course", to: course, isToMany: false)
    let served = Library.relationship("recipes", to: recipe, isToMany: true)
    served.deleteRule = .denyDeleteRule
    (ofCourse.inverseRelationship, served.inverseRelationship) = (served, ofCourse)
    recipe.properties = properties + [steps, tags, ofCourse]
    step.properties = [
      Library.attribute("text", .stringAttributeType),
      Library.attribute("minutes", .integer32AttributeType), ofStep,
    ]
    tag.properties = [Library.attribute("name", .stringAttributeType), tagged]
    let quick = NSFetchedPropertyDescription()
    quick.name = "favorites"
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Recipe")
    request.predicate = NSPredicate(format: "course == $FETCH_SOURCE AND isFavorite == YES")
    quick.fetchRequest = request
    course.properties = [Library.attribute("title", .stringAttributeType), served, quick]
    let model = NSManagedObjectModel()
    model.entities = [recipe, step, tag, course]
    return model
  }
}
