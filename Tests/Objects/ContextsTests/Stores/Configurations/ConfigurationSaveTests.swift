import Foundation
import StrataModelSupport
import Strata
@testable import StrataGraph
@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage
import StrataTestSupport
import Testing

@Suite struct SavesOfSeveralStores {
  /// What a save meets in one of the stores.
  enum Obstacle: CaseIterable, Sendable {
    case denyOfGauges, denyOfMemos, uniqueGauge, uniqueMemo

    func apply(to context: ModelContext) throws {
      switch self {
      case .denyOfGauges: try context.delete(#require(context.all(Gauge.self).first))
      case .denyOfMemos: try context.delete(#require(context.all(Memo.self).first))
      case .uniqueGauge: context.insert(Gauge("rain"))
      case .uniqueMemo: context.insert(Memo("mend"))
      }
    }
  }

  private func filled(_ stores: DividedStores) throws -> ModelContext {
    let context = try stores.context()
    let (gauge, memo) = (Gauge("rain"), Memo("mend"))
    gauge.seals = [GaugeSeal()]
    memo.pins = [MemoPin()]
    context.insert(gauge)
    context.insert(memo)
    try context.save()
    return context
  }

  @Test(arguments: Obstacle.allCases)
  func areNotMadeWhereOneStoreRefuses(obstacle: Obstacle) throws {
    let stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    let context = try filled(stores)
    context.uniqueConflictPolicy = .error
    let (newGauge, newMemo) = (Gauge("wind"), Memo("call"))
    context.insert(newGauge)
    context.insert(newMemo)
    try obstacle.apply(to: context)
    #expect(throws: StackError.self) { try context.save() }
    let other = try stores.context()
    #expect(try other.gaugeNames() == ["rain"] && other.titles() == ["mend"])
    #expect(try other.historyEntries().count == 1 && other.historyEntries(in: "memos").count == 1)
    #expect(newGauge.hasChanges && newMemo.hasChanges)
    context.rollback()
    context.insert(newGauge)
    context.insert(newMemo)
    try context.save()
    #expect(try other.gaugeNames() == ["rain", "wind"] && other.titles() == ["mend", "call"])
  }

  @Test func leaveStoresAloneThatHaveNoChanges() throws {
    let stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    let context = try filled(stores)
    context.insert(Memo("call"))
    try context.save()
    #expect(try context.historyEntries().count == 1)
    #expect(try context.historyEntries(in: "memos").count == 2)
    try context.save()
    #expect(try context.historyEntries(in: "memos").count == 2)
  }

  @Test func findUniqueValuesInEachStore() throws {
    let stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    let context = try filled(stores)
    let (gauge, memo) = (Gauge("rain"), Memo("mend"))
    gauge.height = 7
    memo.isDone = true
    context.insert(gauge)
    context.insert(memo)
    try context.save()
    #expect(context.resolvedUniqueConflicts.map(\.existing.entityName) == ["Gauge", "Memo"])
    let other = try stores.context()
    #expect(try other.all(Gauge.self).map(\.height) == [7])
    #expect(try other.all(Memo.self).map(\.isDone) == [true])
  }

  @Test func followThePolicyOfEachConfiguration() throws {
    var stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    _ = try filled(stores)
    stores = try DividedStores(in: stores.folder)
    var strict = stores.memos
    strict.uniqueConflictPolicy = .ignore
    let container = try ModelContainer(
      for: Schema(DividedStores.models), configurations: [stores.gauges, strict])
    let context = ModelContext(container)
    let (gauge, memo) = (Gauge("rain"), Memo("mend"))
    gauge.height = 7
    memo.isDone = true
    context.insert(gauge)
    context.insert(memo)
    try context.save()
    #expect(try context.all(Gauge.self).map(\.height) == [7])
    #expect(try context.all(Memo.self).map(\.isDone) == [false])
  }

  // The history's entry is the last thing written before a commit, when the other store's is done.
  @Test func sayWhatIsSavedWhenACommitFails() throws {
    let stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    let context = try filled(stores)
    let outer = try #require(context.graphsToSave.first)
    let failing = outer.name
    let other = failing == "memos" ? "gauges" : "memos"
    try outer.store.withWriter { connection in
      try connection.run(
        """
        CREATE TRIGGER full BEFORE INSERT ON strata_history
        BEGIN SELECT RAISE(ABORT, 'no room'); END
        """)
    }
    context.insert(Gauge("wind"))
    context.insert(Memo("call"))
    let error = try #require(throws: StackError.self) { try context.save() }
    guard case .savedInPart(let saved, let pending, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(saved == [other] && pending == [failing] && reason.contains("no room"))
    #expect(
      "\(error)".hasPrefix(
        "what has changed in \(other) is saved; in \(failing) it is still unsaved: "))
    #expect(context.insertedModelsArray.count == 1)
    let reader = try stores.context()
    let isMemo = other == "memos"
    #expect(try reader.titles() == (isMemo ? ["mend", "call"] : ["mend"]))
    #expect(try reader.gaugeNames() == (isMemo ? ["rain"] : ["rain", "wind"]))
    try outer.store.withWriter { try $0.run("DROP TRIGGER full") }
    try context.save()
    #expect(try reader.gaugeNames() == ["rain", "wind"] && reader.titles() == ["mend", "call"])
  }

  @Test(arguments: DividedStores.Place.allCases, DividedStores.Place.allCases)
  func areTheSameInMemoryAndInFiles(
    gauges: DividedStores.Place, memos: DividedStores.Place
  ) throws {
    let stores = try DividedStores(gauges: gauges, memos: memos)
    defer { withExtendedLifetime(stores) {} }
    let container = try stores.open()
    let (context, other) = (ModelContext(container), ModelContext(container))
    let (gauge, memo) = (Gauge("rain"), Memo("mend"))
    context.insert(gauge)
    context.insert(memo)
    try context.save()
    let found = try #require(try other.all(Gauge.self).first)
    #expect(try other.titles() == ["mend"])
    gauge.height = 3
    context.delete(memo)
    try context.save()
    try other.mergeChanges()
    #expect(found.height == 3)
    #expect(try other.titles().isEmpty)
  }

  @Test func leaveReadOnlyStoresAlone() throws {
    let stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    _ = try filled(stores)
    let context = try DividedStores(memos: .file, savesMemos: false, in: stores.folder).context()
    try #require(try context.all(Gauge.self).first).height = 3
    try context.save()
    let memo = try #require(try context.all(Memo.self).first)
    memo.isDone = true
    context.insert(Gauge("wind"))
    #expect(throws: StorageError.readOnly(path: stores.folder.file("memos.store").path)) {
      try context.save()
    }
    let other = try stores.context()
    #expect(try other.all(Gauge.self).map(\.height) == [3] && other.titles() == ["mend"])
    context.rollback()
    #expect(!memo.isDone && !context.hasChanges)
  }

