import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// The history explains every row: from nothing, by its transactions alone, comes what the store has.
@Suite(.alsoPartlyFetched) struct HistoryReplays {
  private static let properties: [String: Set<String>] = [
    "Entry": ["code", "amount", "note", "account"],
    "Transfer": ["code", "amount", "note", "account", "target"], "Account": ["name"],
  ]

  @Test(arguments: 0..<4) func giveTheStoresRows(_ part: Int) throws {
    var random = SeededGenerator()
    let ledger = try Ledger()
    let contexts = try ["ann", "ben"].map { author in
      let context = ModelContext(try ledger.container())
      context.author = author
      return context
    }
    let reader = ModelContext(try ledger.container())
    let witnesses = try Witnesses(at: ledger.folder.store())
    let replica = HistoryReplica(
      Self.properties, preserved: ["Entry": "code", "Transfer": "code"]
    ) { try $0.fetch(FetchDescriptor<Entry>()) + $0.fetch(FetchDescriptor<Account>()) }
    // At least 60, on a server too: in 15, chance alone may leave few saves that change something.
    for _ in 0..<(max(FuzzRounds.count, 4) * 15) {
      guard let context = contexts.randomElement(using: &random) else { break }
      for _ in 0..<Int.random(in: 1..<6, using: &random) { try step(context, &random) }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: context.rollback()
      case 1:
        try? context.save()  // A conflict with the other's deletion is refused once.
        try context.batchUpdate(
          where: #Predicate<Entry> { $0.amount > 5 }, .increment(\.amount, by: -6))
      case 2:
        try? context.save()  // As above.
        try context.batchDelete(Entry.self, where: #Predicate { $0.amount > 8 })
      default: try? context.save()  // As above.
      }
      try witnesses.mark()
      if random.chance(1, in: 2) { try replica.catchUp(reader) }
    }
    for context in contexts { context.rollback() }
    try replica.catchUp(reader)
    let fresh = ModelContext(try ledger.container())
    #expect(replica.seen > 10, "STRATA_TEST_SEED=\(random.seed)")
    #expect(try replica.faults(fresh) == [], "STRATA_TEST_SEED=\(random.seed)")
    #expect(try witnesses.faults() == [], "STRATA_TEST_SEED=\(random.seed)")
    #expect(try fresh.checkStore().isEmpty, "STRATA_TEST_SEED=\(random.seed)")
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
