internal import StrataGraph
public import StrataModel

extension ModelContext {
  /// Restores a deleted object, whose class has a property with `@Attribute(.deletedAt)`, and the objects
  /// that were deleted together with it. The next save writes this.
  ///
  /// These are the objects that cascades reach and that have the same time of deletion. An object that
  /// isn't deleted stays as it is.
  ///
  /// - Throws: `StackError.noDeletionDate` if the class has no such property. `StackError.notFound` if the
  ///   object isn't in this context, such as after a purge. `StorageError` if related objects can't be
  ///   read, and nothing has changed then.
  public func restore<T: PersistentModel>(_ model: T) throws {
    try graph(of: Swift.type(of: model)).restoreDeleted(model)
  }

  /// Deletes an object for good, and applies the delete rules of its relationships. The next save
  /// writes this.
  ///
  /// Its row and the rows that cascades reach are deleted, whether or not their classes have a property
  /// with `@Attribute(.deletedAt)`. For an object of any other class it is ``delete(_:)``.
  public func purge<T: PersistentModel>(_ model: T) {
    graph(of: Swift.type(of: model)).delete(model)
  }
}
