import Foundation
import Strata
import TestSupport
import Testing

/// The history explains every row: from nothing, by its transactions alone, comes what the store has.
@Suite struct HistoryReplays {
  @Test(arguments: 0..<4) func giveTheStoresRows(_ part: Int) throws {
    var random = SeededGenerator()
    let ledger = try Ledger()
    let contexts = try ["ann", "ben"].map { author in
      let context = ModelContext(try ledger.container())
      context.author = author
      return context
    }
    let replica = Replica(try ledger.container())
    for _ in 0..<(FuzzRounds.count * 15) {
      guard let context = contexts.randomElement(using: &random) else { break }
      for _ in 0..<Int.random(in: 1..<6, using: &random) { try step(context, &random) }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: context.rollback()
      case 1:
        try? context.save()  // A conflict with the other's deletion is refused once.
        try context.update(
          where: #Predicate<Entry> { $0.amount > 5 }, .increment(\.amount, by: -6))
      case 2:
        try? context.save()  // As above.
        try context.delete(Entry.self, where: #Predicate { $0.amount > 8 })
      default: try? context.save()  // As above.
      }
      if random.chance(1, in: 2) { try replica.catchUp() }
    }
    for context in contexts { context.rollback() }
    try replica.catchUp()
    try replica.compare("STRATA_TEST_SEED=\(random.seed)")
  }

  private func step(_ context: ModelContext, _ random: inout SeededGenerator) throws {
    let entries = try context.fetch(FetchDescriptor<Entry>())
    let accounts = try context.fetch(FetchDescriptor<Account>())
    let number = Int.random(in: 0..<10, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: context.insert(Entry("e\(number)"))
    case 1: context.insert(Transfer("t\(number)"))
    // Names meet, so that the later account becomes the earlier one.
    case 2: context.insert(Account("a\(number % 4)"))
    case 3: entries.randomElement(using: &random)?.amount = number
    case 4: entries.randomElement(using: &random)?.note = number == 0 ? nil : "n\(number)"
    case 5: entries.randomElement(using: &random)?.account = accounts.randomElement(using: &random)
    case 6: entries.randomElement(using: &random)?.code = "c\(number)"
    case 7: if let entry = entries.randomElement(using: &random) { context.delete(entry) }
    default:
      if number == 0, let account = accounts.randomElement(using: &random) {
        context.delete(account)
      }
    }
  }
}

/// What a follower of the history knows: of each object only what transactions have told it to read.
private final class Replica {
  private let container: ModelContainer
  private var rows: [Place: [String: [ColumnValue]]] = [:]
  private var wanted: [Place: Set<String>] = [:]
  private var faults: [String] = []
  private var seen: Int64 = 0

  /// An object, as the history names it.
  private struct Place: Hashable {
    let entity: String
    let key: Int64
  }

  init(_ container: ModelContainer) { self.container = container }

  func catchUp() throws {
    let context = ModelContext(container)
    for transaction in try context.historyEntries(after: seen) {
      if transaction.number != seen + 1 {
        faults.append("\(seen) is followed by \(transaction.number)")
      }
      for change in transaction.changes { take(change, transaction.number) }
      seen = transaction.number
    }
    // Values are those at the end; what comes and goes in between has none to be read.
    let models = try Self.models(context)
    for (place, names) in wanted where rows[place] != nil {
      guard let model = models[place] else {
        faults.append("\(place) is said to be there")
        continue
      }
      for name in names { rows[place]?[name] = try model.columnValues(forKey: name) }
    }
    wanted = [:]
  }

  private func take(_ change: HistoryEntry.Change, _ number: Int64) {
    let place = Place(entity: change.entity, key: change.key)
    switch change.kind {
    case .insert:
      if rows[place] != nil { faults.append("\(number): \(place) is inserted twice") }
      rows[place] = [:]
      wanted[place] = Self.names(change.entity)
    case .update:
      if rows[place] == nil { faults.append("\(number): \(place) is updated and not there") }
      wanted[place, default: []].formUnion(
        Self.names(change.entity).intersection(change.properties))
    case .delete:
      if rows.removeValue(forKey: place) == nil {
        faults.append("\(number): \(place) is deleted and not there")
      }
      if change.entity != "Account", change.tombstone?[property: "code"] == nil {
        faults.append("\(number): \(place) left no code")
      }
    }
  }

  private static func names(_ entity: String) -> Set<String> {
    switch entity {
    case "Entry": ["code", "amount", "note", "account"]
    case "Transfer": ["code", "amount", "note", "account", "target"]
    default: ["name"]
    }
  }

  private static func models(_ context: ModelContext) throws -> [Place: any PersistentModel] {
    let all: [any PersistentModel] =
      try context.fetch(FetchDescriptor<Entry>()) + context.fetch(FetchDescriptor<Account>())
    return all.reduce(into: [:]) { models, model in
      let identifier = model.persistentModelID
      models[Place(entity: identifier.entityName, key: identifier.rowKey)] = model
    }
  }

  func compare(_ seed: String) throws {
    #expect(faults.isEmpty, "\(seed)")
    #expect(seen > 10, "\(seed)")
    let fresh = ModelContext(container)
    var stored: [Place: [String: [ColumnValue]]] = [:]
    for (place, model) in try Self.models(fresh) {
      for name in Self.names(place.entity) {
        stored[place, default: [:]][name] = try model.columnValues(forKey: name)
      }
    }
    #expect(stored == rows, "\(seed)")
    #expect(try fresh.checkStore().isEmpty, "\(seed)")
  }
}
