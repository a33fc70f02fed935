import CoreData
import StrataTestSupport
import Testing

/// Models that programs build, ask and change, in Core Data's words.
@Suite struct ModelPrograms {
  @Test func describeAnEntityWithAnAttribute() throws {
    let name = NSAttributeDescription()
    name.name = "name"
    name.attributeType = .stringAttributeType
    name.isOptional = false
    let entity = NSEntityDescription()
    entity.name = "Person"
    entity.managedObjectClassName = NSStringFromClass(NSManagedObject.self)
    entity.properties.append(name)
    let model = NSManagedObjectModel()
    model.entities.append(entity)
    #expect(model.entitiesByName["Person"] === entity)
    #expect(entity.attributesByName["name"] === name)
    #expect(name.entity === entity && entity.managedObjectModel === model)
  }

  @Test func findTheModelInABundle() throws {
    let folder = try TemporaryFolder()
    let entity = "<entity name=\"Trip\" representedClassName=\"NSManagedObject\"/>"
    let version = folder.url.appendingPathComponent("Trips.xcdatamodeld/First.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data("<model type=\"com.apple.IDECoreDataModeler.DataModel\">\(entity)</model>".utf8)
      .write(to: version.appendingPathComponent("contents"))
    let bundle = try #require(Bundle(path: folder.url.path))
    let url = try #require(bundle.url(forResource: "Trips", withExtension: "momd"))
    #expect(NSManagedObjectModel(contentsOf: url)?.entities.map(\.name) == ["Trip"])
    let first = url.appendingPathComponent("First.mom")
    #expect(NSManagedObjectModel(contentsOf: first)?.entities.map(\.name) == ["Trip"])
    #expect(NSManagedObjectModel(contentsOf: url.appendingPathComponent("Other.mom")) == nil)
    #expect(bundle.path(forResource: "Trips", ofType: "momd") == url.path)
    #expect(bundle.url(forResource: "Trips", withExtension: "txt") == nil)
    #expect(bundle.url(forResource: "Others", withExtension: "momd") == nil)
  }

  @Test func nameTypesInTheNewerWay() {
    let amount = NSAttributeDescription()
    amount.name = "amount"
    amount.type = .decimal
    #expect(amount.attributeType == .decimalAttributeType)
    #expect(amount.attributeValueClassName == "NSDecimalNumber")
  }

  @Test func switchOverTypes() {
    let types = Library.model().entitiesByName["Book"]?.attributesByName.mapValues { attribute in
      switch attribute.attributeType {
      case .stringAttributeType: "text"
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: "number"
      case .dateAttributeType: "date"
      default: "other"
      }
    }
    #expect(types == ["title": "text", "pages": "number", "published": "date"])
  }

  @Test func askForTheTypeOfAnAttribute() {
    let entity = Library.model().entitiesByName["Book"]
    #expect(entity?.attributesByName["pages"]?.attributeType == .integer32AttributeType)
    #expect(entity?.attributesByName["author"]?.attributeType == nil)
  }

  @Test func useTheRawValuesOfTypesAndRules() {
    #expect(NSAttributeType.integer16AttributeType.rawValue == 100)
    #expect(NSAttributeType.stringAttributeType.rawValue == 700)
    #expect(NSAttributeType.transformableAttributeType.rawValue == 1800)
    #expect(NSDeleteRule.cascadeDeleteRule.rawValue == 2)
    #expect(NSDeleteRule.nullifyDeleteRule.rawValue == 1)
    #expect(NSDeleteRule(rawValue: 3) == .denyDeleteRule)
  }

