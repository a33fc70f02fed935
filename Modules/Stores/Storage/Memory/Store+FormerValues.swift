package import Foundation
import StrataSQLite
package import StrataSchema

extension Store {
  /// Keeps the former values of the rows of some entities from now on, unless they are kept already.
  ///
  /// - Parameter roots: The names of entities without a superentity.
  /// - Throws: `StorageError`.
  package func keepFormerValues(of roots: Set<String>) throws {
    let tables = FormerTable.all(for: roots, in: schema, self.tables.dialect)
    try withWriter { connection in
      func missing() throws -> [FormerTable] {
        try tables.filter { try $0.record(connection) == nil || !$0.hasTriggers(connection) }
      }
      if !connection.isReadOnly { for table in tables { try table.renewTriggers(connection) } }
      guard try !missing().isEmpty else { return }
      try connection.transaction {
        // Another program may have made them meanwhile.
        for table in try missing() {
          // Without its triggers, it lacks changes.
          try table.remove(connection)
          try table.make(connection)
        }
      }
      connection.forgetStatements()
    }
  }

  /// Drops the former values of all rows, and keeps none from now on.
  ///
  /// - Throws: `StorageError`.
  package func dropFormerValues() throws {
    guard !isReadOnly else { throw StorageError.readOnly(path: path) }
    try withWriter { connection in
      try connection.transaction {
        for table in try FormerTable.stored(connection, tables.dialect) {
          try table.remove(connection)
        }
      }
      connection.forgetStatements()
    }
  }
}

/// A reason why a past state can't be read.
package enum PastError: Error {
  /// The former values of an entity aren't kept.
  case notKept(entity: String)
  /// The state is older than the memory, which begins behind a transaction.
  case tooEarly(begin: Int64)
  /// There is no such transaction yet.
  case tooLate(last: Int64)
  /// The store is in memory, or reached through a pooler, so that no connection of its own can be made.
  case noConnection(reason: String)
}

extension StoreReader {
  /// The number of the last transaction until a date, or nil if the history can't tell: all entries until then were
  /// removed, and the date is past.
  package func lastTransaction(until date: Date) throws -> Int64? {
    let time = date.timeIntervalSinceReferenceDate
    return try read { connection in
      let state = try connection.historyState()
      let isKnown =
        try state.lastCleaned() == 0
        || connection.integer("SELECT 1 FROM strata_history WHERE time <= \(bind: time) LIMIT 1")
          != nil
      // Entries between the two may be gone.
      let later = try connection.integer(
        "SELECT min(number) FROM strata_history WHERE time > \(bind: time)")
      guard isKnown || later == nil && date.timeIntervalSinceNow > -1 else { return nil }
      return try later.map { $0 - 1 } ?? state.end()
    }
  }

  /// The time of a transaction, or nil if its entry was cleaned away.
  package func time(ofTransaction number: Int64) throws -> Date? {
    try read { connection in
      let value = try connection.value(
        "SELECT time FROM strata_history WHERE number = \(bind: number)")
      guard case .real(let time) = value else { return nil }
      return Date(timeIntervalSinceReferenceDate: time)
    }
  }

  /// The names of the entities without a superentity whose former values the store keeps.
  package func rootsWithFormerValues() throws -> Set<String> {
    try read { connection in
      guard try connection.catalog.hasTable("strata_metadata") else { return [] }
      return Set(
        try FormerTable.stored(connection, store.tables.dialect).filter { !$0.isLink }.map(\.source)
      )
    }
  }

  /// The number of the transaction after which the states of some entities can be read.
  ///
  /// - Throws: ``PastError/notKept(entity:)``, `StorageError`.
  package func beginOfMemory(of roots: Set<String>) throws -> Int64 {
    try read { connection in
      let state = try connection.historyState()
      var begin =
        try state.lastCleaned() == 0
        ? 0
        : connection.integer("SELECT min(number) - 1 FROM strata_history") ?? state.end()
      for table in FormerTable.all(for: roots, in: store.schema, store.tables.dialect) {
        guard let record = try table.record(connection), try table.hasTriggers(connection) else {
          throw PastError.notKept(entity: table.source)
        }
        begin = max(begin, record.begin)
      }
      return begin
    }
  }

