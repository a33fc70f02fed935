import StrataModel
import StrataStack

/// What is known of an object without a row: one that was asked for by its identifier and isn't there, or one that
/// has left its context.
final class Absence {
  let identifier: PersistentIdentifier
  /// Why the object has no values; nil where it has the last ones.
  let error: ManagedObjectError?
  private(set) weak var context: ManagedObjectContext?

  init(
    _ identifier: PersistentIdentifier, _ error: ManagedObjectError?,
    _ context: ManagedObjectContext
  ) {
    self.identifier = identifier
    self.error = error
    self.context = context
  }

  /// Has the context's next save throw the error, where nothing could be thrown.
  func record(_ key: String) {
    guard let error else { return }
    context?.made?.recordMistake(
      .unreadable(object: identifier, property: key, reason: "\(error)"))
  }
}

/// An object that its context doesn't keep.
struct WeakAbsentee {
  weak var object: ManagedObject?
}
