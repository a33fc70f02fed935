import Foundation
import Strata
import StrataTestSupport
import Testing

extension RecipesDocument {
  @Test func importsBesideReads() async throws {
    let container = container
    async let count = container.write(author: "import") { context in
      for number in 1...1000 { context.insert(Order(number: number, cents: 100)) }
      return 1000
    }
    let before = try await container.read { try $0.fetchCount(FetchDescriptor<Order>()) }
    print(before, try await count)  // 0 or 1000, then 1000
    #expect(before == 0 || before == 1000)
    #expect(try context.fetchCount(FetchDescriptor<Order>()) == 1000)
  }

  @Test func paysInAnActor() async throws {
    let order = try saveOrders(1)[0]
    let cashier = Cashier(modelContainer: container)
    try await cashier.pay(TypedObjectID(order))
    try context.mergeChanges()
    #expect(order.isPaid)
  }

  @MainActor @Test func observesAList() async throws {
    let context = container.mainContext
    for number in 1...2 { context.insert(Order(number: number, cents: 100)) }
    try context.save()
    var shown: [[Int]] = []
    func show(_ numbers: [Int]) { shown.append(numbers) }
    let observer = try ResultsObserver<Order, Never>(
      filterBy: #Predicate { !$0.isPaid }, sortBy: [SortDescriptor(\.number)],
      modelContext: context)
    for await orders in observer.updates {
      show(orders.map(\.number))
      if orders.isEmpty { break }
      orders.first?.isPaid = true
    }
    #expect(shown == [[1, 2], [2], []])
  }

  @Test func followsAnotherProcess() async throws {
    let other = ModelContext(
      try ModelContainer(
        for: Customer.self, Order.self, configurations: ModelConfiguration(url: folder.store())))
    let mailer = Mailer()
    let consumer = try HistoryConsumer("mailer", in: container)
    let tracker = HistoryTracker(consumer, ignoring: ["mailer"])
    await tracker.observe(Order.self, [.insert]) { changes in
      for change in changes { try await mailer.send(change.changedPersistentIdentifier) }
    }
    await tracker.start()
    other.insert(Order(number: 1, cents: 100))
    try other.save()
    let sent = try await mailer.first()
    #expect(sent.entityName == "Order")
    await tracker.stop()
  }
}

/// A mailer that a hook calls, as another part of a program.
private actor Mailer {
  private let sent: AsyncStream<PersistentIdentifier>
  private let continuation: AsyncStream<PersistentIdentifier>.Continuation

  struct Ended: Error {}

  init() { (sent, continuation) = AsyncStream.makeStream() }

  func send(_ order: PersistentIdentifier) throws { continuation.yield(order) }

  nonisolated func first() async throws -> PersistentIdentifier {
    for await order in sent { return order }
    throw Ended()
  }
}
