import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import StrataTestSupport
import Testing

@Suite struct HistoryRequests {
  private static let model = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "HistoryNote",
        properties: [
          Library.attribute("title", .string) { $0.preservesValueInHistoryOnDeletion = true },
          Library.attribute("size", .integer32) { $0.preservesValueInHistoryOnDeletion = true },
          Library.attribute("text", .string),
        ])
    ])

  private let coordinator: NSPersistentStoreCoordinator
  private let context = NSManagedObjectContext(.privateQueue)
  private let note: NSManagedObject

  /// Three transactions: a note comes, changes, and goes.
  init() throws {
    coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    try coordinator.addPersistentStore(.inMemory)
    context.persistentStoreCoordinator = coordinator
    context.transactionAuthor = "Ann"
    context.name = "editor"
    note = try context.make("HistoryNote", ["title": "List", "size": 3, "text": "tea"])
    try context.save()
    try note.setValue("coffee", forKey: "text")
    try note.setValue(6, forKey: "size")
    context.transactionAuthor = "Bob"
    try context.save()
    context.transactionAuthor = nil
    context.delete(note)
    try context.save()
  }

  private func transactions(
    _ request: NSPersistentHistoryChangeRequest
  ) throws -> [NSPersistentHistoryTransaction] { try context.execute(request).transactions }

  private func all() throws -> [NSPersistentHistoryTransaction] {
    try transactions(.fetchHistory(after: nil as NSPersistentHistoryToken?))
  }

  @Test func tellWhoHasChangedWhat() throws {
    let all = try all()
    #expect(all.map(\.author) == ["Ann", "Bob", nil])
    #expect(all.map(\.transactionNumber) == [1, 2, 3])
    #expect(all.allSatisfy { $0.contextName == "editor" })
    #expect(
      all.map(\.storeID) == Array(repeating: coordinator.persistentStores[0].identifier, count: 3))
    #expect(all.allSatisfy { $0.processID == "\(ProcessInfo.processInfo.processIdentifier)" })
    #expect(abs(all[0].timestamp.timeIntervalSinceNow) < 600)
    let changes = all.compactMap { $0.changes?.first }
    #expect(changes.map(\.changeType) == [.insert, .update, .delete])
    #expect(Set(changes.map(\.changedObjectID)).count == 1)
    #expect(changes[0].changedObjectID.entityName == "HistoryNote")
    #expect(changes[1].updatedPropertyNames == ["size", "text"])
    #expect(Set(changes[1].updatedProperties?.map(\.name) ?? []) == ["size", "text"])
    #expect(changes[0].updatedProperties == nil && changes[1].tombstone == nil)
    let tombstone = try #require(changes[2].tombstone)
    #expect(tombstone["title"] as? String == "List" && tombstone["size"] as? Int == 6)
    #expect(tombstone["text"] == nil)
  }

  @Test func goOnFromAPlace() throws {
    let all = try all()
    #expect(
      try transactions(.fetchHistory(after: all[0].token)).map(\.transactionNumber) == [2, 3])
    #expect(try transactions(.fetchHistory(after: all[1])).map(\.transactionNumber) == [3])
    #expect(try transactions(.fetchHistory(after: all[1].timestamp)).count <= 1)
    #expect(try transactions(.fetchHistory(after: Date.distantPast)).count == 3)
    let end = try coordinator.currentPersistentHistoryToken()
    #expect(end == all[2].token)
    #expect(
      try coordinator.currentPersistentHistoryToken(fromStores: coordinator.persistentStores)
        == end)
    #expect(try transactions(.fetchHistory(after: end)).isEmpty)
    let kept = try JSONDecoder().decode(
      NSPersistentHistoryToken.self, from: JSONEncoder().encode(all[0].token))
    #expect(try transactions(.fetchHistory(after: kept)).count == 2)
  }

  @Test func giveWhatIsAskedFor() throws {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    func result(_ type: NSPersistentHistoryChangeRequest.ResultType) throws -> Any? {
      request.resultType = type
      return try context.execute(request).result
    }
    #expect(try result(.statusOnly) as? Bool == true)
    #expect(try result(.count) as? Int == 3)
    #expect((try result(.objectIDs) as? [PersistentIdentifier])?.count == 1)
    #expect((try result(.changesOnly) as? [NSPersistentHistoryChange])?.count == 3)
    let bare = try #require(try result(.transactionsOnly) as? [NSPersistentHistoryTransaction])
    #expect(bare.count == 3 && bare.allSatisfy { $0.changes == nil })
    let whole = try #require(
      try result(.transactionsAndChanges) as? [NSPersistentHistoryTransaction])
    #expect(whole.allSatisfy { $0.changes?.count == 1 })
  }

  @Test func removeWhatIsntNeededAnyMore() throws {
    let all = try all()
    let nothing = NSPersistentHistoryChangeRequest.deleteHistory(
      before: nil as NSPersistentHistoryToken?)
    nothing.resultType = .count
    #expect(try context.execute(nothing).count == 0)
    let request = NSPersistentHistoryChangeRequest.deleteHistory(before: all[2].token)
    request.resultType = .count
    #expect(try context.execute(request).result as? Int == 2)
    #expect(try self.all().map(\.transactionNumber) == [3])
    #expect(try transactions(.fetchHistory(after: all[1].token)).count == 1)
    #expect(throws: HistoryError.self) { try transactions(.fetchHistory(after: all[0].token)) }
    request.resultType = .changesOnly
    #expect(throws: ManagedObjectError.self) { try context.execute(request) }
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: all[2]))
    #expect(try self.all().count == 1)
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
    #expect(try self.all().isEmpty)
  }

  @Test func areMergedAsNotificationsOfSaves() throws {
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = coordinator
    let one = try other.make("HistoryNote", ["title": "A"])
    try other.save()
    let here = try context.existingObject(with: one.objectID)
    let end = try coordinator.currentPersistentHistoryToken()
    try one.setValue("B", forKey: "title")
    try other.save()
    let news = try #require(try transactions(.fetchHistory(after: end)).first)
    let notification = news.objectIDNotification()
    let updated = notification.userInfo?["updated_objectIDs"] as? Set<PersistentIdentifier>
    #expect(updated == [one.objectID])
    try context.mergeChanges(fromContextDidSave: notification)
    #expect(try here.value(forKey: "title") as? String == "B")
  }
}