  @Test func reachOtherContextsAndContainers() throws {
    let stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    let context = try filled(stores)
    let (near, far) = (ModelContext(context.container), try stores.context())
    let memos = try [near, far].map { try #require(try $0.all(Memo.self).first) }
    let gauges = try [near, far].map { try #require(try $0.all(Gauge.self).first) }
    try #require(try context.all(Memo.self).first).isDone = true
    try #require(try context.all(Gauge.self).first).height = 5
    try context.save()
    for other in [near, far] { try other.mergeChanges() }
    #expect(memos.map(\.isDone) == [true, true] && gauges.map(\.height) == [5, 5])
  }

  // Each save holds both stores for a while; taken in different orders, they would wait forever.
  @Test(.timeLimit(.scaledMinutes(5))) func ofContainersInOppositeOrderDoNotBlockEachOther()
    async throws
  {
    let stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    let containers = [
      try stores.open(),
      try ModelContainer(
        for: Schema(DividedStores.models), configurations: [stores.memos, stores.gauges]),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, container) in containers.enumerated() {
        group.addTask {
          let context = ModelContext(container)
          for turn in 0..<40 {
            context.insert(Gauge("\(number) \(turn)"))
            context.insert(Memo("\(number) \(turn)"))
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    let context = try stores.context()
    #expect(try context.count(of: Gauge.self) == 80 && context.count(of: Memo.self) == 80)
    #expect(try context.checkStore() == [])
  }

  @MainActor @Test(.timeLimit(.scaledMinutes(5))) func happenByThemselvesForAnyStore() async throws
  {
    let stores = try DividedStores()
    defer { withExtendedLifetime(stores) {} }
    let container = try stores.open()
    let context = container.mainContext
    let other = ModelContext(container)
    for (count, model) in ([Gauge("a"), Memo("b")] as [any PersistentModel]).enumerated() {
      context.insert(model)
      while context.hasChanges { await Task.yield() }
      #expect(try other.gaugeNames().count + other.titles().count == count + 1)
    }
  }
}
