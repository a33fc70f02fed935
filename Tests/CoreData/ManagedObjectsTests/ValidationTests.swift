import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct Validation {
  @Test(arguments: [
    ("name", nil as (any Sendable)?, ValidationError.Code.missingMandatoryProperty),
    ("name", "A", .stringTooShort), ("name", String(repeating: "A", count: 31), .stringTooLong),
    ("name", "ann", .stringPatternMatching), ("rank", 0, .numberTooSmall),
    ("rank", 11, .numberTooLarge),
    ("born", Date(timeIntervalSinceReferenceDate: -1), .dateTooSoon),
  ])
  func refusesWhatTheModelDoesnt(key: String, value: (any Sendable)?, code: ValidationError.Code)
    throws
  {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann"])
    #expect(throws: ValidationError.self) { try author.validateValue(value, forKey: key) }
    try author.setValue(value, forKey: key)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.code == code && error?.key == key && error?.object == author.objectID)
    #expect(context.hasChanges)
    try author.setValue(key == "name" ? "Bea" : nil, forKey: key)
    try context.save()
  }

  @Test func tellsOfAllErrorsAtOnce() throws {
    let context = try Library.context()
    _ = try context.make("Author", ["rank": 99])
    _ = try context.make("Chapter")
    let error = try #require(#expect(throws: ValidationError.self) { try context.save() })
    #expect(error.code == .multipleErrors)
    #expect(
      Set(error.detailedErrors.map { "\($0.key ?? "") \($0.code)" }) == [
        "name missingMandatoryProperty", "rank numberTooLarge",
        "publication missingMandatoryProperty",
      ])
    #expect("\(error)".hasPrefix("3 errors: "))
  }

  @Test func ofASingleValueLooksAtItsTypeToo() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann"])
    #expect(throws: ManagedObjectError.self) { try author.validateValue("x", forKey: "rank") }
    #expect(throws: ValidationError.self) { try author.validateValue(NSNull(), forKey: "name") }
    try author.validateValue(NSOrderedSet(array: [try context.make("Author")]), forKey: "idols")
    #expect(try author.value(forKey: "idols") as? Set<NSManagedObject> == [])
  }

  /// A context of shelves, which have jars.
  private func shelves(_ jars: PropertyDescription) throws -> NSManagedObjectContext {
    let model = ManagedObjectModel(
      entities: [
        EntityDescription(name: "Shelf", properties: [jars]),
        EntityDescription(
          name: "Jar",
          properties: [Library.relationship("shelf", "Shelf", "jars", maxCount: 1)]),
      ])
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test(arguments: [
    (false, 0, true), (true, 0, true), (true, 2, true), (false, 2, false),
  ])
  func ofAnEmptyToManyGoesByItsMinimum(isOptional: Bool, minimum: Int, isValid: Bool) throws {
    var jars = RelationshipDescription(
      name: "jars", destination: "Jar", inverse: "shelf", minCount: minimum, maxCount: 0)
    jars.isOptional = isOptional
    let context = try shelves(.relationship(jars))
    _ = try context.make("Shelf")
    guard !isValid else { return try context.save() }
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.code == .relationshipLacksMinimumCount && error?.key == "jars")
  }

  @Test func tellsOfDeletesThatARuleDenies() throws {
    let context = try shelves(Library.relationship("jars", "Jar", "shelf", deleteRule: .deny))
    let shelf = try context.make("Shelf")
    try shelf.insert(try context.make("Jar"), forKey: "jars")
    try context.save()
    context.delete(shelf)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.code == .relationshipDeniedDelete && error?.key == "jars")
    #expect(error?.object == shelf.objectID)
  }

  @Test func ofCompositesNamesTheirElements() throws {
    var city = AttributeDescription(name: "city", type: .string, isOptional: false)
    city.maximumValue = .integer(5)
    var number = AttributeDescription(name: "number", type: .integer16)
    number.minimumValue = .integer(1)
    let zip = AttributeDescription(name: "zip", type: .string, isOptional: false)
    let street = AttributeDescription(name: "street", composite: [number])
    let model = ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "House",
          properties: [
            .attribute(AttributeDescription(name: "place", composite: [city, zip, street]))
          ])
      ])
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let house = try context.make(
      "House", ["place": ["city": "Geneva", "zip": "1", "street": ["number": 0]]])
    let error = try #require(#expect(throws: ValidationError.self) { try context.save() })
    #expect(
      Set(error.detailedErrors.map { "\($0.key ?? "") \($0.code)" }) == [
        "place.city stringTooLong", "place.street.number numberTooSmall",
      ])
    try house.setValue(["city": "Basel", "street": ["number": 1]], forKey: "place")
    let missing = #expect(throws: ValidationError.self) { try context.save() }
    #expect(missing?.code == .missingMandatoryProperty && missing?.key == "place.zip")
    try house.setValue(nil, forKey: "place")
    try context.save()
    try house.setValue(["city": "Basel", "zip": "4000"], forKey: "place")
    try context.save()
    #expect(throws: ManagedObjectError.missingElement(entity: "House", key: "place.city")) {
      try house.setValue(["zip": "4001"], forKey: "place")
    }
    #expect(try house.value(forKeyPath: "place.zip") as? String == "4000")
  }

  @Test func takesDecimalLimitsExactly() throws {
    let context = try Library.context()
    let book = try context.make("Book", ["price": Decimal(string: "1000.01")])
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.code == .numberTooLarge && error?.limit == "1000")
    try book.setValue(Decimal(1000), forKey: "price")
    try context.save()
  }
}
