public import StrataContexts
public import StrataModel
public import StrataSchema

extension ModelContainer {
  /// Opens a store that Core Data or SwiftData created for reading and writing, as objects of some
  /// model classes and all that they are related to.
  ///
  ///     let store = try CoreDataStore(url: url)
  ///     let container = try ModelContainer(for: Trip.self, editing: store)
  ///
  /// The container works on a private copy, which takes O(size of the classes' content in the
  /// store) to make. Each save is written to the store first, completely or not at all. The classes
  /// may leave out entities and properties of the store. No other program may have the store open
  /// meanwhile. If another program changes it, the next save throws.
  ///
  /// - Parameter policy: The treatment of a history and of CloudKit's tables. By default a store
  ///   with either is rejected.
  /// - Throws: `SchemaError` if the classes don't fit together,
  ///   ``CoreDataStoreError/mismatch(path:reason:)`` if the store lacks one of their properties,
  ///   ``CoreDataStoreError/wouldLeaveHistory(path:)``,
  ///   ``CoreDataStoreError/wouldLeaveCloudKit(path:)``,
  ///   ``CoreDataStoreError/notWritable(path:reason:)`` if a part of the store can't be read or
  ///   isn't known, `StorageError`.
  public convenience init(
    for types: any PersistentModel.Type..., editing store: CoreDataStore,
    policy: CoreDataWritePolicy = CoreDataWritePolicy()
  ) throws {
    try self.init(for: Schema(types), editing: store, policy: policy)
  }

  /// Opens a store that Core Data or SwiftData created for reading and writing, as objects of a
  /// schema's classes.
  ///
  /// - Throws: as `init(for:editing:policy:)` of classes.
  public convenience init(
    for schema: Schema, editing store: CoreDataStore,
    policy: CoreDataWritePolicy = CoreDataWritePolicy()
  ) throws {
    if let problem = schema.problem { throw problem }
    try self.init(
      schema, ModelConfiguration(url: store.url), store.workingCopy(of: schema, policy))
  }
}
