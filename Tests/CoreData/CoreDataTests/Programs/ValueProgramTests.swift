import CoreData
import StrataTestSupport
import Testing

/// Values of objects in programs of Core Data, in its words.
@Suite struct ValuePrograms {
  private func recipe() throws -> (NSManagedObjectContext, Recipe) {
    let context = try Cookbook().context()
    return (context, Recipe(context: context))
  }

  @Test func setPropertiesOfAllTypes() throws {
    let (context, recipe) = try recipe()
    let identifier = UUID()
    recipe.name = "Soup"
    recipe.servings = 2
    recipe.calories = 1_000_000_000_000
    recipe.rating = 4.5
    recipe.difficulty = 0.25
    recipe.price = NSDecimalNumber(string: "12.34")
    recipe.isFavorite = true
    recipe.created = Date(timeIntervalSinceReferenceDate: 1000)
    recipe.photo = Data([1, 2, 3])
    recipe.identifier = identifier
    recipe.link = URL(string: "https://example.org/soup")
    try context.save()
    context.reset()
    let read = try #require(
      try context.fetch(NSFetchRequest<Recipe>(entityName: "Recipe")).first)
    #expect(read.name == "Soup" && read.servings == 2 && read.calories == 1_000_000_000_000)
    #expect(read.rating == 4.5 && read.difficulty == 0.25 && read.isFavorite)
    #expect(read.price == NSDecimalNumber(string: "12.34") && read.identifier == identifier)
    #expect(read.created == Date(timeIntervalSinceReferenceDate: 1000))
    #expect(read.photo == Data([1, 2, 3]) && read.link?.host == "example.org")
  }

  @Test func haveTheDefaultsOfTheModel() throws {
    let (_, recipe) = try recipe()
    #expect(recipe.servings == 4 && recipe.rating == 0 && !recipe.isFavorite)
    #expect(recipe.name == nil && recipe.price == nil && recipe.created == nil)
  }

  @Test func readAndWriteByKey() throws {
    let (_, recipe) = try recipe()
    recipe.setValue("Stew", forKey: "name")
    recipe.setValue(6, forKey: "servings")
    #expect(recipe.value(forKey: "name") as? String == "Stew" && recipe.name == "Stew")
    #expect(recipe.value(forKey: "servings") as? Int == 6)
    #expect(recipe.value(forKey: "servings") as? Int16 == 6)
    #expect((recipe.value(forKey: "servings") as? NSNumber)?.intValue == 6)
  }

  @Test func setNilByKey() throws {
    let (_, recipe) = try recipe()
    recipe.name = "Stew"
    recipe.setValue(nil, forKey: "name")
    #expect(recipe.name == nil && recipe.value(forKey: "name") == nil)
  }

  @Test func readBySubscript() throws {
    let (_, recipe) = try recipe()
    recipe["name"] = "Pie"
    #expect(recipe["name"] as? String == "Pie")
  }

  @Test func readByKeyPath() throws {
    let (context, recipe) = try recipe()
    let course = Course(context: context)
    course.title = "Main"
    recipe.course = course
    #expect(recipe.value(forKeyPath: "course.title") as? String == "Main")
    recipe.setValue("Dessert", forKeyPath: "course.title")
    #expect(course.title == "Dessert")
  }

  @Test func useCollectionOperators() throws {
    let (context, recipe) = try recipe()
    for minutes in [5, 10, 30] {
      let step = Step(context: context)
      step.minutes = Int32(minutes)
      recipe.addToSteps(step)
    }
    #expect((recipe.value(forKeyPath: "steps.@sum.minutes") as? NSNumber)?.intValue == 45)
    #expect((recipe.value(forKeyPath: "steps.@max.minutes") as? NSNumber)?.intValue == 30)
    #expect((recipe.value(forKeyPath: "steps.@avg.minutes") as? NSNumber)?.doubleValue == 15)
    #expect((recipe.value(forKeyPath: "steps.@count") as? NSNumber)?.intValue == 3)
  }

  @Test func setSeveralKeys() throws {
    let (_, recipe) = try recipe()
    recipe.setValuesForKeys(["name": "Cake", "servings": 8, "isFavorite": true])
    #expect(recipe.name == "Cake" && recipe.servings == 8 && recipe.isFavorite)
    let values = recipe.dictionaryWithValues(forKeys: ["name", "servings", "created"])
    #expect(values["name"] as? String == "Cake" && values["servings"] as? Int == 8)
    #expect(values["created"] is NSNull)
  }

  @Test func importADictionaryByTheModel() throws {
    let (_, recipe) = try recipe()
    let json: [String: Any] = ["name": "Bread", "servings": 12, "rating": 3.5, "other": 1]
    for (key, attribute) in recipe.entity.attributesByName {
      guard let value = json[key] else { continue }
      switch attribute.attributeType {
      case .integer16AttributeType, .doubleAttributeType:
        recipe.setValue(value as? NSNumber, forKey: key)
      default: recipe.setValue(value, forKey: key)
      }
    }
    #expect(recipe.name == "Bread" && recipe.servings == 12 && recipe.rating == 3.5)
  }

  @Test func exportADictionaryByTheModel() throws {
    let (_, recipe) = try recipe()
    recipe.name = "Bread"
    var exported: [String: String] = [:]
    for name in recipe.entity.attributesByName.keys.sorted() {
      if let value = recipe.value(forKey: name) { exported[name] = "\(value)" }
    }
    #expect(exported["name"] == "Bread" && exported["servings"] == "4")
    #expect(exported["isFavorite"] != nil && exported["photo"] == nil)
  }

  @Test func copyAnObject() throws {
    let (context, recipe) = try recipe()
    recipe.name = "Tart"
    recipe.price = 3
    let copy = Recipe(context: context)
    let keys = Array(recipe.entity.attributesByName.keys)
    copy.setValuesForKeys(recipe.dictionaryWithValues(forKeys: keys))
    #expect(copy.name == "Tart" && copy.price == 3 && copy.objectID != recipe.objectID)
  }

  @Test func listChangedValues() throws {
    let (context, recipe) = try recipe()
    recipe.name = "Soup"
    try context.save()
    #expect(recipe.changedValues().isEmpty && !recipe.hasChanges)
    recipe.name = "Stew"
    recipe.photo = nil
    #expect(recipe.changedValues()["name"] as? String == "Stew" && recipe.hasChanges)
    #expect(recipe.changedValues().keys.contains("name") && recipe.isUpdated)
  }

  @Test func readCommittedValues() throws {
    let (context, recipe) = try recipe()
    recipe.name = "Soup"
    try context.save()
    recipe.name = "Stew"
    let committed = recipe.committedValues(forKeys: ["name", "servings"])
    #expect(committed["name"] as? String == "Soup" && committed["servings"] as? Int == 4)
    #expect(recipe.committedValues(forKeys: nil).count >= 11)
  }

  @Test func knowPersistentChanges() throws {
    let (context, recipe) = try recipe()
    try context.save()
    recipe.draft = "unsaved"
    #expect(!recipe.hasPersistentChangedValues)
    recipe.name = "Soup"
    #expect(recipe.hasPersistentChangedValues)
  }

  @Test func keepTransientValuesInMemory() throws {
    let (context, recipe) = try recipe()
    recipe.draft = "not stored"
    try context.save()
    #expect(recipe.draft == "not stored")
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let read = other.object(with: recipe.objectID) as? Recipe
    #expect(read != nil && read?.draft == nil)
  }

  @Test func useCompositesAsDictionaries() throws {
    let (context, recipe) = try recipe()
    recipe.setValue(["fat": 1.5, "protein": 20], forKey: "nutrition")
    try context.save()
    let value = recipe.value(forKey: "nutrition") as? [String: Any]
    #expect(value?["fat"] as? Double == 1.5 && value?["protein"] as? Double == 20)
    #expect(recipe.value(forKeyPath: "nutrition.fat") as? Double == 1.5)
    let request = NSFetchRequest<Recipe>(entityName: "Recipe")
    request.predicate = NSPredicate(format: "nutrition.protein > %d", 10)
    #expect(try context.count(for: request) == 1)
  }

  @Test func reachPrimitiveValues() throws {
    let (_, recipe) = try recipe()
    recipe.willChangeValue(forKey: "name")
    recipe.setPrimitiveValue("Raw", forKey: "name")
    recipe.didChangeValue(forKey: "name")
    recipe.willAccessValue(forKey: "name")
    let name = recipe.primitiveValue(forKey: "name") as? String
    recipe.didAccessValue(forKey: "name")
    #expect(name == "Raw" && recipe.name == "Raw")
  }

  @Test func haveNoObjectWithoutAContext() throws {
    let entity = try #require(Cookbook().container.managedObjectModel.entitiesByName["Recipe"])
    let recipe = Recipe(entity: entity, insertInto: nil)
    recipe.name = "Scratch"
    #expect(recipe.managedObjectContext == nil && recipe.name == "Scratch" && !recipe.isInserted)
    let context = try Cookbook().context()
    context.insert(recipe)
    #expect(recipe.managedObjectContext === context && recipe.isInserted)
  }

  @Test func refuseANumberThatDoesntFit() throws {
    let (context, recipe) = try recipe()
    recipe.setValue(100_000, forKey: "servings")
    #expect(recipe.servings == 4)
    do {
      try context.save()
      Issue.record("saved")
    } catch let error as NSError {
      #expect(error.localizedDescription.contains("servings"))
    }
  }

  @Test func compareObjectsByIdentity() throws {
    let (context, recipe) = try recipe()
    let other = Recipe(context: context)
    #expect(recipe == recipe && recipe != other && recipe.isEqual(recipe))
    #expect(!recipe.isEqual(other) && Set([recipe, other, recipe]).count == 2)
    #expect(recipe.hash == recipe.hash)
  }

  @Test func identifyObjectsInLists() throws {
    let (_, recipe) = try recipe()
    func id<Element: Identifiable>(_ element: Element) -> Element.ID { element.id }
    #expect(id(recipe) == recipe.id)
  }

  @Test func describeThemselves() throws {
    let (_, recipe) = try recipe()
    recipe.name = "Soup"
    #expect(recipe.description.contains("Recipe") && "\(recipe)".contains("Recipe"))
  }

  @Test func describeThemselvesInTheirOwnWords() throws {
    let context = try Cookbook().context()
    let tag = Tag(name: "vegan", context: context)
    #expect(tag.description == "#vegan" && "\(tag)" == "#vegan")
  }

  @Test func castToTheirClass() throws {
    let context = try Cookbook().context()
    let objects: [Any] = [
      NSEntityDescription.insertNewObject(forEntityName: "Recipe", into: context),
      NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context), "text",
    ]
    #expect(objects.compactMap { $0 as? NSManagedObject }.count == 2)
    #expect(objects.compactMap { $0 as? Recipe }.count == 1)
    if let tag = objects[1] as? Tag { tag.name = "quick" }
    #expect((objects[1] as? NSManagedObject)?.value(forKey: "name") as? String == "quick")
  }

  @Test func initializeConveniently() throws {
    let context = try Cookbook().context()
    let tag = Tag(name: "vegan", context: context)
    #expect(tag.name == "vegan" && tag.managedObjectContext === context)
    try context.save()
    #expect(try context.fetch(NSFetchRequest<Tag>(entityName: "Tag")) == [tag])
  }

  @Test func tellTheirState() throws {
    let (context, recipe) = try recipe()
    #expect(recipe.isInserted && !recipe.isUpdated && !recipe.isDeleted && recipe.hasChanges)
    try context.save()
    #expect(!recipe.isInserted && !recipe.hasChanges && !recipe.isFault)
    recipe.name = "x"
    #expect(recipe.isUpdated && !recipe.isInserted)
    context.delete(recipe)
    #expect(recipe.isDeleted)
    try context.save()
    #expect(recipe.managedObjectContext == nil)
  }

  @Test func insertByTheEntitysName() throws {
    let context = try Cookbook().context()
    guard
      let recipe = NSEntityDescription.insertNewObject(
        forEntityName: String(describing: Recipe.self), into: context) as? Recipe
    else {
      Issue.record("another class")
      return
    }
    #expect(recipe.entity.name == "Recipe" && context.insertedObjects.contains(recipe))
  }

  @Test func saveAnUnknownEntityAsAnError() throws {
    let context = try Cookbook().context()
    _ = NSEntityDescription.insertNewObject(forEntityName: "Menu", into: context)
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func chooseAnEntityByAClass() throws {
    _ = try Cookbook()
    let entity = Recipe.entity()
    #expect(entity.name == "Recipe")
    #expect(Recipe.entity().managedObjectClassName.hasSuffix("Recipe"))
    #expect(Recipe.fetchRequest().entityName == "Recipe")
  }
}
