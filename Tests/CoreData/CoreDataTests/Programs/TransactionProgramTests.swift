import CoreData
import StrataTestSupport
import Testing

/// The transactions of the history in programs of Core Data, in its words.
@Suite struct TransactionPrograms {
  private func library() throws -> Library {
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    return try Library(description)
  }

  private func transactions(
    _ context: NSManagedObjectContext, after token: NSPersistentHistoryToken? = nil
  ) throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    return result?.result as? [NSPersistentHistoryTransaction] ?? []
  }

  @Test func recordSaves() throws {
    let context = try library().context()
    context.transactionAuthor = "app"
    context.name = "editor"
    let book = Book(context: context)
    try context.save()
    let transaction = try #require(try transactions(context).first)
    #expect(transaction.author == "app" && transaction.contextName == "editor")
    #expect(transaction.changes?.first?.changeType == .insert)
    #expect(transaction.changes?.first?.changedObjectID == book.objectID)
    #expect(transaction.transactionNumber == 1 && transaction.timestamp <= Date())
  }

  @Test func switchOverChanges() throws {
    let context = try library().context()
    let book = Book(context: context)
    try context.save()
    book.title = "x"
    try context.save()
    context.delete(book)
    try context.save()
    var kinds: [String] = []
    for change in try transactions(context).flatMap({ $0.changes ?? [] }) {
      switch change.changeType {
      case .insert: kinds.append("insert")
      case .update: kinds.append("update")
      case .delete: kinds.append("delete")
      @unknown default: kinds.append("?")
      }
    }
    #expect(kinds == ["insert", "update", "delete"])
  }

  @Test func nameUpdatedProperties() throws {
    let context = try library().context()
    let book = Book(context: context)
    try context.save()
    (book.title, book.pages) = ("x", 5)
    try context.save()
    let change = try transactions(context).last?.changes?.first
    #expect(Set(change?.updatedProperties?.map(\.name) ?? []) == ["title", "pages"])
  }

  @Test func continueAfterAToken() throws {
    let library = try library()
    let context = library.context()
    _ = Book(context: context)
    try context.save()
    let token = try #require(try transactions(context).last?.token)
    #expect(try transactions(context, after: token).isEmpty)
    _ = Book(context: context)
    try context.save()
    #expect(try transactions(context, after: token).count == 1)
  }

  @Test func continueAfterTheCurrentToken() throws {
    let library = try library()
    let context = library.context()
    _ = Book(context: context)
    try context.save()
    let token = library.container.persistentStoreCoordinator.currentPersistentHistoryToken(
      fromStores: nil)
    _ = Book(context: context)
    try context.save()
    #expect(try transactions(context, after: token).count == 1)
  }

  @Test func continueAfterADate() throws {
    let context = try library().context()
    _ = Book(context: context)
    try context.save()
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    #expect((result?.result as? [NSPersistentHistoryTransaction])?.count == 1)
    let later = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantFuture)
    let none = try context.execute(later) as? NSPersistentHistoryResult
    #expect((none?.result as? [NSPersistentHistoryTransaction])?.isEmpty == true)
  }

  @Test func continueAfterATransaction() throws {
    let context = try library().context()
    for _ in 0..<3 {
      _ = Book(context: context)
      try context.save()
    }
    let first = try #require(try transactions(context).first)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: first)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let found = result?.result as? [NSPersistentHistoryTransaction]
    #expect(found?.map(\.transactionNumber) == [2, 3])
  }

  @Test func askForChangesOnly() throws {
    let context = try library().context()
    _ = (Book(context: context), Genre(context: context))
    try context.save()
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?)
    request.resultType = .changesOnly
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let changes = result?.result as? [NSPersistentHistoryChange]
    #expect(Set(changes?.compactMap(\.changedObjectID.entity.name) ?? []) == ["Book", "Genre"])
  }

  @Test func askForACount() throws {
    let context = try library().context()
    _ = Book(context: context)
    try context.save()
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?)
    request.resultType = .count
    let result = try context.execute(request) as? NSPersistentHistoryResult
    #expect(result?.result as? Int == 1)
    request.resultType = .objectIDs
    let identifiers = try context.execute(request) as? NSPersistentHistoryResult
    #expect((identifiers?.result as? [NSManagedObjectID])?.count == 1)
  }

  @Test func mergeATransaction() throws {
    let library = try library()
    let (reader, writer) = (library.context(), library.context())
    let book = Book(context: reader)
    try reader.save()
    (try writer.existingObject(with: book.objectID) as? Book)?.title = "x"
    writer.transactionAuthor = "extension"
    try writer.save()
    for transaction in try transactions(reader) where transaction.author == "extension" {
      reader.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
    }
    #expect(book.title == "x")
  }

  @Test func readATransactionsNotification() throws {
    let context = try library().context()
    let book = Book(context: context)
    try context.save()
    let info = try transactions(context).first?.objectIDNotification().userInfo
    let inserted = info?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>
    #expect(inserted == [book.objectID])
  }

  @Test func deleteTheHistory() throws {
    let context = try library().context()
    for _ in 0..<3 {
      _ = Book(context: context)
      try context.save()
    }
    let last = try #require(try transactions(context).last)
    let request = NSPersistentHistoryChangeRequest.deleteHistory(before: last)
    try context.execute(request)
    #expect(try transactions(context).map(\.transactionNumber) == [3])
  }

  @Test func deleteTheHistoryBeforeADate() throws {
    let context = try library().context()
    _ = Book(context: context)
    try context.save()
    let week = Date(timeIntervalSinceNow: -7 * 24 * 3600)
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: week))
    #expect(try transactions(context).count == 1)
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: .distantFuture))
    #expect(try transactions(context).isEmpty)
  }

  @Test func expireTokens() throws {
    let context = try library().context()
    for _ in 0..<3 {
      _ = Book(context: context)
      try context.save()
    }
    let first = try #require(try transactions(context).first)
    let last = try #require(try transactions(context).last)
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: last.token))
    do {
      _ = try transactions(context, after: first.token)
      Issue.record("fetched")
    } catch let error as NSError {
      #expect(error.code == NSPersistentHistoryTokenExpiredError)
    }
  }

  @Test func encodeTokens() throws {
    let context = try library().context()
    _ = Book(context: context)
    try context.save()
    let token = try #require(try transactions(context).last?.token)
    let data = try JSONEncoder().encode(token)
    #expect(try JSONDecoder().decode(NSPersistentHistoryToken.self, from: data) == token)
  }

  @Test func preserveTombstones() throws {
    let entity = NSEntityDescription()
    entity.name = "Parcel"
    let code = Library.attribute("code", .stringAttributeType)
    code.preservesValueInHistoryOnDeletion = true
    entity.properties = [code]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil,
      options: [NSPersistentHistoryTrackingKey: true as NSNumber])
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let parcel = NSEntityDescription.insertNewObject(forEntityName: "Parcel", into: context)
    parcel.setValue("X1", forKey: "code")
    try context.save()
    context.delete(parcel)
    try context.save()
    let change = try transactions(context).last?.changes?.first
    #expect(change?.changeType == .delete && change?.tombstone?["code"] as? String == "X1")
  }

  @Test func groupTransactionsByAuthor() throws {
    let library = try library()
    for author in ["app", "share", "app"] {
      let context = library.context()
      context.transactionAuthor = author
      _ = Book(context: context)
      try context.save()
    }
    let counts = Dictionary(
      grouping: try transactions(library.context()), by: { $0.author ?? "" }
    ).mapValues(\.count)
    #expect(counts == ["app": 2, "share": 1])
  }

  @Test func nameTheStoreOfATransaction() throws {
    let library = try library()
    let context = library.context()
    _ = Book(context: context)
    try context.save()
    let transaction = try #require(try transactions(context).first)
    #expect(
      transaction.storeID
        == library.container.persistentStoreCoordinator.persistentStores.first?.identifier)
    #expect(!transaction.bundleID.isEmpty && !transaction.processID.isEmpty)
  }

  @Test func linkChangesToTheirTransaction() throws {
    let context = try library().context()
    _ = Book(context: context)
    try context.save()
    let transaction = try #require(try transactions(context).first)
    #expect(transaction.changes?.first?.transaction?.transactionNumber == 1)
    #expect(transaction.changes?.first?.changeID == 1)
  }
}
