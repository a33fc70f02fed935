public import StrataModel
public import StrataSchema
public import StrataStack

extension ModelContainer {
  /// Reads a store that Core Data or SwiftData has made, as objects of some model classes and all that
  /// they are related to.
  ///
  /// A class is the entity of its name, or the one that has it as its class. Classes need not have all
  /// that the store has; what they have must be there. Nothing can be saved.
  ///
  /// - Throws: `SchemaError` when the classes don't fit together,
  ///   ``CoreDataStoreError/mismatch(path:reason:)`` where the store lacks what they say.
  public convenience init(
    for types: any PersistentModel.Type..., in store: CoreDataStore
  ) throws {
    try self.init(for: Schema(types), in: store)
  }

  /// Reads a store that Core Data or SwiftData has made, as objects of the classes of a schema.
  ///
  /// - Throws: as `init(for:in:)` of classes.
  public convenience init(for schema: Schema, in store: CoreDataStore) throws {
    try self.init(for: schema, in: store, describesUnreadableData: false)
  }

  /// - Parameter describesUnreadableData: Whether the column of external data that can't be read has the reason,
  ///   an ``UnreadableExternalData``. Otherwise a fetch fails.
  package convenience init(
    for schema: Schema, in store: CoreDataStore, describesUnreadableData: Bool
  ) throws {
    if let problem = schema.problem { throw problem }
    try self.init(
      schema, ModelConfiguration(url: store.url, allowsSave: false),
      store.store(of: schema, describesUnreadableData: describesUnreadableData))
  }
}
