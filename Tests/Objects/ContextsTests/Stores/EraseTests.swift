import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataGraph
@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage

@Model private class Coin {
  var value: Int
  init(_ value: Int) { self.value = value }
}

@Model private final class GoldCoin: Coin {
  override init(_ value: Int) { super.init(value) }
}

@Model private final class Stamp {
  init() {}
}

@Suite struct Erasing {
  private let zoo: Menagerie
  private let context: ModelContext

  init() throws {
    zoo = try Menagerie()
    context = try zoo.context()
    let keeper = Keeper(name: "Kim")
    for beast in context.insertOneOfEach() {
      beast.keeper = keeper
      beast.zones = [Zone(name: "north")]
    }
    try context.save()
  }

  private func counts(_ context: ModelContext) throws -> [Int] {
    [
      try context.fetchCount(FetchDescriptor<Beast>()),
      try context.fetchCount(FetchDescriptor<Keeper>()),
      try context.fetchCount(FetchDescriptor<Zone>()),
    ]
  }

  @Test func leavesNothing() throws {
    #expect(try counts(context) == [4, 1, 4])
    try context.container.erase()
    #expect(try counts(context) == [0, 0, 0])
    #expect(try counts(try zoo.context()) == [0, 0, 0])
    #expect(try context.checkStore().isEmpty)
    // Nothing to erase is no change.
    let number = context.container.store.lastTransaction
    try context.container.erase()
    #expect(context.container.store.lastTransaction == number)
  }

  @Test func reachesOtherContextsAndTheHistory() throws {
    let other = try zoo.context()
    let beasts = try other.all(Beast.self)
    try context.container.erase()
    try other.mergeChanges()
    #expect(beasts.allSatisfy { $0.modelContext == nil } && beasts.count == 4)
    let last = try #require(try context.historyEntries(after: 0).last)
    #expect(last.changes.count { $0.kind == .delete } == 9)
    #expect(Set(last.changes.map(\.entity)).isSuperset(of: ["Hound", "Pup", "Tiger", "Keeper"]))
  }

  @Test func keepsWhatIsNewAndNotSaved() throws {
    context.insert(Keeper(name: "Lee"))
    try context.container.erase()
    try context.save()
    #expect(try zoo.context().all(Keeper.self).map(\.name) == ["Lee"])
  }

  @Test func keepsObjectsOfClassesThatTheContainerLacks() throws {
    let configuration = ModelConfiguration(url: zoo.house.folder.file("coins.store"))
    func context(_ models: [any PersistentModel.Type]) throws -> ModelContext {
      ModelContext(try ModelContainer(for: models, configuration: configuration))
    }
    let whole = try context([Coin.self, GoldCoin.self, Stamp.self])
    for model in [Coin(1), GoldCoin(2)] { whole.insert(model) }
    whole.insert(Stamp())
    try whole.save()
    try context([Coin.self]).container.erase()
    let left = try context([Coin.self, GoldCoin.self, Stamp.self])
    #expect(try left.all(Coin.self).map(\.value) == [2])
    #expect(try left.fetchCount(FetchDescriptor<Stamp>()) == 1)
  }

  @Test func fillsAnEmptiedStoreAgain() throws {
    context.container.deleteAllData()
    context.insertOneOfEach()
    try context.save()
    #expect(try counts(try zoo.context()) == [4, 0, 0])
  }

  @Test func isRefusedWhereNothingMayBeWritten() throws {
    let configuration = ModelConfiguration(
      url: zoo.house.folder.file("zoo.store"), allowsSave: false)
    let container = try ModelContainer(for: Menagerie.models, configuration: configuration)
    #expect(throws: StorageError.self) { try container.erase() }
    container.deleteAllData()
    #expect(try counts(ModelContext(container)) == [4, 1, 4])
  }
}
