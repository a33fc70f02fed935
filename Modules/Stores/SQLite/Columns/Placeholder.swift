package import Foundation
internal import StrataRuntime

/// The values of types that a getter returns where there is none: the property of an object whose row
/// is gone, or a stored text that makes no value.
///
/// Only what is known without calling the type is a placeholder: a type's own initializer may take an
/// empty value for a mistake of the program, and end it.
package enum Placeholder {
  /// Nil, zero, an empty text, collection or set of options, an enum's first case, or a composite value of
  /// such members, or nil for any other type.
  package static func of<Value>(_ type: Value.Type) -> Value? {
    if let type = type as? any PlaceholderRepresentable.Type { return type.placeholder as? Value }
    if let type = type as? any _CompositeValue.Type { return composite(type) as? Value }
    // Each set of options has an empty one by the rules of its protocol.
    if let type = type as? any OptionSet.Type { return type.init() as? Value }
    return firstCase(of: type)
  }

  /// Returns true if a type has a placeholder.
  package static func exists(for type: any Any.Type) -> Bool {
    func exists<Value>(_ type: Value.Type) -> Bool { of(type) != nil }
    return _openExistential(type, do: exists)
  }

  /// The first case of an enum: of those that it lists, or of one without payloads.
  private static func firstCase<Value>(of type: Value.Type) -> Value? {
    guard let type = type as? any CaseIterable.Type else {
      return EnumCases.all(of: type)?.first
    }
    func first<Cases: CaseIterable>(_ type: Cases.Type) -> Value? { type.allCases.first as? Value }
    return first(type)
  }

  /// The generated initializer assigns each member, so that only the members' types matter.
  private static func composite<Value: _CompositeValue>(_ type: Value.Type) -> Value? {
    let parts = type.columnParts.keys
    guard parts.allSatisfy({ exists(for: Swift.type(of: $0).valueType) }) else { return nil }
    var row = Row.blank(table: "\(type)")
    // A case may need a payload that has no placeholder; then neither has the value.
    return try? type.init(from: &row)
  }
}

/// A type of the standard library or of Foundation with a value for where there is none.
package protocol PlaceholderRepresentable {
  static var placeholder: Self { get }
}

extension Optional: PlaceholderRepresentable { package static var placeholder: Self { nil } }
extension Array: PlaceholderRepresentable { package static var placeholder: Self { [] } }
extension ContiguousArray: PlaceholderRepresentable { package static var placeholder: Self { [] } }
extension Set: PlaceholderRepresentable { package static var placeholder: Self { [] } }
extension Dictionary: PlaceholderRepresentable { package static var placeholder: Self { [:] } }
extension String: PlaceholderRepresentable { package static var placeholder: Self { "" } }
extension Bool: PlaceholderRepresentable { package static var placeholder: Self { false } }
extension Int: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension Int8: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension Int16: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension Int32: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension Int64: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension UInt: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension UInt8: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension UInt16: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension UInt32: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension UInt64: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension Double: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension Float: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension CGFloat: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension Decimal: PlaceholderRepresentable { package static var placeholder: Self { 0 } }
extension Data: PlaceholderRepresentable { package static var placeholder: Self { Data() } }

extension Date: PlaceholderRepresentable {
  package static var placeholder: Self { Date(timeIntervalSinceReferenceDate: 0) }
}

extension URL: PlaceholderRepresentable {
  // A URL is never empty.
  package static var placeholder: Self {
    URL(string: "about:blank") ?? URL(fileURLWithPath: "/")
  }
}

extension UUID: PlaceholderRepresentable {
  package static var placeholder: Self {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
}

extension Row {
  /// Reads a constant, which has no room for a missing value. In a blank row it is its type's placeholder.
  ///
  /// - Throws: ``StorageError/invalidValue(_:)`` in a blank row for a type without one, else what `read`
  ///   throws.
  @inlinable
  public mutating func constant<Value>(_ read: (inout Row) throws -> Value) throws -> Value {
    // A blank row has no columns to pass over.
    if isBlank { return try placeholder(columnCount: 0) }
    return try read(&self)
  }

  /// Passes over the columns of a value in a blank row, and gives the placeholder of its type.
  ///
  /// - Throws: ``StorageError/invalidValue(_:)`` for a type without one.
  @usableFromInline
  package mutating func placeholder<Value>(columnCount: Int) throws -> Value {
    skip(columnCount)
    guard let value = Placeholder.of(Value.self) else {
      throw invalidLast("has no value, and there is no placeholder of type \(Value.self)")
    }
    return value
  }
}
