import CoreData
import StrataTestSupport
import Testing

/// Validation and errors in programs of Core Data, in its words.
@Suite struct ValidationPrograms {
  /// A context of a model with one entity, `Member`, whose attributes have rules.
  private func context() throws -> NSManagedObjectContext {
    func attribute(
      _ name: String, _ type: NSAttributeType, isOptional: Bool, _ rules: [String] = []
    ) -> NSAttributeDescription {
      let attribute = Library.attribute(name, type)
      attribute.isOptional = isOptional
      attribute.setValidationPredicates(
        rules.map { NSPredicate(format: $0) }, withValidationWarnings: nil)
      return attribute
    }
    let member = NSEntityDescription()
    member.name = "Member"
    let club = NSEntityDescription()
    club.name = "Club"
    let ofClub = Library.relationship("club", to: club, isToMany: false)
    let members = Library.relationship("members", to: member, isToMany: true)
    members.minCount = 1
    members.maxCount = 2
    (ofClub.inverseRelationship, members.inverseRelationship) = (members, ofClub)
    member.properties = [
      attribute("name", .stringAttributeType, isOptional: false),
      attribute(
        "nickname", .stringAttributeType, isOptional: true, ["length >= 2", "length <= 5"]),
      attribute(
        "mail", .stringAttributeType, isOptional: true, ["SELF MATCHES '[a-z]+@[a-z]+'"]),
      attribute("age", .integer32AttributeType, isOptional: true, ["SELF >= 18", "SELF <= 99"]),
      ofClub,
    ]
    let founded = Library.attribute("founded", .stringAttributeType)
    founded.isOptional = true
    club.properties = [founded, members]
    let model = NSManagedObjectModel()
    model.entities = [member, club]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func member(_ context: NSManagedObjectContext, name: String? = "Ann") -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: "Member", into: context)
    object.setValue(name, forKey: "name")
    return object
  }

  /// The error of a save, as programs look at it.
  private func failure(_ context: NSManagedObjectContext) -> NSError? {
    do {
      try context.save()
      return nil
    } catch let error as NSError {
      return error
    }
  }

  /// With Strata's type, which has its values without casts.
  @Test func areCaughtByTheirType() throws {
    let context = try context()
    let object = member(context, name: nil)
    do {
      try context.save()
      Issue.record("the save went on without a name")
    } catch let error as NSManagedObject.ValidationError {
      #expect(error.code == .missingMandatoryProperty && error.key == "name")
      #expect(error.object == object.objectID)
    }
  }

  @Test func missAValue() throws {
    let context = try context()
    let object = member(context, name: nil)
    let error = try #require(failure(context))
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSValidationMissingMandatoryPropertyError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "name")
    #expect((error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject) === object)
  }

  @Test func switchOverCodes() throws {
    let context = try context()
    let object = member(context)
    object.setValue(5, forKey: "age")
    var message = ""
    do {
      try context.save()
    } catch let error as NSError {
      switch error.code {
      case NSValidationMissingMandatoryPropertyError: message = "missing"
      case NSValidationNumberTooSmallError:
        message = "\(error.userInfo[NSValidationKeyErrorKey] ?? "") is too small"
      default: message = "other"
      }
    }
    #expect(message == "age is too small")
  }

  @Test func catchCocoaErrors() throws {
    let context = try context()
    _ = member(context, name: nil)
    do {
      try context.save()
      Issue.record("saved")
    } catch let error as CocoaError {
      #expect(error.errorCode == NSValidationMissingMandatoryPropertyError)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func reportSeveralErrors() throws {
    let context = try context()
    let object = member(context, name: nil)
    object.setValue(5, forKey: "age")
    let error = try #require(failure(context))
    #expect(error.code == NSValidationMultipleErrorsError)
    let details = error.userInfo[NSDetailedErrorsKey] as? [NSError]
    #expect(
      Set(details?.map(\.code) ?? [])
        == [NSValidationMissingMandatoryPropertyError, NSValidationNumberTooSmallError])
  }

  @Test(arguments: [
    ("nickname", "x" as any Sendable, NSValidationStringTooShortError),
    ("nickname", "very long", NSValidationStringTooLongError),
    ("mail", "nobody", NSValidationStringPatternMatchingError),
    ("age", 100, NSValidationNumberTooLargeError), ("age", 1, NSValidationNumberTooSmallError),
  ])
  func breakARule(_ key: String, _ value: any Sendable, _ code: Int) throws {
    let context = try context()
    member(context).setValue(value, forKey: key)
    let error = try #require(failure(context))
    #expect(error.code == code && error.userInfo[NSValidationKeyErrorKey] as? String == key)
  }

  @Test func checkAValueBeforehand() throws {
    let context = try context()
    let object = member(context)
    var value: AnyObject? = NSNumber(value: 5)
    do {
      try object.validateValue(&value, forKey: "age")
      Issue.record("valid")
    } catch let error as NSError {
      #expect(error.code == NSValidationNumberTooSmallError)
    }
    value = NSNumber(value: 20)
    try object.validateValue(&value, forKey: "age")
  }

  @Test func checkAnObjectBeforehand() throws {
    let context = try context()
    let object = member(context, name: nil)
    do {
      try object.validateForInsert()
      Issue.record("valid")
    } catch {
      #expect((error as NSError).code == NSValidationMissingMandatoryPropertyError)
    }
    object.setValue("Bob", forKey: "name")
    try object.validateForInsert()
    try object.validateForUpdate()
    try object.validateForDelete()
  }

  @Test func limitRelationships() throws {
    let context = try context()
    let club = NSEntityDescription.insertNewObject(forEntityName: "Club", into: context)
    for _ in 0..<3 { member(context).setValue(club, forKey: "club") }
    let error = try #require(failure(context))
    #expect(error.code == NSValidationRelationshipExceedsMaximumCountError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "members")
  }

  @Test func saveAfterTheErrorIsMended() throws {
    let context = try context()
    let object = member(context, name: nil)
    #expect(failure(context) != nil && context.hasChanges)
    object.setValue("Bob", forKey: "name")
    #expect(failure(context) == nil && !context.hasChanges)
  }

  @Test func rollBackAfterAnError() throws {
    let context = try context()
    _ = member(context, name: nil)
    #expect(failure(context) != nil)
    context.rollback()
    #expect(!context.hasChanges && context.insertedObjects.isEmpty)
    #expect(failure(context) == nil)
  }

  @Test func describeErrors() throws {
    let context = try context()
    _ = member(context, name: nil)
    let error = try #require(failure(context))
    #expect(error.localizedDescription.contains("name"))
    #expect(error.userInfo[NSLocalizedDescriptionKey] is String)
  }

  @Test func keepErrorsInAResult() throws {
    let context = try context()
    _ = member(context, name: nil)
    let result = Result { try context.save() }
    switch result {
    case .success: Issue.record("saved")
    case .failure(let error as NSError):
      #expect(error.code == NSValidationMissingMandatoryPropertyError)
    }
  }

  @Test func wrapErrors() throws {
    enum StorageFailure: Error { case cannotSave(any Error) }
    let context = try context()
    _ = member(context, name: nil)
    do {
      do {
        try context.save()
      } catch {
        throw StorageFailure.cannotSave(error)
      }
    } catch StorageFailure.cannotSave(let error) {
      #expect((error as NSError).domain == NSCocoaErrorDomain)
    }
  }

  @Test func findTheRejectedValue() throws {
    let context = try context()
    member(context).setValue(5, forKey: "age")
    let error = try #require(failure(context))
    #expect(error.userInfo[NSValidationValueErrorKey] != nil)
    #expect(error.userInfo[NSValidationPredicateErrorKey] != nil)
  }

  @Test func throwErrorsOfTheirOwn() throws {
    let context = try Zoo().context()
    Parrot(context: context).words = -3
    do {
      try context.save()
      Issue.record("saved")
    } catch let error as NSError {
      #expect(error.domain == "Zoo" && error.code == 1)
    }
  }

  @Test func askForAMissingObject() throws {
    let context = try context()
    let object = member(context)
    try context.save()
    let identifier = object.objectID
    context.delete(object)
    try context.save()
    do {
      _ = try context.existingObject(with: identifier)
      Issue.record("found")
    } catch let error as NSError {
      #expect(error.code == NSManagedObjectReferentialIntegrityError)
    }
  }

  @Test func fetchAnUnknownEntity() throws {
    let context = try context()
    do {
      _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Nobody"))
      Issue.record("fetched")
    } catch let error as NSError {
      #expect(error.localizedDescription.contains("Nobody"))
    }
  }

  @Test func fetchByAnUnknownKey() throws {
    let context = try context()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Member")
    request.predicate = NSPredicate(format: "colour == %@", "red")
    #expect(throws: (any Error).self) { try context.fetch(request) }
  }

  @Test func useAnUnknownKey() throws {
    let context = try context()
    member(context).setValue("red", forKey: "colour")
    let error = try #require(failure(context))
    #expect(error.localizedDescription.contains("colour"))
  }

  @Test func ignoreErrors() throws {
    let context = try context()
    _ = member(context, name: nil)
    try? context.save()  // Dropped: the program goes on as if nothing had happened.
    #expect(context.hasChanges)
    let count =
      (try? context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Member"))) ?? 0
    #expect(count == 1)
  }

  @Test func haveTheirCodesWithAnUndoManager() throws {
    let context = try Form.context()
    context.undoManager = UndoManager()
    context.undoManager?.beginUndoGrouping()
    let object = NSEntityDescription.insertNewObject(forEntityName: "Form", into: context)
    context.undoManager?.endUndoGrouping()
    context.processPendingChanges()
    let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
    #expect(error?.code == NSValidationMultipleErrorsError)
    object.setValue("a", forKey: "name")
    object.setValue(1, forKey: "number")
    try context.save()
    context.undo()
    #expect(object.value(forKey: "name") == nil)
    context.redo()
    #expect(object.value(forKey: "name") as? String == "a")
  }

  @Test func haveTheSameCodesInAChild() throws {
    let root = try Form.context()
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = root
    for context in [root, child] {
      let object = NSEntityDescription.insertNewObject(forEntityName: "Form", into: context)
      let both = #expect(throws: (any Error).self) { try context.save() } as NSError?
      #expect(both?.code == NSValidationMultipleErrorsError)
      #expect((both?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
      object.setValue(1, forKey: "number")
      let one = #expect(throws: (any Error).self) { try context.save() } as NSError?
      #expect(one?.code == NSValidationMissingMandatoryPropertyError)
      #expect(one?.userInfo[NSValidationKeyErrorKey] as? String == "name")
      #expect(one?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
      object.setValue("a", forKey: "name")
      try context.save()
    }
  }
}

/// A model of one entity with two required attributes.
private enum Form {
  static func context() throws -> NSManagedObjectContext {
    let model = NSManagedObjectModel()
    let entity = NSEntityDescription()
    entity.name = "Form"
    let (name, number) = (
      Library.attribute("name", .stringAttributeType),
      Library.attribute("number", .integer64AttributeType)
    )
    (name.isOptional, number.isOptional) = (false, false)
    entity.properties = [name, number]
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}
