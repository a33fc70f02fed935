internal import Foundation

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
