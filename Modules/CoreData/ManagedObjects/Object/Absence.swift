import StrataContexts
import StrataModel
internal import Foundation

/// The state of an object without a row: the row of the requested identifier doesn't exist, or the
/// object was deleted and has left its context.
final class Absence {
  let identifier: PersistentIdentifier
  /// The error that reads and writes throw, or nil if the object still has its last values.
  let error: ManagedObjectError?
  private(set) weak var context: NSManagedObjectContext?

  init(
    _ identifier: PersistentIdentifier, _ error: ManagedObjectError?,
    _ context: NSManagedObjectContext?
  ) {
    self.identifier = identifier
    self.error = error
    self.context = context
  }

  /// Records the error for the context's next save. Call this where nothing can be thrown.
  func record(_ key: String) {
    guard let error else { return }
    context?.made?.recordMistake(
      .unreadable(object: identifier, property: key, reason: "\(error)"))
  }
}

/// A weak reference to a placeholder object, so that its context doesn't retain it.
struct WeakAbsentee {
  weak var object: NSManagedObject?
}

/// Unwraps a value from the optionals that it is boxed in. Returns nil for nil and for `NSNull`.
///
/// In generic code a nil arrives as an `Any` that holds `Optional<String>.none`, which isn't equal
/// to nil.
func unwrapped(_ value: Any?) -> Any? {
  guard let value, !(value is NSNull) else { return nil }
  guard let boxed = value as? any BoxedOptional else { return value }
  return unwrapped(boxed.boxedValue)
}

private protocol BoxedOptional {
  var boxedValue: Any? { get }
}

extension Optional: BoxedOptional {
  fileprivate var boxedValue: Any? { map { $0 as Any } }
}
