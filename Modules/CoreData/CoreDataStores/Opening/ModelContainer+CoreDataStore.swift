public import StrataContexts
public import StrataModel
public import StrataSchema

extension ModelContainer {
  /// Opens a store that Core Data or SwiftData created, as objects of some model classes and all
  /// that they are related to.
  ///
  ///     let store = try CoreDataStore(url: url)
  ///     let container = try ModelContainer(for: Trip.self, in: store)
  ///
  /// A class belongs to the entity with its name, or to the entity that names it as its class. The
  /// classes may leave out entities and properties of the store, but the store must have all of
  /// theirs. You can't save to the container.
  ///
  /// - Throws: `SchemaError` if the classes don't fit together.
  ///   ``CoreDataStoreError/mismatch(path:reason:)`` if the store lacks one of their properties.
  public convenience init(
    for types: any PersistentModel.Type..., in store: CoreDataStore
  ) throws {
    try self.init(for: Schema(types), in: store)
  }

  /// Opens a store that Core Data or SwiftData created, as objects of a schema's classes.
  ///
  /// - Throws: as `init(for:in:)` of classes.
  public convenience init(for schema: Schema, in store: CoreDataStore) throws {
    try self.init(for: schema, in: store, describesUnreadableData: false)
  }

  /// Opens a store as objects of a schema's classes.
  ///
  /// - Parameter describesUnreadableData: True to return an ``UnreadableExternalData`` with the
  ///   reason in place of external data that can't be read. With false a fetch of it fails.
  package convenience init(
    for schema: Schema, in store: CoreDataStore, describesUnreadableData: Bool
  ) throws {
    if let problem = schema.problem { throw problem }
    try self.init(
      schema, ModelConfiguration(url: store.url, allowsSave: false),
      store.store(of: schema, describesUnreadableData: describesUnreadableData))
  }
}
