/// An initial value as `Any`.
///
/// A literal is an `Int`, a `Double` or a `String` then, whatever the property's type is.
enum GivenDefault {
  /// Converts the value to the property's type, or returns nil if that is impossible.
  static func of<Value>(_ value: Any, as type: Value.Type) -> Value? {
    if let value = value as? Value { return value }
    let wanted: any Any.Type = (type as? any WrappingOptional.Type)?.wrapped ?? type
    switch (wanted, value) {
    case (let type as any BinaryInteger.Type, let value as Int):
      return integer(value, type) as? Value
    case (let type as any BinaryFloatingPoint.Type, let value as Int):
      return number(Double(value), type) as? Value
    case (let type as any BinaryFloatingPoint.Type, let value as Double):
      return number(value, type) as? Value
    default: return nil
    }
  }

  private static func integer<Wanted: BinaryInteger>(_ value: Int, _ type: Wanted.Type) -> Wanted? {
    Wanted(exactly: value)
  }

  private static func number<Wanted: BinaryFloatingPoint>(
    _ value: Double, _ type: Wanted.Type
  ) -> Wanted { Wanted(value) }
}

private protocol WrappingOptional {
  static var wrapped: any Any.Type { get }
}

extension Optional: WrappingOptional {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
