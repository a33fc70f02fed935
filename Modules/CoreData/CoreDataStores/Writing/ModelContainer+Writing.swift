public import StrataModel
public import StrataSchema
public import StrataStack

extension ModelContainer {
  /// Opens a store that Core Data or SwiftData has made, to be read and written, as objects of some model
  /// classes and all that they are related to.
  ///
  /// The container works on a private copy, and each save is written into the store before it is kept there:
  /// all of it, or nothing. Classes need not have all that the store has. No program may have the store
  /// open meanwhile; what one has changed is noticed, and the save refused.
  ///
  /// O(size of what the classes have in the store), to make the copy.
  ///
  /// - Parameter policy: What becomes of the store's history and of what CloudKit has there; by default a
  ///   store with either is refused.
  /// - Throws: `SchemaError` when the classes don't fit together,
  ///   ``CoreDataStoreError/mismatch(path:reason:)`` where the store lacks what they say,
  ///   ``CoreDataStoreError/wouldLeaveHistory(path:)``, ``CoreDataStoreError/wouldLeaveCloudKit(path:)``,
  ///   ``CoreDataStoreError/notWritable(path:reason:)`` where something of the store can't be read or isn't
  ///   known, `StorageError`.
  public convenience init(
    for types: any PersistentModel.Type..., editing store: CoreDataStore,
    policy: CoreDataWritePolicy = CoreDataWritePolicy()
  ) throws {
    try self.init(for: Schema(types), editing: store, policy: policy)
  }

  /// Opens a store that Core Data or SwiftData has made, to be read and written, as objects of the classes
  /// of a schema.
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
