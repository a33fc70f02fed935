import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.alsoPartlyFetched) struct FetchedHistory {
  private let ledger: Ledger
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    ledger = try Ledger()
    container = try ledger.container()
    context = ModelContext(container)
    context.author = "clerk"
  }

  @Test func hasTypedChanges() throws {
    let (entry, transfer) = (Entry("a"), Transfer("b"))
    context.insert(entry)
    context.insert(transfer)
    try context.save()
    entry.note = "n"
    entry.amount = 3
    transfer.target = "t"
    transfer.code = "c"
    try context.save()
    context.delete(transfer)
    try context.save()

    let found: [DefaultHistoryTransaction] = try context.fetchHistory()
    #expect(found.map(\.transactionIdentifier) == [1, 2, 3])
    #expect(
      found.allSatisfy { $0.author == "clerk" && $0.storeIdentifier == entry.id.storeIdentifier })
    #expect(
      found[0].processIdentifier == "\(ProcessInfo.processInfo.processIdentifier)"
        && found[0].bundleIdentifier == ProcessInfo.processInfo.processName)
    guard case .insert(let insertion) = found[0].changes[0] else {
      Issue.record("\(found[0].changes)")
      return
    }
    #expect(insertion is DefaultHistoryInsert<Entry>)
    #expect(insertion.changedPersistentIdentifier == entry.persistentModelID)
    for change in found[1].changes {
      guard case .update(let update) = change else {
        Issue.record("\(change)")
        continue
      }
      #expect(update.transactionIdentifier == 2)
      if let update = update as? DefaultHistoryUpdate<Entry> {
        #expect(update.updatedAttributes == [\Entry.amount, \Entry.note])
      } else if let update = update as? DefaultHistoryUpdate<Transfer> {
        // One is inherited.
        #expect(update.updatedAttributes == [\Transfer.code, \Transfer.target])
        #expect(update.updatedPropertyNames == ["code", "target"])
      } else {
        Issue.record("\(update)")
      }
    }
    guard case .delete(let deletion as DefaultHistoryDelete<Transfer>) = found[2].changes[0] else {
      Issue.record("\(found[2].changes)")
      return
    }
    #expect(try deletion.tombstone[\.code] == "c")
    #expect(try deletion.tombstone[\.target] == nil)
    #expect(deletion.tombstone.properties == ["code"])
  }

  @Test func goesOnFromAToken() throws {
    try ledger.save(["a", "b", "c"], in: container)
    let all: [DefaultHistoryTransaction] = try context.fetchHistory()
    let kept = try JSONEncoder().encode(all[1].token)
    let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: kept)
    #expect(token == all[1].token && all[0].token < token && token < all[2].token)
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token > token })
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [3])
    try ledger.save(["d"], in: container)
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [3, 4])
    let beginning = DefaultHistoryToken.beginning
    #expect(
      try context.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > beginning })
      ).count == 4)
  }

  @Test func meetsItsPredicate() throws {
    try ledger.save(["a", "b"], in: container, author: "one")
    try ledger.save(["c"], in: container, author: "two")
    try ledger.save(["d"], in: container)
    func numbers(_ predicate: Predicate<DefaultHistoryTransaction>) throws -> [Int64] {
      try context.fetchHistory(HistoryDescriptor(predicate: predicate)).map(\.transactionIdentifier)
    }
    let all: [DefaultHistoryTransaction] = try context.fetchHistory()
    let (token, time) = (all[0].token, all[2].timestamp)
    #expect(try numbers(#Predicate { $0.author == "one" }) == [1, 2])
    #expect(try numbers(#Predicate { $0.author != "one" }) == [3, 4])
    #expect(try numbers(#Predicate { $0.author == nil }) == [4])
    #expect(try numbers(#Predicate { $0.token > token && $0.author == "one" }) == [2])
    #expect(try numbers(#Predicate { $0.token > token || $0.author == "one" }) == [1, 2, 3, 4])
    #expect(try numbers(#Predicate { !($0.token > token) }) == [1])
    #expect(try numbers(#Predicate { $0.token <= token }) == [1])
    #expect(try numbers(#Predicate { $0.timestamp > time }) == [4])
  }

  @Test func hasALimitAndAnOrder() throws {
    try ledger.save((1...30).map { "\($0)" }, in: container)
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    descriptor.fetchLimit = 2
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [1, 2])
    descriptor.predicate = #Predicate { $0.transactionIdentifier > 9 }
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [10, 11])
    descriptor.sortBy = [SortDescriptor(\.transactionIdentifier, order: .reverse)]
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [30, 29])
  }

  @Test func isReadInParts() throws {
    try ledger.save((1...1203).map { "\($0)" }, in: container)
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.transactionIdentifier % 400 == 0 })
    descriptor.fetchLimit = 10
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [400, 800, 1200])
  }

  @Test func isOfOneTypeOfTransactions() throws {
    struct Other: HistoryTransaction {
      var author: String?
      var bundleIdentifier = ""
      var processIdentifier = ""
      var storeIdentifier = ""
      var timestamp = Date.now
      var token = DefaultHistoryToken.beginning
      var transactionIdentifier: Int64 = 1
      var changes: [HistoryChange] = []
    }
    do {
      _ = try context.fetchHistory(HistoryDescriptor<Other>())
      Issue.record("was fetched")
    } catch SwiftDataError.invalidTransactionFetchRequest {
    }
  }

  @Test func putsSeveralStoresTogether() throws {
    let schema = Schema([Entry.self, Transfer.self, Account.self, Loose.self])
    let container = try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(
          "books", schema: Schema([Entry.self, Transfer.self, Account.self]),
          url: ledger.folder.store("books")),
        ModelConfiguration(
          "loose", schema: Schema([Loose.self]), url: ledger.folder.store("loose")),
      ])
    let context = ModelContext(container)
    for number in 1...3 {
      context.insert(Entry("\(number)"))
      try context.save()
      context.insert(Loose(number))
      try context.save()
    }
    let all: [DefaultHistoryTransaction] = try context.fetchHistory()
    #expect(all.map(\.transactionIdentifier) == [1, 1, 2, 2, 3, 3])
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.token < $1.token })
    // Each token is a place in the histories of both.
    for (index, transaction) in all.enumerated() {
      let token = transaction.token
      let rest = try context.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
      #expect(rest.map(\.token) == all[(index + 1)...].map(\.token))
    }
  }
}

@Model final class Loose {
  var number: Int
  init(_ number: Int) { self.number = number }
}
