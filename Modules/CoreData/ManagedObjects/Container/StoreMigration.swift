/// A migration that runs before a store is opened.
package protocol StoreMigration: AnyObject, Sendable {
  /// Migrates the store of a description, if it isn't of the model's version.
  func migrate(
    _ description: PersistentStoreDescription, to model: MutableManagedObjectModel) throws
}
