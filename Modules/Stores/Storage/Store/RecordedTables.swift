import StrataMigration
import StrataSQLite
import StrataSchema
import Synchronization

/// The classes that a store has and their tables, as its record says: those of all programs that have opened it, and not
/// only this one's.
struct RecordedTables: Sendable {
  let schema: Schema
  let tables: Tables
  /// The text that the store had recorded.
  fileprivate let text: String?
}

extension Store {
  /// The classes that the store has. A query, unless another program has changed the record since the last call.
  ///
  /// They are this program's own where the store has no record that fits its tables.
  func recordedTables(_ connection: Connection) throws -> RecordedTables {
    let text = try connection.metadata("schema")
    if let last = lastRecordedTables.withLock(\.self), last.text == text { return last }
    let record = try SchemaRecord(connection, StoredTables(connection), expected: schema)
    let recorded: RecordedTables
    if let other = record.schema, other !== schema {
      let shared = try connection.catalog.tables(withColumn: EntityTable.entityColumn)
      recorded = RecordedTables(
        schema: other, tables: Tables(other, shared: shared, dialect: tables.dialect), text: text)
    } else {
      recorded = RecordedTables(schema: schema, tables: tables, text: text)
    }
    lastRecordedTables.withLock { $0 = recorded }
    return recorded
  }
}