  /// The numbers of the transactions that have changed an object's row or links, in order.
  package func transactions(changing table: EntityTable, key: Int64) throws -> [Int64] {
    let dialect = store.tables.dialect
    return try read { connection in
      let own = FormerTable(
        source: table.name, keys: [EntityTable.key], isLink: false, dialect: dialect)
      guard try own.record(connection) != nil else { throw PastError.notKept(entity: table.name) }
      var numbers = Set(try own.numbers(connection, key: key, EntityTable.key))
      for link in store.schema.linkTables {
        let former = FormerTable(
          source: link.name, keys: [link.ownerColumn, link.memberColumn], isLink: true,
          dialect: dialect)
        guard try former.record(connection) != nil else { continue }
        for (column, end) in [
          (link.ownerColumn, link.ownerTable), (link.memberColumn, link.memberTable),
        ] where end == table.name {
          numbers.formUnion(try former.numbers(connection, key: key, column))
        }
      }
      return numbers.sorted()
    }
  }

  /// The keys of the objects that some transactions have changed, or whose links they have, by table.
  ///
  /// - Parameter roots: The names of entities without a superentity.
  package func changedKeys(
    of roots: Set<String>, by numbers: ClosedRange<Int64>
  ) throws -> [String: Set<Int64>] {
    try read { connection in
      var changed: [String: Set<Int64>] = [:]
      for table in FormerTable.all(for: roots, in: store.schema, store.tables.dialect)
      where !table.isLink {
        changed[table.source] = Set(
          try table.changedKeys(connection, EntityTable.key, by: numbers))
      }
      for link in store.schema.linkTables
      where roots.contains(link.ownerTable) && roots.contains(link.memberTable) {
        let former = FormerTable(
          source: link.name, keys: [link.ownerColumn, link.memberColumn], isLink: true,
          dialect: store.tables.dialect)
        for (column, table) in [
          (link.ownerColumn, link.ownerTable), (link.memberColumn, link.memberTable),
        ] {
          changed[table, default: []].formUnion(
            try former.changedKeys(connection, column, by: numbers))
        }
      }
      return changed
    }
  }

  /// The number of former rows of all tables.
  package func formerRowCount() throws -> Int64 {
    try read { connection in
      try FormerTable.stored(connection, store.tables.dialect).reduce(0) {
        try $0 + $1.count(connection)
      }
    }
  }
}

extension Store {
  /// The store as it was after a transaction, to be read.
  ///
  /// Each connection has temporary views in the places of the tables, so that all queries work as they do
  /// on the present state.
  ///
  /// - Parameters:
  ///   - schema: The entities to be read, all of which are temporal.
  ///   - roots: Those without a superentity.
  /// - Throws: ``PastError``, `StorageError`.
  package func past(after number: Int64, _ schema: Schema, roots: Set<String>) throws -> Store {
    let reader = StoreReader(store: self)
    let begin = try reader.beginOfMemory(of: roots)
    guard number >= begin else { throw PastError.tooEarly(begin: begin) }
    let last = try reader.lastTransaction()
    guard number <= last else { throw PastError.tooLate(last: last) }
    let former = FormerTable.all(for: roots, in: schema, tables.dialect)
    let isServer = isOnServer
    let prepare: @Sendable (Connection) throws -> Void = { connection in
      for table in former {
        try connection.execute(try table.view(after: number, connection))
      }
      let main = isServer ? "" : "main."
      try connection.execute(
        """
        CREATE TEMP VIEW strata_history AS SELECT * FROM \(main)strata_history WHERE number <= \(number)
        """)
      if isServer {
        try connection.execute(
          "CREATE TEMP VIEW strata_store AS SELECT true AS one, \(number)::bigint AS number")
      }
    }
    let observation = StoreObservation(of: path)
    let (engine, writer) = try engine.past(observation, prepare)
    return Store(
      url: url, isReadOnly: true, identifier: identifier, schema: schema,
      tables: Tables(schema, shared: sharedTables, dialect: tables.dialect, isPresent: false),
      writer: writer, engine, busyTimeout: busyTimeout, observation)
  }

  /// The tables with objects of several classes.
  private var sharedTables: Set<String> {
    Set(tables.byEntity.values.filter(\.isShared).map(\.name))
  }
}
