import Foundation
import Strata
import StrataTestSupport

@Model class Entry {
  @Attribute(.preserveValueOnDeletion) var code: String
  var amount = 0
  var note: String?
  var account: Account?

  init(_ code: String) { self.code = code }
}

@Model final class Transfer: Entry {
  var target = ""

  override init(_ code: String) { super.init(code) }
}

@Model final class Account {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Entry.account) var entries: [Entry] = []

  init(_ name: String) { self.name = name }
}

/// A store that several containers may open, each as a program of its own would.
struct Ledger {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func container() throws -> ModelContainer {
    try ModelContainer(
      for: [Entry.self, Transfer.self, Account.self],
      configuration: ModelConfiguration(url: folder.store()))
  }

  /// Saves entries with these codes, a transaction each.
  @discardableResult
  func save(
    _ codes: [String], in container: ModelContainer, author: String? = nil
  ) throws -> [Entry] {
    let context = ModelContext(container)
    context.author = author
    return try codes.map { code in
      let entry = Entry(code)
      context.insert(entry)
      try context.save()
      return entry
    }
  }
}

extension DefaultHistoryTransaction {
  /// The codes of the entries that were inserted and are still there.
  func insertedCodes(_ context: ModelContext) throws -> [String] {
    try changes.compactMap { change in
      guard case .insert = change else { return nil }
      let entry: Entry? = try context.existingModel(for: change.changedPersistentIdentifier)
      return entry?.code
    }
  }
}
