import Foundation
import StrataModel
import StrataSchema
import StrataSQLite

/// The form in which a store has the values of a Swift type, which determines the SQL with Swift's
/// meaning.
package enum ValueForm {
  /// A number, text, Boolean or URL: the same in a column and in JSON, in Swift's order.
  case plain
  /// A `Double` or `Date`: like ``plain``, but JSON may have an integer.
  case floating
  /// A `Float`: widened in a column, with its own shortest digits in JSON.
  case float
  /// An unsigned 64-bit integer: in two's complement in a column.
  case unsigned
  /// A `Decimal`: its digits, as text.
  case decimal
  /// 16 bytes in a column, a text in JSON.
  case uuid
  /// Bytes in a column, Base64 in JSON.
  case data
  /// The raw value of a type.
  indirect case raw(ValueForm)
  /// A bit mask in a column, an array in JSON.
  case bitmask
  /// A type with columns of its own.
  case column
  /// A JSON text.
  case json
  /// A model or an identifier, whose column is a key.
  case key
  /// A type that can't be stored.
  case none

  init(_ type: any Any.Type) {
    let type = Self.unwrapped(type)
    switch type {
    case is Double.Type, is CGFloat.Type, is Date.Type: self = .floating
    case is Float.Type: self = .float
    case is UInt64.Type, is UInt.Type: self = .unsigned
    case is Decimal.Type: self = .decimal
    case is UUID.Type: self = .uuid
    case is Data.Type: self = .data
    case is String.Type, is Bool.Type, is URL.Type, is any FixedWidthInteger.Type: self = .plain
    case is PersistentIdentifier.Type, is any PersistentModel.Type: self = .key
    case is any BitmaskColumnRepresentable.Type: self = .bitmask
    case is any ColumnRepresentable.Type: self = .column
    case let type as any RawRepresentable.Type: self = Self.raw(type)
    case is any Encodable.Type: self = .json
    default: self = .none
    }
  }

  private static func raw<Value: RawRepresentable>(_ type: Value.Type) -> ValueForm {
    guard Value.RawValue.self is any ColumnRepresentable.Type else { return .json }
    return .raw(ValueForm(Value.RawValue.self))
  }

  /// Returns the wrapped type of an optional, or the type itself.
  package static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    OptionalType.unwrapped(type)
  }

  /// True if JSON has the same value as a column.
  var isSameInJSON: Bool {
    switch self {
    case .plain, .floating, .key: true
    case .raw(let form): form.isSameInJSON
    case .float, .unsigned, .decimal, .uuid, .data, .bitmask, .column, .json, .none: false
    }
  }

  /// True if JSON may have an integer for a floating-point value.
  var isFloating: Bool {
    switch self {
    case .floating, .float: true
    case .raw(let form): form.isFloating
    default: false
    }
  }
}
