import CoreData
import StrataTestSupport
import Testing

/// The history in programs of Core Data, in its words.
@Suite struct HistoryPrograms {
  private let library: Library

  init() throws { library = try Library() }

  private func save(_ author: String?, _ name: String? = nil) throws {
    let context = library.context()
    (context.transactionAuthor, context.name) = (author, name)
    _ = Book(context: context)
    _ = Genre(context: context)
    try context.save()
  }

  private func transactions(
    _ request: NSPersistentHistoryChangeRequest
  ) throws -> [NSPersistentHistoryTransaction] {
    let result = try library.context().execute(request) as? NSPersistentHistoryResult
    return result?.result as? [NSPersistentHistoryTransaction] ?? []
  }

  @Test func isFetchedByAuthor() throws {
    try save("app")
    try save("widget")
    try save(nil)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(
      format: "%K != %@", #"author"#, "app")
    request.fetchRequest = fetch
    #expect(try transactions(request).map(\.author) == ["widget", nil])
  }

  @Test func isFetchedByCompoundConditions() throws {
    try save("app", "view")
    try save("app", "background")
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSCompoundPredicate(
      type: .and,
      subpredicates: [
        NSPredicate(format: "author == %@", "app"),
        NSCompoundPredicate(
          notPredicateWithSubpredicate: NSPredicate(format: "contextName == 'view'")),
      ])
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    #expect(try transactions(request).map(\.contextName) == ["background"])
  }

  @Test func isFetchedByKindsOfChanges() throws {
    try save("app")
    let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
    fetch.predicate = NSPredicate(format: "changedEntity == %@", "Genre")
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    request.resultType = .transactionsAndChanges
    let changes = try transactions(request).flatMap { $0.changes ?? [] }
    #expect(changes.map(\.changedObjectID.entity.name) == ["Genre"])
  }

  @Test func refusesConditionsThatItCantMeet() throws {
    try save("app")
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "colour == 'red'")
    #expect(throws: ManagedObjectError.self) {
      try transactions(.fetchHistory(withFetch: fetch))
    }
  }

  @Test func keepTokensAsArchives() throws {
    let library = try Library()
    let context = library.context()
    _ = Book(context: context)
    try context.save()
    let token = try #require(
      library.container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil))
    let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSPersistentHistoryToken.self, from: data)
    #expect(read == token)
    let none: NSPersistentHistoryToken? = nil
    let empty = try NSKeyedArchiver.archivedData(withRootObject: none, requiringSecureCoding: true)
    #expect(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: empty)
        == nil)
    for damaged in [Data(), Data("token".utf8), data.prefix(40)] {
      #expect(throws: CocoaError.self) {
        try NSKeyedUnarchiver.unarchivedObject(
          ofClass: NSPersistentHistoryToken.self, from: damaged)
      }
    }
  }
}
