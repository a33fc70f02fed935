package import Foundation
internal import StrataSQLite
package import StrataSchema
package import StrataMigration

/// Reads a migration before it changes a store, and keeps it from doing so by an error.
package typealias MigrationReviewer = @Sendable (MigrationScript) throws -> Void

extension Store {
  /// Adds to the tables what a program's schema has and the store lacks, where there is no doubt how, and records the join
  /// of the two. Takes nothing away: properties, rules and indexes of other programs stay.
  ///
  /// - Parameter review: Reads the statements first.
  /// - Throws: `StorageError.incompatibleSchema`, and the errors of the review. Nothing has changed then.
  static func adapt(
    _ connection: Connection, to schema: Schema, _ observation: StoreObservation?,
    _ review: MigrationReviewer?
  ) throws {
    // Looked at first without a lock for writing, which mostly isn't needed.
    let (work, isRecorded) = try work(connection, to: schema)
    if connection.isReadOnly {
      guard work.isEmptyForReading else {
        throw StorageError.incompatibleSchema(
          path: connection.path, reason: "it lacks tables or columns, and is opened read-only")
      }
    } else if !work.isEmpty || !isRecorded {
      func adapt() throws {
        try connection.migration { try migrate(connection, to: schema, review) }
      }
      // Without tables to change, only the record of them is written.
      guard let observation, !work.isEmpty else { return try adapt() }
      try observation.operation(.migration, adapt)
    }
  }

  private static func work(
    _ connection: Connection, to schema: Schema
  ) throws -> (work: MigrationWork, isRecorded: Bool) {
    let stored = try StoredTables(connection)
    let record = try SchemaRecord(connection, stored, expected: schema)
    var migration = try StoreMigration(
      opening: connection, stored, recorded: record.schema, for: schema)
    let work = try migration.plan()
    return (work, try record.says(migration.new))
  }

  /// Compares a store's tables with a schema, as opening the store with it would, and changes nothing.
  ///
  /// - Throws: `StorageError`: no file, no store of ours, one that says nothing of its tables. Refused changes are in the
  ///   result.
  package static func adaptation(at url: URL, to schema: Schema) throws -> StoreAdaptation {
    let path = path(of: url)
    if !url.isOfServer { try checkPath(path, isReadOnly: true) }
    let connection = try url.isOfServer ? serverConnection(reading: url) : .reading(path)
    defer { connection.close() }
    // One moment, also while others save.
    return try connection.snapshot {
      if !connection.isServer { try checkFormat(connection) }
      let stored = try StoredTables(connection)
      let record = try SchemaRecord(connection, stored, expected: schema)
      guard let recorded = record.schema else { throw unrecorded(path) }
      var migration = try StoreMigration(
        opening: connection, stored, recorded: recorded, for: schema)
      do {
        let work = try migration.plan()
        return StoreAdaptation(
          recorded: recorded, refusals: [], dependsOnRows: work.dependsOnRows,
          isNeeded: try !work.isEmpty || !record.says(migration.new),
          script: MigrationScript(
            store: path, isOnServer: connection.isServer,
            stages: work.isEmpty ? [] : [try work.stage(on: connection)]))
      } catch StorageError.incompatibleSchema where !migration.refusals.isEmpty {
        return StoreAdaptation(
          recorded: recorded, refusals: migration.refusals, dependsOnRows: false, isNeeded: true,
          script: nil)
      }
    }
  }

  // Somebody may have changed something between the look and the lock.
  private static func migrate(
    _ connection: Connection, to schema: Schema, _ review: MigrationReviewer?
  ) throws {
    if connection.isServer { try connection.lockServerStore() }
    let stored = try StoredTables(connection)
    let record = try SchemaRecord(connection, stored, expected: schema)
    var migration = try StoreMigration(
      opening: connection, stored, recorded: record.schema, for: schema)
    let work = try migration.plan()
    if let review, !work.isEmpty {
      try review(
        MigrationScript(
          store: connection.path, isOnServer: connection.isServer,
          stages: [work.stage(on: connection)]))
    }
    try work.run(on: connection)
    try SchemaRecord.write(migration.new, to: connection)
  }

  /// Changes the tables of a store from those of one schema to those of another. Removes what the first has and the second
  /// lacks. What neither has stays, such as the properties of other programs.
  ///
  /// - Returns: The statements that have run.
  /// - Throws: `StorageError.incompatibleSchema`; then nothing has changed.
  @discardableResult
  package static func migrate(
    at path: String, from old: Schema, to new: Schema, version: Schema.Version
  ) throws -> MigrationScript.Stage {
    try migrate(Connection(path: path), from: old, to: new, version: version)
  }

  /// Changes the tables of a store that a connection leads to, as ``migrate(at:from:to:version:)`` does.
  static func migrate(
    _ connection: Connection, from old: Schema, to new: Schema, version: Schema.Version
  ) throws -> MigrationScript.Stage {
    if connection.isServer { try checkNames(new, connection.path) }
    return try connection.migration {
      let stored = try StoredTables(connection)
      let record = try SchemaRecord(connection, stored).schema
      var migration = try StoreMigration(
        connection, stored, recorded: record, from: old, to: new)
      let work = try migration.plan()
      let stage = try work.stage(on: connection)
      try work.run(on: connection)
      try SchemaRecord.write(migration.new, to: connection)
      try SchemaRecord.write(plannedVersion: version, to: connection)
      return stage
    }
  }
}

extension Connection {
  /// Runs a body that makes tables anew, in one transaction.
  fileprivate func migration<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try replacingTables { try transaction { try FormerTable.migrating(self, body) } }
    } catch StorageError.constraint(let constraint) {
      throw StorageError.incompatibleSchema(
        path: path, reason: "its objects break a rule that the models add: \(constraint.message)")
    }
  }
}

/// The difference between a store's tables and a schema, before the tables are adapted to it.
package struct StoreAdaptation {
  /// The schema that the store records.
  package let recorded: Schema
  /// The changes that the adaptation refuses.
  package let refusals: [MigrationRefusal]
  /// True if the stored values decide whether the adaptation succeeds. Only a rehearsal tells then.
  package let dependsOnRows: Bool
  /// True if tables or the record of the schema would change.
  package let isNeeded: Bool
  /// The statements, or nil if the adaptation is refused.
  package let script: MigrationScript?
}
