/// An optional, told without its wrapped type.
package protocol OptionalValue {
  /// The value, or nil for none.
  var wrappedValue: Any? { get }
  static var wrappedType: any Any.Type { get }
  /// nil, of this very optional's type.
  static var nilValue: Any { get }
}

extension Optional: OptionalValue {
  package var wrappedValue: Any? { map { $0 } }
  package static var wrappedType: any Any.Type { Wrapped.self }
  package static var nilValue: Any { Wrapped?.none as Any }
}

package enum OptionalType {
  /// A type without what makes it optional.
  package static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    (type as? any OptionalValue.Type).map { unwrapped($0.wrappedType) } ?? type
  }
}
