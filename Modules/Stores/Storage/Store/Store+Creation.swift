internal import Foundation
internal import StrataPlatform
internal import StrataSQLite
import StrataSchema

extension Store {
  // SQLite gives the log the permissions of the file, so the file must exist with the right ones. It
  // is never put in the place of one that is there.
  static func makeFile(at path: String) throws {
    let file = makeNew(path)
    if file >= 0 {
      close(file)
    } else if errno != EEXIST {
      let code = errno
      throw StorageError.cannotOpen(
        path: path, systemError: code,
        reason: "the file can't be made: \(String(cString: strerror(code)))")
    }
  }

  static func makeTables(
    on connection: Connection, of schema: Schema, _ dialect: SQLDialect
  ) throws -> UUID {
    let identifier = UUID()
    try connection.execute(
      dialect.storeTables(format: format, applicationID: applicationID))
    try connection.run(
      "INSERT INTO strata_metadata VALUES ('identifier', \(bind: identifier.uuidString))")
    for sql in schema.tableDefinition(in: dialect) { try connection.execute(sql) }
    for search in schema.searchTables(in: dialect) { try search.make(on: connection) }
    for rule in schema.references(in: dialect) { try connection.execute(rule.sql.sql) }
    // The first stretches of keys are claimed with the tables, which saves a transaction later.
    for entity in schema.entities where entity.superentity == nil {
      try connection.setNextKey(of: entity.name, to: KeySequence.first.upperBound)
    }
    return identifier
  }
}

extension Store {
  /// Adds the keys that a new store's tables were made with.
  func addFirstKeys() {
    for entity in schema.entities where entity.superentity == nil {
      keySequence(for: entity.name).add(KeySequence.first)
    }
  }
}

// Inside `Store`, `open` is another function.
private func makeNew(_ path: String) -> Int32 {
  open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
}
