@_spi(Query) import StrataBulk
import Foundation
import StrataModelSupport
import Strata
import StrataQuery
import StrataSchema
import StrataStack
@testable import StrataGraph
@_spi(Query) @testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage
import Synchronization
import StrataTestSupport
import Testing

@Suite struct SeveralConfigurations {
  private let stores: DividedStores
  private let context: ModelContext
  private let gauge = Gauge("rain")
  private let memo = Memo("mend")

  init() throws {
    stores = try DividedStores()
    context = try stores.context()
  }

  private func save() throws {
    gauge.readings = [1, 2, 3].map { GaugeReading($0) }
    context.insert(gauge)
    context.insert(memo)
    try context.save()
  }

  @Test func keepEachClassInItsOwnStore() throws {
    try save()
    let counts = try ["gauges", "memos"].map { name in
      try context.storeInformation(of: name).objectCounts.map { "\($0.entity) \($0.count)" }
    }
    #expect(
      counts == [
        ["Gauge 1", "GaugeReading 3", "GaugeSeal 0"], ["Memo 1", "MemoPin 0", "UrgentMemo 0"],
      ])
    #expect(
      try stores.folder.names().filter { $0.hasSuffix(".store") } == [
        "gauges.store", "memos.store",
      ])
    #expect(gauge.id.storeIdentifier == (try context.storeInformation(of: "gauges").identifier))
    #expect(memo.id.storeIdentifier == (try context.storeInformation(of: "memos").identifier))
  }

  @Test func areReadByContainersOfTheirOwn() throws {
    try save()
    let alone = ModelContext(
      try ModelContainer(
        for: Schema(DividedStores.memoModels), configurations: [stores.memos]))
    #expect(try alone.titles() == ["mend"])
  }

  @Test func areThoseOfTheContainer() throws {
    let container = context.container
    #expect(container.configurations == [stores.gauges, stores.memos])
    #expect(container.configuration == stores.gauges)
    #expect(Set(container.schema.entities.map(\.name)).isSuperset(of: ["Gauge", "UrgentMemo"]))
  }

  @Test func leaveTheRestToTheOneWithoutASchema() throws {
    let rest = ModelConfiguration("rest", isStoredInMemoryOnly: true)
    let container = try ModelContainer(
      for: Gauge.self, Memo.self, Leftover.self, configurations: stores.gauges, rest)
    let context = ModelContext(container)
    context.insert(contentsOf: [Gauge("a"), Memo("b"), Leftover(3)] as [any PersistentModel])
    try context.save()
    let counts = try context.storeInformation(of: "rest").objectCounts.filter { $0.count > 0 }
    #expect(counts.map(\.entity) == ["Leftover", "Memo"])
    #expect(try context.storeInformation(of: "gauges").objectCounts.map(\.count) == [1, 0, 0])
  }

  @Test func areOneContextToWorkWith() throws {
    try save()
    let other = try stores.context()
    #expect(try other.gaugeNames() == ["rain"] && other.titles() == ["mend"])
    #expect(try other.fetchCount(FetchDescriptor<Memo>()) == 1)
    let ids = try other.fetchIdentifiers(FetchDescriptor<Memo>())
    #expect(ids == [memo.id])
    #expect(try other.sum(of: \GaugeReading.value) == 6)
    #expect(try other.countDistinct(of: \Memo.title) == 1)
    let groups = try other.groups(of: Memo.self, by: \.isDone, aggregating: .count)
    #expect(groups.map(\.values) == [1])
    #expect(try other.explain(FetchDescriptor<Memo>()).sql.sql.contains("Memo"))
    var batched = FetchDescriptor<Memo>()
    batched.includePendingChanges = false
    #expect(try other.fetch(batched, batchSize: 1).map(\.title) == ["mend"])
    var seen: [String] = []
    try other.enumerate(FetchDescriptor<Memo>()) { seen.append($0.title) }
    #expect(seen == ["mend"])
  }

  @Test func areOneContextForQueriesByName() throws {
    try save()
    let query = Query(entity: "Memo")
    #expect(try context.fetch(query).count == 1 && context.fetchCount(query) == 1)
    #expect(try context.explain(query).sql.sql.contains("Memo"))
    #expect(try context.groups(GroupedQuery(query, aggregates: [.init(.count)])).count == 1)
    #expect(try context.explain(GroupedQuery(query, aggregates: [.init(.count)])).plan.count == 1)
    let key = memo.id.rowKey
    #expect(try context.model(entity: "Memo", key: key) as? Memo === memo)
    #expect(try context.batchDelete(query) == 1 && context.titles().isEmpty)
    #expect(throws: StackError.unknownModel("Leftover")) {
      try context.fetch(Query(entity: "Leftover"))
    }
  }

  @Test func areFoundByIdentifier() throws {
    try save()
    let other = try stores.context()
    let unread: Memo? = other.registeredModel(for: memo.id)
    #expect(unread == nil)
    let found = try #require(try other.existingModel(for: memo.id, as: Memo.self))
    let read: Memo? = other.registeredModel(for: memo.id)
    #expect(found.title == "mend" && read === found)
    #expect((other.model(for: memo.id) as? Memo) === found)
    #expect((other.model(for: gauge.id) as? Gauge)?.name == "rain")
    #expect(throws: ModelError.wrongEntity(gauge.id, expected: "Memo")) {
      try other.existingModel(for: gauge.id, as: Memo.self)
    }
  }

  @Test func giveNothingForIdentifiersOfOtherStores() throws {
    try save()
    let others = try DividedStores()
    defer { withExtendedLifetime(others) {} }
    let elsewhere = try others.context()
    elsewhere.insert(contentsOf: [Gauge("a"), Memo("b")] as [any PersistentModel])
    try elsewhere.save()
    #expect(try elsewhere.titles() == ["b"])
    #expect(try elsewhere.existingModel(for: memo.id, as: Memo.self) == nil)
    let unread: Memo? = elsewhere.registeredModel(for: memo.id)
    #expect(unread == nil)
    #expect(elsewhere.model(for: memo.id).modelContext == nil)
  }

  @Test func changeInBatches() throws {
    try save()
    #expect(
      try context.batchUpdate(where: #Predicate<Memo> { !$0.isDone }, .set(\.isDone, to: true)) == 1
    )
    #expect(memo.isDone)
    #expect(try context.batchDelete(Gauge.self, where: nil) == 1)
    #expect(try context.all(GaugeReading.self).isEmpty && context.titles() == ["mend"])
    try context.delete(model: Memo.self)
    try context.save()
    #expect(try stores.context().titles().isEmpty)
  }

  @Test func waitTogetherForTheSave() throws {
    try save()
    gauge.height = 2
    memo.isDone = true
    let (newGauge, newMemo) = (Gauge("wind"), UrgentMemo("call"))
    context.insert(newMemo)
    context.insert(newGauge)
    context.delete(gauge.readings[0])
    #expect(context.hasChanges && context.insertedModelsArray.count == 2)
    #expect(Set(context.changedModelsArray.map(\.persistentModelID)) == [gauge.id, memo.id])
    #expect(context.deletedModelsArray.count == 1)
    context.rollback()
    #expect(!context.hasChanges && gauge.height == 0 && !memo.isDone)
    #expect(gauge.readings.count == 3 && newMemo.modelContext == nil)
    #expect(newGauge.modelContext == nil && context.deletedModelsArray.isEmpty)
  }

  @Test func comeInTogetherOrNotAtAll() throws {
    let known: [any PersistentModel] = [gauge, memo]
    context.insert(contentsOf: known + [Leftover(1)])
    #expect(context.insertedModelsArray.isEmpty)
    #expect(throws: StackError.unknownModel("Leftover")) { try context.save() }
    context.insert(contentsOf: known)
    #expect(context.insertedModelsArray.count == 2)
    let other = try stores.context()
    other.insert(contentsOf: [Gauge("x"), memo] as [any PersistentModel])
    #expect(other.insertedModelsArray.isEmpty)
    #expect(throws: StackError.self) { try other.save() }
  }

  @Test func haveHistoriesOfTheirOwn() throws {
    context.author = "clerk"
    try save()
    memo.isDone = true
    try context.save()
    #expect(try context.historyEntries().map(\.number) == [1])
    #expect(try context.historyEntries(in: "memos").map(\.number) == [1, 2])
    #expect(try context.historyEntries(in: "memos", after: 1).map(\.author) == ["clerk"])
    let last = try #require(try context.historyEntry(2, in: "memos"))
    #expect(last.changes.map(\.entity) == ["Memo"])
    #expect(try context.historyEntry(2) == nil)
    let unknown = ConfigurationError.unknown("orders")
    #expect(throws: unknown) { try context.historyEntries(in: "orders") }
    #expect(throws: unknown) { try context.historyEntry(1, in: "orders") }
    #expect(throws: unknown) { try context.storeInformation(of: "orders") }
    #expect("\(unknown)" == "the container has no configuration orders")
  }

  @Test func areCheckedTogether() throws {
    try save()
    #expect(try context.checkStore() == [])
    try context.graph(in: "memos").store.withWriter { connection in
      try connection.run(#"INSERT INTO "MemoPin" (strata_key, memo) VALUES (9, 77)"#)
    }
    #expect(try context.checkStore().map(\.kind) == [.danglingLink])
  }

  @Test func areToldOfInOneNotification() throws {
    try save()
    let found = Mutex<[[String: [PersistentIdentifier]]]>([])
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let names = ["insertedIdentifiers", "updatedIdentifiers", "deletedIdentifiers"]
      let lists = names.map { ($0, notification.userInfo?[$0] as? [PersistentIdentifier] ?? []) }
      found.withLock { $0.append(Dictionary(uniqueKeysWithValues: lists)) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let (new, pin) = (Gauge("wind"), MemoPin())
    context.insert(pin)
    context.insert(new)
    gauge.height = 1
    let reading = gauge.readings[2]
    context.delete(reading)
    memo.isDone = true
    let gone = reading.persistentModelID
    try context.save()
    let lists = found.withLock { $0 }
    #expect(lists.count == 1)
    #expect(Set(lists.first?["insertedIdentifiers"] ?? []) == [new.id, pin.id])
    #expect(Set(lists.first?["updatedIdentifiers"] ?? []) == [gauge.id, memo.id])
    #expect(lists.first?["deletedIdentifiers"] == [gone])
  }

  @Test func letStacksWorkWithAll() async throws {
    let stack = try BasicDataStack(stores.open(), mainAuthor: "main")
    try await stack.withContext(author: "import") { context in
      context.insert(Gauge("a"))
      context.insert(Memo("b"))
    }
    #expect(try context.gaugeNames() == ["a"] && context.titles() == ["b"])
    #expect(try context.historyEntries(in: "memos").map(\.author) == ["import"])
  }
}
