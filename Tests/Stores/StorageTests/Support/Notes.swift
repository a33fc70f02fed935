import StrataQuery
import StrataSchema

@testable import StrataSQLite
@testable import StrataStorage

/// A schema of one entity, for tests of what has nothing to do with an entity's form.
enum Notes {
  static let entity = "Note"

  static func schema() throws -> Schema {
    try Schema(entities: [
      Schema.Entity(
        name: entity,
        properties: [
          .attribute(
            Schema.Attribute(
              name: "text", valueType: String.self, columns: [ColumnDescription("", .text)])),
          .attribute(
            Schema.Attribute(
              name: "stars", valueType: Int?.self,
              columns: [ColumnDescription("", .integer, isOptional: true)])),
        ])
    ])
  }
}

extension Store {
  /// The table of ``Notes``.
  func noteTable() throws -> EntityTable { try tables.table(Notes.entity) }

  /// Saves one note.
  @discardableResult
  func addNote(_ text: String, stars: Int? = nil, author: String? = nil) throws -> Int64 {
    let key = try newKey(for: Notes.entity)
    try save(author: author) { try $0.addNote(text, stars: stars, key: key, to: noteTable()) }
    return key
  }

  func deleteNote(_ key: Int64) throws {
    try save(author: nil) { transaction in
      try transaction.delete(noteTable(), key: key)
      transaction.log.record(.delete, try noteTable(), key: key)
    }
  }

  /// The texts of all notes by key, through a reader of their own.
  func notes() throws -> [Int64: String] { try makeReader().notes() }
}

extension StoreTransaction {
  func addNote(_ text: String, stars: Int? = nil, key: Int64, to table: EntityTable) throws {
    try insertion(into: table).insert(key: key) { binder in
      try binder.encode(text)
      try binder.encode(stars)
    }
    log.record(.insert, table, key: key)
  }
}

extension StoreReader {
  func notes() throws -> [Int64: String] {
    let query = try SQLQuery(Query(entity: Notes.entity), select: .rows, tables: store.tables)
    let pairs = try rows(query, of: store.noteTable()) { key, row in
      let text: String = try row.decode()
      let _: Int? = try row.decode()
      return (key, text)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
