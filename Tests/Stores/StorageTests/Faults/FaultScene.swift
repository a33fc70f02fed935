import Foundation
import StrataQuery
import StrataSchema
import StrataTestSupport

@testable import StrataSQLite
@testable import StrataStorage

/// A store in a folder of its own, and something that is done with it, which may fail.
final class FaultScene {
  enum Operation: String, CaseIterable, Sendable {
    case create, open, adapt, fetch, save, largeSave, batch, erase, claim, inform, close
  }

  private let operation: Operation
  private let folder: TemporaryFolder
  private var store: Store?
  var path: String { folder.file().path }

  init(_ operation: Operation) throws {
    self.operation = operation
    folder = try TemporaryFolder()
    if operation != .create { try Self.template.get().write(to: folder.file()) }
    switch operation {
    case .create, .open, .adapt: break
    default: store = try Store.open(Library.schema(), at: folder.file())
    }
  }

  // Made once, and closed: a file without a log.
  private static let template = Result {
    let folder = try TemporaryFolder()
    do {
      let store = try Store.open(Library.schema(), at: folder.file())
      try store.save(author: "a") { transaction in
        for key in 1...40 as ClosedRange<Int64> {
          try transaction.insert(store.tables.table("Tag"), key: key, values: [.text("tag \(key)")])
          try transaction.insert(
            store.tables.table("Person"), key: key, values: [.text("p \(key)")])
          transaction.log.record(.insert, try store.tables.table("Person"), key: key)
          transaction.log.record(.insert, try store.tables.table("Tag"), key: key)
        }
      }
      // So that a stretch has to be claimed by whoever opens the store.
      _ = try store.newKey(for: "Book")
    }
    return try Data(contentsOf: folder.file())
  }

  /// Whether it may fail when all is done already: opening a store again finds it as it shall be.
  var mayFailAfterwards: Bool { [.create, .open, .adapt].contains(operation) }

  /// Does it; may be done again when it has failed.
  func run() throws {
    switch operation {
    case .create, .open: store = try Store.open(Library.schema(), at: folder.file())
    case .adapt: store = try Store.open(Self.changedSchema(), at: folder.file())
    case .close: store = nil
    default:
      guard let store else { return }
      try use(store)
    }
  }

  private static func changedSchema() throws -> Schema {
    let tag = try Schema.Entity(
      name: "Tag",
      properties: [
        Library.attribute("word", String.self), Library.attribute("color", String?.self),
        Library.attribute("weight", Int.self, defaultColumns: [.integer(5)]),
        Library.toMany("books", to: "Book", inverse: "tags"),
      ], indices: [["color"]])
    let shelf = try Schema.Entity(
      name: "Shelf", properties: [Library.attribute("label", String.self)])
    return try Schema(entities: [Library.book(), Library.person(), tag, shelf])
  }

  private func use(_ store: Store) throws {
    let (tag, person) = (try store.tables.table("Tag"), try store.tables.table("Person"))
    switch operation {
    case .fetch:
      let query = try SQLQuery(Query(entity: "Tag"), select: .rows, tables: store.tables)
      let words = try store.makeReader().rows(query, of: tag) { _, row in try row.text() }
      guard words.count == 40 else { throw Incomplete(count: words.count) }
    case .save, .largeSave:
      try store.save(author: "b") { transaction in
        let text = String(repeating: "x", count: operation == .save ? 10 : 4_500_000)
        try transaction.insert(tag, key: 100, values: [.text(text)])
        transaction.log.record(.insert, tag, key: 100)
        _ = try transaction.update(tag, key: 3, properties: PropertySet(0)) { binder in
          if binder.begins(0) { try binder.encode("changed") }
        }
        transaction.log.record(.update, tag, key: 3, properties: PropertySet(0))
        try transaction.delete(person, key: 7)
        transaction.log.record(.delete, person, key: 7)
        for link in store.schema.linkTables where link.name == "Person_friends" {
          try transaction.link(link, owner: 1, member: 2)
        }
      }
    case .batch:
      try store.save(author: "b") { transaction in
        let deletion = try BatchDeletion(transaction)
        let tags = BatchDeletion.Entity(number: 0, home: 0, table: tag, kinds: [0])
        try deletion.add(Array(1...30), of: tags)
        try deletion.delete(tags)
        try deletion.finish()
        try transaction.update(
          person, keys: Array(1...20), [.init("name", .init("", .text), .constant(.text("q")))])
        for key in 1...20 as ClosedRange<Int64> {
          transaction.log.record(.update, person, key: key, properties: PropertySet(0))
        }
      }
    case .erase: try store.erase()
    case .claim: _ = try store.newKey(for: "Book")
    case .inform:
      _ = try store.makeReader().information()
      _ = try store.makeReader().history()
      // What can't be read is a finding of the check too.
      if let found = try store.makeReader().check().first {
        throw StorageError.corrupt(path: path, reason: found.message)
      }
    case .create, .open, .adapt, .close: break
    }
  }

  /// What was found is not all that there is.
  struct Incomplete: Error { let count: Int }

  /// All rows of all tables but for times and for keys that nobody has, as somebody else sees them.
  func contents() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let connection = try Connection(path: path)
    var lines: [String] = []
    for name in try texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1", connection)
    where !["strata_keys", "strata_metadata"].contains(name) {
      let columns = try texts("SELECT name FROM pragma_table_info('\(name)')", connection)
        .filter { !["time", "process"].contains($0) }
      let list = columns.map { "quote(substr(\(quoted($0)), 1, 50))" }.joined(
        separator: " || ',' || ")
      lines += try texts(
        "SELECT '\(name): ' || \(list) FROM \(quoted(name)) ORDER BY 1", connection)
      lines.append(name)
    }
    return lines
  }

  private func texts(_ sql: String, _ connection: Connection) throws -> [String] {
    try connection.rows(SQLQuery(sql)) { row in
      if case .text(let text) = row.value(at: 0) { text } else { nil }
    }
  }

  /// What is wrong with the store, as who opens it anew sees it.
  func faults() throws -> [StoreFault] {
    let schema = operation == .adapt ? try Self.changedSchema() : try Library.schema()
    return try Store.open(schema, at: folder.file()).makeReader().check()
  }
}
