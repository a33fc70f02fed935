package import StrataSchema
package import StrataMigration

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
}
