public import StrataModel

/// A model whose objects hear what becomes of them. Each method has an empty default; the words are
/// `NSManagedObject`'s.
///
///     extension Trip: LifecycleModel {
///       func awakeFromInsert() { created = .now }
///       func willSave() { if hasChanges { modified = .now } }
///     }
///
/// A subclass of a model that conforms inherits its methods, and may override those that the class itself
/// declares. Methods are called on the context's isolation. What they change is a change of the context like
/// any other. Batch updates and deletes load no objects and call no methods.
public protocol LifecycleModel: PersistentModel {
  /// Called once when a new object was inserted into a context, by itself or with an object that is related
  /// to it; when all of them are in.
  func awakeFromInsert()
  /// Called when an object was made of its row, before the fetch returns, or the getter that has read it. An
  /// object that is in memory isn't made again.
  func awakeFromFetch()
  /// Called before an object is deleted, also by another one's cascade. What it is related to is still
  /// there.
  func prepareForDeletion()
  /// Called before a save of each object that it would write or delete. Objects that are changed or inserted
  /// by such a method are called in their turn, each once a save.
  func willSave()
  /// Called after a save of each object that it has written or deleted. A deleted one belongs to no context by
  /// then.
  func didSave()
}

extension LifecycleModel {
  /// Does nothing.
  public func awakeFromInsert() {}
  /// Does nothing.
  public func awakeFromFetch() {}
  /// Does nothing.
  public func prepareForDeletion() {}
  /// Does nothing.
  public func willSave() {}
  /// Does nothing.
  public func didSave() {}
}