  @Test func giveDefaultsOfEachType() throws {
    func attribute(_ name: String, _ type: NSAttributeType, _ value: Any?) -> NSAttributeDescription
    {
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType, attribute.defaultValue) = (name, type, value)
      return attribute
    }
    let entity = NSEntityDescription()
    entity.name = "Defaults"
    let date = Date(timeIntervalSinceReferenceDate: 5)
    entity.properties = [
      attribute("text", .stringAttributeType, "x"), attribute("flag", .booleanAttributeType, true),
      attribute("count", .integer64AttributeType, 7), attribute("at", .dateAttributeType, date),
      attribute("price", .decimalAttributeType, NSDecimalNumber(string: "1.25")),
      attribute("ratio", .doubleAttributeType, NSNumber(value: 0.5)),
      attribute("data", .binaryDataAttributeType, Data([1])),
    ]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let object = NSEntityDescription.insertNewObject(forEntityName: "Defaults", into: context)
    #expect(object.value(forKey: "text") as? String == "x")
    #expect(object.value(forKey: "flag") as? Bool == true)
    #expect(object.value(forKey: "count") as? Int == 7)
    #expect(object.value(forKey: "at") as? Date == date)
    #expect(object.value(forKey: "price") as? NSDecimalNumber == NSDecimalNumber(string: "1.25"))
    #expect(object.value(forKey: "ratio") as? Double == 0.5)
    #expect(object.value(forKey: "data") as? Data == Data([1]))
  }

  @Test func connectInverses() {
    let model = Library.model()
    let books = model.entitiesByName["Author"]?.relationshipsByName["books"]
    #expect(books?.inverseRelationship?.name == "author")
    #expect(books?.inverseRelationship?.inverseRelationship == books)
    #expect(books?.destinationEntity?.name == "Book")
    #expect(books?.isToMany == true && books?.inverseRelationship?.isToMany == false)
  }

  @Test func tellToManyFromToOneByTheMaximum() {
    let relationship = NSRelationshipDescription()
    relationship.name = "parts"
    #expect(relationship.isToMany)
    relationship.maxCount = 1
    #expect(!relationship.isToMany)
    relationship.minCount = 1
    #expect(relationship.minCount == 1 && relationship.maxCount == 1)
  }

  @Test func haveTheDefaultsOfNewDescriptions() {
    let attribute = NSAttributeDescription()
    #expect(attribute.isOptional && !attribute.isTransient && attribute.defaultValue == nil)
    #expect(attribute.attributeType == .undefinedAttributeType)
    let relationship = NSRelationshipDescription()
    #expect(relationship.deleteRule == .nullifyDeleteRule && !relationship.isOrdered)
    #expect(relationship.isOptional && relationship.destinationEntity == nil)
    let entity = NSEntityDescription()
    #expect(entity.name == nil && !entity.isAbstract && entity.superentity == nil)
    #expect(entity.managedObjectClassName == "NSManagedObject" && entity.properties.isEmpty)
  }

  @Test func listRelationshipsToAnEntity() throws {
    let model = Library.model()
    let (book, author) = (model.entitiesByName["Book"], model.entitiesByName["Author"])
    let found = book?.relationships(forDestination: try #require(author))
    #expect(found?.map(\.name) == ["author"])
  }

  @Test func buildAHierarchy() throws {
    let model = Zoo.model()
    let creature = try #require(model.entitiesByName["Creature"])
    let macaw = try #require(model.entitiesByName["Macaw"])
    #expect(macaw.superentity?.name == "Parrot" && macaw.isKindOf(entity: creature))
    #expect(Set(creature.subentitiesByName.keys) == ["Lion", "Parrot"])
    #expect(Set(macaw.attributesByName.keys) == ["name", "born", "calls", "words", "color"])
    #expect(!creature.isKindOf(entity: macaw) && creature.isAbstract && !macaw.isAbstract)
  }

  @Test func keepUserInfo() {
    let entity = NSEntityDescription()
    entity.userInfo = ["endpoint": "/books", "version": 2]
    #expect(entity.userInfo?["endpoint"] as? String == "/books")
    #expect(entity.userInfo?["version"] as? Int == 2)
    let attribute = NSAttributeDescription()
    attribute.name = "id"
    attribute.userInfo?["json"] = "identifier"
    #expect(attribute.userInfo?["json"] as? String == "identifier")
  }

  @Test func defineConfigurations() throws {
    let model = Library.model()
    let book = try #require(model.entitiesByName["Book"])
    let author = try #require(model.entitiesByName["Author"])
    model.setEntities([book, author], forConfigurationName: "Cloud")
    #expect(model.configurations == ["Cloud"])
    #expect(
      model.entities(forConfigurationName: "Cloud")?.compactMap(\.name) == ["Book", "Author"])
    #expect(model.entities(forConfigurationName: "Other") == nil)
    #expect(model.entities(forConfigurationName: nil)?.count == 3)
  }

  @Test func copyAModelToChangeIt() throws {
    let model = Library.model()
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy == model && copy !== model)
    let extra = NSAttributeDescription()
    extra.name = "subtitle"
    extra.attributeType = .stringAttributeType
    copy.entitiesByName["Book"]?.properties.append(extra)
    #expect(copy != model)
    #expect(model.entitiesByName["Book"]?.attributesByName["subtitle"] == nil)
  }

  @Test func copyAnEntity() throws {
    let book = try #require(Library.model().entitiesByName["Book"])
    let copy = try #require(book.copy() as? NSEntityDescription)
    #expect(copy.name == "Book" && copy !== book && copy.managedObjectModel == nil)
    #expect(Set(copy.attributesByName.keys) == Set(book.attributesByName.keys))
    copy.name = "Volume"
    #expect(book.name == "Book")
  }

  @Test func copyAnAttribute() throws {
    let attribute = NSAttributeDescription()
    attribute.name = "count"
    attribute.attributeType = .integer32AttributeType
    attribute.defaultValue = 3
    let copy = try #require(attribute.copy() as? NSAttributeDescription)
    copy.name = "total"
    #expect(copy.attributeType == .integer32AttributeType && copy.defaultValue as? Int == 3)
    #expect(attribute.name == "count")
  }

  @Test func compareDescriptionsByContent() {
    func attribute() -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      attribute.name = "name"
      attribute.attributeType = .stringAttributeType
      return attribute
    }
    let (one, other) = (attribute(), attribute())
    #expect(one == other && one.isEqual(other))
    other.isOptional = false
    #expect(one != other && !one.isEqual(other))
  }

  @Test func hashVersions() throws {
    let (one, other) = (Library.model(), Library.model())
    #expect(one.entityVersionHashesByName == other.entityVersionHashesByName)
    other.entitiesByName["Book"]?.attributesByName["title"]?.isOptional = false
    #expect(one.entityVersionHashesByName["Book"] != other.entityVersionHashesByName["Book"])
    #expect(one.entityVersionHashesByName["Genre"] == other.entityVersionHashesByName["Genre"])
    #expect(
      one.entitiesByName["Book"]?.versionHash == one.entityVersionHashesByName["Book"])
  }

  @Test func hashProperties() throws {
    let (one, other) = (Library.model(), Library.model())
    let title = try #require(one.entitiesByName["Book"]?.propertiesByName["title"])
    let same = try #require(other.entitiesByName["Book"]?.propertiesByName["title"])
    #expect(title.versionHash == same.versionHash && !title.versionHash.isEmpty)
    same.isOptional = false
    #expect(title.versionHash != same.versionHash)
  }

  @Test func modifyHashesByHand() {
    let model = Library.model()
    let before = model.versionChecksum
    model.entitiesByName["Book"]?.versionHashModifier = "2"
    #expect(model.versionChecksum != before)
    #expect(model.entitiesByName["Book"]?.versionHashModifier == "2")
  }

  @Test func nameTheFormerProperty() {
    let model = Library.model()
    let title = model.entitiesByName["Book"]?.attributesByName["title"]
    #expect(title?.renamingIdentifier == "title")
    title?.name = "name"
    title?.renamingIdentifier = "title"
    #expect(model.entitiesByName["Book"]?.attributesByName["name"]?.renamingIdentifier == "title")
  }

  @Test func identifyVersions() {
    let model = NSManagedObjectModel()
    model.versionIdentifiers = ["1.0", "beta"]
    #expect(model.versionIdentifiers.contains("1.0"))
    #expect(model.versionIdentifiers.first is String)
  }

  @Test func indexProperties() throws {
    let model = Library.model()
    let book = try #require(model.entitiesByName["Book"])
    let title = try #require(book.propertiesByName["title"])
    let pages = try #require(book.propertiesByName["pages"])
    let index = NSFetchIndexDescription(
      name: "byTitle",
      elements: [
        NSFetchIndexElementDescription(property: title, collationType: .binary),
        NSFetchIndexElementDescription(property: pages, collationType: .binary),
      ])
    index.elements[1].isAscending = false
    book.indexes = [index]
    #expect(book.indexes.first?.name == "byTitle")
    #expect(book.indexes.first?.elements.map(\.propertyName) == ["title", "pages"])
    #expect(index.entity === book && index.elements[0].indexDescription === index)
  }

  @Test func constrainUniqueValues() {
    let model = Library.model()
    let book = model.entitiesByName["Book"]
    book?.uniquenessConstraints = [["title"], ["title", "published"]]
    #expect((book?.uniquenessConstraints as? [[String]])?.count == 2)
    #expect((model.entitiesByName["Genre"]?.uniquenessConstraints as? [[String]]) == [["name"]])
  }

  @Test func mergeModels() throws {
    let note = NSEntityDescription()
    note.name = "Memo"
    note.properties = [Library.attribute("text", .stringAttributeType)]
    let other = NSManagedObjectModel()
    other.entities = [note]
    let merged = try #require(NSManagedObjectModel(byMerging: [Library.model(), other]))
    #expect(Set(merged.entitiesByName.keys) == ["Book", "Author", "Genre", "Memo"])
    #expect(NSManagedObjectModel(byMerging: [])?.entities.isEmpty == true)
  }

  @Test func refuseToMergeDifferingEntities() {
    let other = Library.model()
    other.entitiesByName["Book"]?.attributesByName["title"]?.isOptional = false
    #expect(NSManagedObjectModel(byMerging: [Library.model(), other]) == nil)
  }

  @Test func findNoModelAtAMissingURL() {
    guard let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: "/nowhere/X.momd"))
    else { return }
    Issue.record("found \(model)")
  }

  @Test func keepRequestTemplates() throws {
    let model = Library.model()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    request.predicate = NSPredicate(format: "title BEGINSWITH $prefix")
    request.fetchLimit = 5
    model.setFetchRequestTemplate(request, forName: "byPrefix")
    #expect(model.fetchRequestTemplatesByName.keys.sorted() == ["byPrefix"])
    #expect(model.fetchRequestTemplate(forName: "byPrefix")?.fetchLimit == 5)
    #expect(model.fetchRequestTemplate(forName: "other") == nil)
    let made = model.fetchRequestFromTemplate(
      withName: "byPrefix", substitutionVariables: ["prefix": "W"])
    #expect(made?.entityName == "Book" && made?.predicate != nil)
  }

  @Test func describeDerivedAttributes() {
    let count = NSDerivedAttributeDescription()
    count.name = "bookCount"
    count.attributeType = .integer32AttributeType
    count.derivationExpression = NSExpression(format: "books.@count")
    #expect(count.derivationExpression != nil)
    #expect((count as NSAttributeDescription).name == "bookCount")
  }

  @Test func describeComposites() {
    let city = NSAttributeDescription()
    city.name = "city"
    city.type = .string
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    address.elements = [city]
    #expect(address.attributeType == .compositeAttributeType)
    #expect(address.elements.map(\.name) == ["city"])
  }

  @Test func describeTransformables() {
    let color = NSAttributeDescription()
    color.name = "color"
    color.attributeType = .transformableAttributeType
    color.valueTransformerName = "NSSecureUnarchiveFromData"
    color.attributeValueClassName = "UIColor"
    #expect(color.valueTransformerName == "NSSecureUnarchiveFromData")
    #expect(color.attributeValueClassName == "UIColor")
  }

  @Test func askForEntitiesInAContext() throws {
    let context = try Library().context()
    let entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
    #expect(entity?.name == "Book")
    #expect(entity?.managedObjectModel.entities.count == 3)
    #expect(NSEntityDescription.entity(forEntityName: "Film", in: context) == nil)
  }

  @Test func sortPropertiesOfAllKinds() throws {
    let entity = try #require(Cookbook.model().entitiesByName["Course"])
    var kinds: [String: String] = [:]
    for property in entity.properties {
      if property is NSAttributeDescription {
        kinds[property.name] = "attribute"
      } else if let relationship = property as? NSRelationshipDescription {
        kinds[property.name] = relationship.isToMany ? "to many" : "to one"
      } else if let fetched = property as? NSFetchedPropertyDescription {
        kinds[property.name] = "fetched \(fetched.fetchRequest?.entityName ?? "")"
      }
    }
    #expect(kinds == ["title": "attribute", "recipes": "to many", "favorites": "fetched Recipe"])
  }

  @Test func validateByPredicates() throws {
    let name = NSAttributeDescription()
    name.name = "name"
    name.attributeType = .stringAttributeType
    name.setValidationPredicates(
      [NSPredicate(format: "length >= 2"), NSPredicate(format: "length <= 10")],
      withValidationWarnings: ["too short", "too long"])
    #expect(name.validationPredicates.count == 2)
    let property: NSPropertyDescription = name
    #expect(property.validationPredicates.count == 2)
  }
}
