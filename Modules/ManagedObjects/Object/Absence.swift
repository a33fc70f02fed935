import StrataModel
import StrataStack

/// Why an object has no values that was asked for by its identifier.
final class Absence {
  let identifier: PersistentIdentifier
  let error: ManagedObjectError
  private(set) weak var context: ManagedObjectContext?

  init(
    _ identifier: PersistentIdentifier, _ error: ManagedObjectError,
    _ context: ManagedObjectContext
  ) {
    self.identifier = identifier
    self.error = error
    self.context = context
  }

  /// Has the context's next save throw the error, where nothing could be thrown.
  func record(_ key: String) {
    context?.made?.recordMistake(
      .unreadable(object: identifier, property: key, reason: "\(error)"))
  }
}

/// An object that its context doesn't keep.
struct WeakAbsentee {
  weak var object: ManagedObject?
}
