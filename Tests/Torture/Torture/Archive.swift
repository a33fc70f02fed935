package import Foundation
package import Strata

/// A store of letters, opened as a program of its own would.
package struct Archive {
  package let context: ModelContext

  package init(_ url: URL, author: String? = nil) throws {
    context = ModelContext(
      try ModelContainer(
        for: Drawer.self, Letter.self, configurations: ModelConfiguration(url: url)))
    context.author = author
    context.autosaveEnabled = false
  }

  /// The number of the last transaction.
  package func lastTransaction() throws -> Int64 {
    try context.storeInformation().lastTransaction
  }

  package func perform(_ deed: ArchiveDeed) throws {
    switch deed {
    case .save(let edits):
      for edit in edits { try apply(edit) }
      try context.save()
    case .run(let edits, let statements):
      for edit in edits { try apply(edit) }
      try context.withConnection { db in
        for statement in statements { try run(statement, db) }
      }
    case .raise(let serial, let weight):
      try context.batchUpdate(
        Letter.self, where: #Predicate { $0.serial >= serial }, .increment(\.weight, by: weight))
    case .undo:
      try context.undo(transaction: lastTransaction())
      try context.save()
    }
  }

  private struct GivenUp: Error {}

  private func run(_ statement: ArchiveStatement, _ db: StoreConnection) throws {
    switch statement {
    case .raise(let remainder, let serial, let weight):
      try db.execute(
        """
        UPDATE \(Letter.self) SET weight = weight + \(weight)
        WHERE serial % 3 = \(remainder) OR serial = \(serial)
        """)
    case .rename(let serial, let title):
      try db.execute("UPDATE \(Letter.self) SET title = \(title) WHERE serial = \(serial)")
    case .discard(let serial):
      try db.execute("DELETE FROM \(Letter.self) WHERE serial = \(serial)")
    case .add(let serial, let title): try add(serial, title, db)
    case .giveUp(let serial):
      do {
        try db.transaction {
          try add(serial, "given up", db)
          throw GivenUp()
        }
      } catch is GivenUp {
        // As if it had never been there.
      }
    }
  }

  private func add(_ serial: Int, _ title: String, _ db: StoreConnection) throws {
    let key = try db.newKey(for: Letter.self)
    try db.execute(
      """
      INSERT INTO \(Letter.self) (strata_key, serial, title, weight)
      VALUES (\(key), \(serial), \(title), 1)
      """)
  }

  private func apply(_ edit: ArchiveEdit) throws {
    switch edit {
    case .addDrawer(let serial): context.insert(Drawer(serial))
    case .add(let serial, let title, let weight, let drawer):
      let letter = Letter(serial, title, weight: weight)
      context.insert(letter)
      letter.drawer = try drawer.flatMap { try self.drawer($0) }
    case .write(let serial, let body): try letter(serial)?.body = body
    case .move(let serial, let drawer):
      let place = try drawer.flatMap { try self.drawer($0) }
      try letter(serial)?.drawer = place
    case .remove(let serial): if let letter = try letter(serial) { context.delete(letter) }
    case .removeDrawer(let serial): if let drawer = try drawer(serial) { context.delete(drawer) }
    }
  }

  private func letter(_ serial: Int) throws -> Letter? {
    try context.fetch(FetchDescriptor<Letter>(predicate: #Predicate { $0.serial == serial })).first
  }

  private func drawer(_ serial: Int) throws -> Drawer? {
    try context.fetch(FetchDescriptor<Drawer>(predicate: #Predicate { $0.serial == serial })).first
  }

  /// Both ends of a relationship say different things.
  package struct Disagreement: Error { package let serial: Int }

  /// All that a context shows, present or past, and the keys of letters.
  package static func look(
    at context: ModelContext
  ) throws -> (state: ArchiveState, keys: [Int64: Int]) {
    var state = ArchiveState()
    var keys: [Int64: Int] = [:]
    for drawer in try context.fetch(FetchDescriptor<Drawer>()) {
      state.drawers.insert(drawer.serial)
      for letter in drawer.letters where letter.drawer !== drawer {
        throw Disagreement(serial: letter.serial)
      }
    }
    for letter in try context.fetch(FetchDescriptor<Letter>()) {
      state.letters[letter.serial] = ArchiveState.Entry(
        title: letter.title, body: letter.body, weight: letter.weight,
        drawer: letter.drawer?.serial)
      keys[letter.persistentModelID.rowKey] = letter.serial
      if let drawer = letter.drawer, !drawer.letters.contains(letter) {
        throw Disagreement(serial: letter.serial)
      }
    }
    return (state, keys)
  }
}
