import CoreData
import StrataTestSupport
import Testing

/// How programs put stores and contexts of Core Data together, step by step, in its own words.
@Suite struct StackListings {
  private static let model: NSManagedObjectModel = {
    let amount = NSAttributeDescription()
    amount.name = "amount"
    amount.attributeType = .doubleAttributeType
    let category = NSAttributeDescription()
    category.name = "category"
    category.attributeType = .stringAttributeType
    category.isOptional = true
    let expense = NSEntityDescription()
    expense.name = "Expense"
    expense.properties = [amount, category]
    let note = NSEntityDescription()
    note.name = "CachedNote"
    let text = NSAttributeDescription()
    text.name = "text"
    text.attributeType = .stringAttributeType
    text.isOptional = true
    note.properties = [text]
    let model = NSManagedObjectModel()
    model.entities = [expense, note]
    model.setEntities([expense], forConfigurationName: "Main")
    model.setEntities([note], forConfigurationName: "Cache")
    return model
  }()

  private func container() throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Money", managedObjectModel: Self.model)
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    container.persistentStoreDescriptions.first?.setOption(
      true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
  }

  @Test func ofTwoStoresOfOneModel() throws {
    let folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    let main = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: "Main", at: folder.file("main.sqlite"),
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ])
    try coordinator.addPersistentStore(
      type: .inMemory, configuration: "Cache", at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let expense = NSEntityDescription.insertNewObject(forEntityName: "Expense", into: context)
    context.assign(expense, to: main)
    _ = NSEntityDescription.insertNewObject(forEntityName: "CachedNote", into: context)
    try context.save()
    let uri = expense.objectID.uriRepresentation()
    #expect(uri.scheme == "x-coredata")
    let identifier = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(context.object(with: identifier) === expense)
    #expect(coordinator.metadata(for: main)[NSStoreUUIDKey] as? String == main.identifier)
    context.reset()
    try coordinator.remove(main)
    try coordinator.destroyPersistentStore(
      at: folder.file("main.sqlite"), ofType: NSSQLiteStoreType)
    #expect(!FileManager.default.fileExists(atPath: folder.file("main.sqlite").path))
    #expect(throws: ManagedObjectError.self) {
      try coordinator.addPersistentStore(ofType: "XML", configurationName: nil, at: nil)
    }
  }

  @Test func thatListensToSaves() throws {
    let context = try container().newBackgroundContext()
    nonisolated(unsafe) var inserted: [String] = []
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { notification in
      let objects = notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
      inserted += objects.compactMap { $0.entity.name }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    _ = NSEntityDescription.insertNewObject(forEntityName: "Expense", into: context)
    try context.save()
    #expect(inserted == ["Expense"])
  }

  @Test func thatFollowsTheHistory() throws {
    let container = try container()
    let context = container.newBackgroundContext()
    context.transactionAuthor = "app"
    _ = NSEntityDescription.insertNewObject(forEntityName: "Expense", into: context)
    try context.save()
    var token: NSPersistentHistoryToken?
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
    for transaction in transactions where transaction.author == "app" {
      #expect(transaction.changes?.map(\.changeType) == [.insert])
      token = transaction.token
    }
    #expect(
      token == container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil))
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: token))
  }

  @Test func thatFetchesAndDeletesWhateverThereIs() throws {
    let context = try container().newBackgroundContext()
    let expense = NSEntityDescription.insertNewObject(forEntityName: "Expense", into: context)
    try context.save()
    let request: NSFetchRequest<any NSFetchRequestResult> = NSFetchRequest(entityName: "Expense")
    #expect(try context.fetch(request) as? [NSManagedObject] == [expense])
    request.resultType = .managedObjectIDResultType
    #expect(try context.fetch(request) as? [NSManagedObjectID] == [expense.objectID])
    let deletion = NSBatchDeleteRequest(fetchRequest: request)
    deletion.resultType = .resultTypeObjectIDs
    let result = try context.execute(deletion) as? NSBatchDeleteResult
    let identifiers = try #require(result?.result as? [NSManagedObjectID])
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSDeletedObjectIDsKey: identifiers], into: [context])
    #expect(identifiers == [expense.objectID] && expense.managedObjectContext == nil)
    let wrong = NSFetchRequest<NSString>(entityName: "Expense")
    _ = NSEntityDescription.insertNewObject(forEntityName: "Expense", into: context)
    #expect(throws: ManagedObjectError.self) { try context.fetch(wrong) }
  }

  @Test func thatAddsUp() throws {
    let context = try container().newBackgroundContext()
    for (amount, category) in [(1.5, "Food"), (2, "Food"), (8, "Rent")] {
      let expense = NSEntityDescription.insertNewObject(forEntityName: "Expense", into: context)
      expense.setValue(amount, forKey: "amount")
      expense.setValue(category, forKey: "category")
    }
    let total = NSExpressionDescription()
    total.name = "total"
    total.expression = FetchExpression(
      forFunction: "sum:", arguments: [FetchExpression(forKeyPath: "amount")])
    total.expressionResultType = .doubleAttributeType
    let request = NSFetchRequest<NSDictionary>(entityName: "Expense")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["category", total]
    request.propertiesToGroupBy = ["category"]
    request.havingPredicate = NSPredicate(format: "$total > 3")
    #expect(
      try context.fetch(request) == [
        ["category": "Food", "total": 3.5], ["category": "Rent", "total": 8],
      ])
  }
}
