import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.alsoPartlyFetched) struct ChangeSets {
  private let ledger: Ledger
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    ledger = try Ledger()
    container = try ledger.container()
    context = ModelContext(container)
  }

  private func transactions() throws -> [DefaultHistoryTransaction] { try context.fetchHistory() }

  @Test func sayWhatASaveHasChanged() throws {
    let (kept, gone) = (Entry("kept"), Entry("gone"))
    context.insert(contentsOf: [kept, gone])
    try context.save()
    let new = Transfer("new")
    context.insert(new)
    kept.amount = 3
    kept.note = "x"
    context.delete(gone)
    let identifiers = [new, kept, gone].map(\.persistentModelID)
    try context.save()
    let changes = try #require(try transactions().last).changeSet
    #expect(!changes.isEmpty)
    #expect([changes.inserted, changes.updated, changes.deleted] == identifiers.map { [$0] })
    #expect(changes.updatedProperties(of: identifiers[1]) == ["amount", "note"])
    #expect(changes.updatedProperties(of: identifiers[0]) == [])
    #expect(changes.inserted(Transfer.self).map(\.changedPersistentIdentifier) == [identifiers[0]])
    #expect(changes.inserted(Entry.self).count == 1 && changes.inserted(Account.self).isEmpty)
    let update = try #require(changes.updated(Entry.self).first)
    #expect(update.updatedAttributes == [\Entry.amount, \Entry.note])
    #expect(try changes.deleted(Entry.self).first?.tombstone[\.code] == "gone")
    #expect(changes.deleted(Account.self).isEmpty && changes.updated(Transfer.self).isEmpty)
  }

  @Test func ofSeveralTransactionsAreWhatTheyComeTo() throws {
    let old = Entry("old")
    context.insert(old)
    try context.save()
    let start = try transactions().count
    let (new, brief) = (Entry("new"), Entry("brief"))
    context.insert(contentsOf: [new, brief])
    old.amount = 1
    try context.save()
    new.amount = 2
    old.note = "x"
    old.amount = 2
    context.delete(brief)
    try context.save()
    var changes = ChangeSet(Array(try transactions()[start...]))
    #expect(changes.inserted == [new.persistentModelID] && changes.deleted == [])
    #expect(changes.updated == [old.persistentModelID])
    #expect(Set(changes.updatedProperties(of: old.persistentModelID)) == ["amount", "note"])
    #expect(changes.updatedProperties(of: new.persistentModelID) == [])
    let identifier = old.persistentModelID
    context.delete(old)
    try context.save()
    changes = ChangeSet(try transactions()[start...].flatMap(\.changes))
    #expect(changes.deleted == [identifier] && changes.updated == [])
  }

  // What a model of the history, taken apart object by object, says.
  @Test func areWhatIsDifferentInTheEnd() throws {
    var random = SeededGenerator()
    var model: [String: Int] = [:]
    var entries: [String: Entry] = [:]
    for number in 0..<10 {
      entries["\(number)"] = Entry("\(number)")
      context.insert(try #require(entries["\(number)"]))
    }
    try context.save()
    let start = try transactions().count
    let before = Set(entries.keys)
    var touched: Set<String> = []
    for step in 0..<60 {
      if random.chance(1, in: 3) {
        let code = "new \(step)"
        entries[code] = Entry(code)
        context.insert(try #require(entries[code]))
      } else if let code = entries.keys.sorted().randomElement(using: &random),
        let entry = entries[code]
      {
        if random.chance(1, in: 3) {
          context.delete(entry)
          entries[code] = nil
        } else {
          entry.amount += 1
          model[code] = entry.amount
          touched.insert(code)
        }
      }
      if random.chance(1, in: 2) { try context.save() }
    }
    try context.save()
    let changes = ChangeSet(try transactions()[start...].flatMap(\.changes))
    let inserted = Set(entries.filter { !before.contains($0.key) }.map(\.value.persistentModelID))
    #expect(Set(changes.inserted) == inserted)
    let updated = entries.filter { before.contains($0.key) && touched.contains($0.key) }
    #expect(Set(changes.updated) == Set(updated.map(\.value.persistentModelID)))
    #expect(changes.deleted.count == before.subtracting(entries.keys).count)
  }
}
