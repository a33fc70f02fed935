import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

@testable import StrataContexts
@testable import StrataGraph
@testable import StrataStorage

/// Without relationships, so that no row need be read again after a save.
@Model final class UniquePrice {
  #Unique<UniquePrice>([\.article, \.day])
  var article: String
  var day: Int
  var amount = 0.0
  var note: String?

  init(_ article: String, _ day: Int, amount: Double? = nil) {
    self.article = article
    self.day = day
    if let amount { self.amount = amount }
  }
}

@Suite struct LargeUpserts {
  private let folder: TemporaryFolder
  private let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: UniquePrice.self, configurations: ModelConfiguration(url: folder.file()))
  }

  /// The last save's changes of one kind, by the properties that they name.
  private func changes(_ kind: HistoryEntry.Change.Kind, in context: ModelContext) throws
    -> [[String]: [Int64]]
  {
    let last = try #require(try context.historyEntries(after: 0).last)
    return Dictionary(grouping: last.changes.filter { $0.kind == kind }, by: \.properties)
      .mapValues { $0.map(\.key) }
  }

  private func all(_ context: ModelContext) throws -> [UniquePrice] {
    try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\UniquePrice.amount)]))
  }

  @Test func meetAnyNumberOfRows() throws {
    let count = 40_000
    let first = ModelContext(container)
    for row in 0..<count where row.isMultiple(of: 2) {
      let price = UniquePrice("a\(row / 100)", row % 100)
      price.note = "n\(row)"
      first.insert(price)
    }
    try first.save()
    let context = ModelContext(container)
    let held = try context.fetch(
      FetchDescriptor<UniquePrice>(predicate: #Predicate { $0.article == "a7" }))
    let news = (0..<count).map {
      UniquePrice("a\($0 / 100)", $0 % 100, amount: Double($0 + 1))
    }
    for new in news { context.insert(new) }
    try context.save()
    #expect(context.resolvedUniqueConflicts.count == count / 2)
    #expect(try changes(.insert, in: context)[[]]?.count == count / 2)
    let updates = try changes(.update, in: context)
    #expect(updates.keys.map(\.self) == [["amount"]])
    #expect(updates[["amount"]].map { Set($0).count } == count / 2)
    // Objects have what their rows have, those that nobody knew and those that somebody did.
    #expect(held.count == 50)
    #expect(held.allSatisfy { $0.amount == Double(700 + $0.day + 1) && $0.note != nil })
    for (row, new) in news.enumerated() {
      let isHeld = row / 100 == 7 && row.isMultiple(of: 2)
      #expect((new.modelContext == nil) == isHeld)
      if !isHeld, new.note != (row.isMultiple(of: 2) ? "n\(row)" : nil) {
        Issue.record("\(row) has the note \(new.note ?? "nil")")
      }
    }
    #expect(context.graph.brokenInvariant == nil)
    let stored = try all(ModelContext(container))
    #expect(stored.map(\.amount) == (1...count).map(Double.init))
    #expect(
      stored.enumerated().allSatisfy { row, price in (price.note == nil) != row.isMultiple(of: 2) })
    #expect(try context.checkStore().isEmpty)
  }

  @Test func meetOneRowSeveralTimes() throws {
    let first = ModelContext(container)
    let price = UniquePrice("a", 1, amount: 1)
    price.note = "kept"
    first.insert(price)
    try first.save()
    let context = ModelContext(container)
    let (one, two, three) = (
      UniquePrice("a", 1), UniquePrice("a", 1, amount: 3), UniquePrice("a", 1)
    )
    for new in [one, two, three] { context.insert(new) }
    try context.save()
    #expect(one.id == price.id && one.amount == 3 && one.note == "kept" && !one.hasChanges)
    #expect(two.modelContext == nil && three.modelContext == nil)
    #expect(try changes(.update, in: context) == [["amount"]: [price.id.key]])
    #expect(try all(ModelContext(container)).map(\.amount) == [3])
  }

  @Test func areNotedTogetherWithOtherChangesOfARow() throws {
    let context = ModelContext(container)
    let prices = (1...3).map { UniquePrice("a", $0, amount: Double($0)) }
    for price in prices { context.insert(price) }
    try context.save()
    prices[0].note = "changed"
    prices[1].note = "other"
    context.delete(prices[2])
    // The first new object takes a pair that the deleted one had.
    for new in [UniquePrice("a", 3, amount: 30), UniquePrice("a", 1, amount: 10)] {
      context.insert(new)
    }
    try context.save()
    #expect(
      try changes(.update, in: context) == [
        ["amount", "note"]: [prices[0].id.key], ["note"]: [prices[1].id.key],
      ])
    #expect(try changes(.insert, in: context)[[]]?.count == 1)
    #expect(prices[0].amount == 10 && prices[0].note == "changed")
    #expect(try all(ModelContext(container)).map(\.amount) == [2, 10, 30])
  }

  @Test func failAsAWhole() throws {
    let first = ModelContext(container)
    for day in 0..<20 { first.insert(UniquePrice("a", day, amount: 1)) }
    try first.save()
    let context = ModelContext(container)
    for day in 0..<20 { context.insert(UniquePrice("a", day, amount: 2)) }
    context.insert(UniquePrice("b", 0))
    try Connection(path: folder.file().path).execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON UniquePrice WHEN NEW.article = 'b'
      BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    #expect(throws: StorageError.self) { try context.save() }
    #expect(context.insertedModelsArray.count == 21)
    #expect(try all(ModelContext(container)).allSatisfy { $0.amount == 1 })
    try Connection(path: folder.file().path).execute("DROP TRIGGER refuse")
    try context.save()
    #expect(try all(ModelContext(container)).map(\.amount) == [0] + Array(repeating: 2, count: 20))
  }
}

/// Rows that another program inserts with keys that new objects have, where those meet others.
@Suite struct UniqueKeyCollisions {
  @Test func leaveTheOthersLinksAlone() throws {
    let house = try UniqueHouse()
    let first = house.context()
    for email in ["a@x", "b@x"] { first.insert(UniquePerson(email)) }
    try first.save()
    let context = house.context()
    // The first is refused; the second is looked for.
    let news = ["a@x", "b@x"].map { UniquePerson($0, name: "new") }
    for new in news { context.insert(new) }
    let key = news[1].id.key
    let other = try house.reopened()
    let stranger = UniquePerson("z@x", name: "stranger")
    other.insert(stranger)
    other.insert(UniqueLetter("theirs", from: stranger))
    try other.save()
    try Connection(path: house.folder.file().path).execute(
      """
      UPDATE UniqueLetter SET sender = \(key);
      UPDATE UniquePerson SET strata_key = \(key) WHERE email = 'z@x'
      """)
    try context.save()
    let read = try house.reopened()
    #expect(try read.person("b@x")?.name == "new")
    #expect(try read.person("z@x")?.letters.map(\.text) == ["theirs"])
    #expect(try read.person("b@x")?.letters.isEmpty == true)
  }
}
