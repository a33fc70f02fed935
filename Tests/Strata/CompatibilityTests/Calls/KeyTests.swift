import SwiftData
import Testing

@Suite struct KeyTests {
  private let file: StoreFile
  private let context: ModelContext

  init() throws {
    file = try StoreFile()
    context = try Shop.context(file)
  }

  @Test func valuesSetByKeyAreSavedAndTellNobody() throws {
    let order = try #require(try context.fetch(FetchDescriptor<Shop.Order>()).first)
    let told = Told()
    withObservationTracking {
      _ = order.number
    } onChange: {
      told.count += 1
    }
    order.setValue(forKey: \.number, to: 500)
    #expect(told.count == 0)
    #expect(order.getValue(forKey: \.number) == 500)
    try context.save()
    let other = ModelContext(context.container)
    #expect(
      try other.fetchCount(
        FetchDescriptor<Shop.Order>(predicate: #Predicate { $0.number == 500 })) == 1)
    order.number = 501
    #expect(told.count == 1)
  }

  @Test func readingByKeyIsNotListenedTo() throws {
    let order = try #require(try context.fetch(FetchDescriptor<Shop.Order>()).first)
    let told = Told()
    withObservationTracking {
      _ = order.getValue(forKey: \.total)
    } onChange: {
      told.count += 1
    }
    order.total = 3
    #expect(told.count == 0)
  }

  @Test func relationshipSetByKeyIsTrueAtBothEnds() throws {
    let customers = try context.fetch(
      FetchDescriptor<Shop.Customer>(sortBy: [SortDescriptor(\.email)]))
    let order = try #require(customers[0].orders.first)
    order.setValue(forKey: \.customer, to: customers[1])
    #expect(customers[0].orders.count == 1)
    #expect(customers[1].orders.last === order)
  }

  @Test func errorsMatchSwiftDatasNames() throws {
    var descriptor = FetchDescriptor<Shop.Order>()
    descriptor.includePendingChanges = true
    do {
      _ = try context.fetch(descriptor, batchSize: 2)
      Issue.record("nothing was thrown")
    } catch SwiftDataError.includePendingChangesWithBatchSize {
    }
    let isUnsupported = SwiftDataError.unsupportedPredicate ~= CancellationError()
    #expect(!isUnsupported)
  }

  @Test func savesTellTheirIdentifiersInEitherForm() throws {
    let order = Shop.Order(number: 1, total: 2)
    context.insert(order)
    let heard = Told()
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let info = notification.userInfo ?? [:]
      let list = info[ModelContext.NotificationKey.insertedIdentifiers.rawValue]
      let set = info[ModelContext.NotificationKey.insertedIdentifiers]
      heard.list = list as? [PersistentIdentifier] ?? []
      heard.set = set as? Set<PersistentIdentifier> ?? []
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.save()
    #expect(heard.list == [order.persistentModelID])
    #expect(heard.set == [order.persistentModelID])
  }

  // Heard and looked at on one thread.
  private final class Told: @unchecked Sendable {
    var count = 0
    var list: [PersistentIdentifier] = []
    var set: Set<PersistentIdentifier> = []
  }
}
