import Foundation
import StrataModel
import StrataSchema
import StrataSQLite

/// How a store keeps the values of a Swift type, and with that, which SQL means what Swift means.
package enum ValueForm {
  /// A number, text, truth value or URL: the same in a column and in JSON, in Swift's order.
  case plain
  /// The same, but JSON may write it without a point: `Double`, `Date`.
  case floating
  /// A `Float`: a column has it widened, JSON its own shortest digits.
  case float
  /// 64 bits without a sign, in two's complement in a column.
  case unsigned
  /// A `Decimal`: its digits.
  case decimal
  /// 16 bytes in a column, a text in JSON.
  case uuid
  /// Bytes in a column, Base64 in JSON.
  case data
  /// The raw value of a type.
  indirect case raw(ValueForm)
  /// The bits of a number in a column, an array in JSON.
  case bitmask
  /// A value of its own columns.
  case column
  /// A JSON text.
  case json
  /// A model or an identifier: a key.
  case key
  /// None.
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

  /// A type without what makes it optional.
  package static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    OptionalType.unwrapped(type)
  }

  /// Whether a value in JSON is what a column would hold.
  var isSameInJSON: Bool {
    switch self {
    case .plain, .floating, .key: true
    case .raw(let form): form.isSameInJSON
    case .float, .unsigned, .decimal, .uuid, .data, .bitmask, .column, .json, .none: false
    }
  }

  /// Whether JSON may have a whole number where Swift has none.
  var isFloating: Bool {
    switch self {
    case .floating, .float: true
    case .raw(let form): form.isFloating
    default: false
    }
  }
}
