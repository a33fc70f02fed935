import SwiftData
import Testing

/// Names the identifiers of models that other files declare.
private struct Bookmark: Hashable {
  var order: Shop.Order.ID
  var customers: Set<Shop.Customer.ID> = []
}

@Suite struct CallTests {
  private let file: StoreFile
  private let context: ModelContext

  init() throws {
    file = try StoreFile()
    context = try Shop.context(file)
  }

  @Test func fetchTakesLimitOffsetAndOrder() throws {
    var descriptor = FetchDescriptor<Shop.Order>(
      sortBy: [.init(\.total, order: .reverse), .init(\.number)])
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 1
    descriptor.propertiesToFetch = [\.number]
    descriptor.relationshipKeyPathsForPrefetching = [\.customer]
    #expect(try context.fetch(descriptor).map(\.number) == [31, 20])
    #expect(try context.fetchCount(FetchDescriptor<Shop.Order>()) == 6)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Shop.Order>()).count == 6)
  }

  @Test func aSchemaIsMadeBeforeAnythingCanThrow() throws {
    let container: ModelContainer? = {
      let schema = Schema([Shop.Customer.self, Shop.Order.self])
      let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
      do {
        return try ModelContainer(for: schema, configurations: [configuration])
      } catch {
        return nil
      }
    }()
    #expect(container?.schema.entities.map(\.name) == ["Customer", "Order"])
    #expect(container?.schema.problem == nil)
  }

  @Test func modelsAreFoundByIdentifier() throws {
    let customer = try #require(try context.fetch(FetchDescriptor<Shop.Customer>()).first)
    let identifier = customer.persistentModelID
    #expect(context.model(for: identifier) as? Shop.Customer === customer)
    let registered: Shop.Customer? = context.registeredModel(for: identifier)
    #expect(registered === customer)
    let copy = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
    #expect(copy == identifier)
  }

  @Test func modelsAreKnownByTheirID() throws {
    let order = try #require(try context.fetch(FetchDescriptor<Shop.Order>()).first)
    var bookmark = Bookmark(order: order.id)
    if let customer = order.customer { bookmark.customers.insert(customer.id) }
    let id = bookmark.order
    let found = try context.fetch(
      FetchDescriptor<Shop.Order>(predicate: #Predicate { $0.id == id }))
    #expect(found == [order])
    #expect(bookmark.customers == Set([order.customer].compactMap { $0?.id }))
  }

  @Test func deletingAClassMeetsAPredicateAndCascades() throws {
    try context.delete(model: Shop.Customer.self, where: #Predicate { $0.name == "Bob" })
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Shop.Customer>()) == 2)
    #expect(try context.fetchCount(FetchDescriptor<Shop.Order>()) == 4)
    try context.delete(model: Shop.Customer.self)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Shop.Order>()) == 0)
  }

  @Test func transactionSaves() throws {
    try context.transaction {
      context.insert(Shop.Order(number: 1, total: 1))
    }
    #expect(!context.hasChanges)
    #expect(
      try ModelContext(context.container).fetchCount(FetchDescriptor<Shop.Order>()) == 7)
  }

  @Test func genericCodeWorksOnAnyModel() throws {
    func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
      try context.fetchCount(FetchDescriptor<T>())
    }
    #expect(try count(Shop.Order.self) == 6)
    #expect(try count(Shop.Customer.self) == 3)
  }

  @Test func memoryContainerTakesSeveralTypes() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(
      for: Shop.Customer.self, Shop.Order.self, configurations: configuration)
    let context = ModelContext(container)
    context.autosaveEnabled = false
    context.author = "tests"
    context.insert(Shop.Order(number: 1, total: 1))
    #expect(context.hasChanges)
    #expect(context.insertedModelsArray.count == 1)
    context.rollback()
    #expect(!context.hasChanges)
  }

  @Test func modelActorWorksOnItsOwnContext() async throws {
    let counter = OrderCounter(modelContainer: context.container)
    #expect(try await counter.count() == 6)
    try await counter.add(number: 50)
    #expect(try await counter.count() == 7)
  }
}

@ModelActor
private actor OrderCounter {
  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Shop.Order>()) }

  func add(number: Int) throws {
    modelContext.insert(Shop.Order(number: number, total: 0))
    try modelContext.save()
  }
}
