/// A JSON document, as the compiler's plugin protocol exchanges it.
///
/// The plugin has its own reader and writer because a compiler starts it for every module it builds:
/// linking Foundation doubles the time from start to first answer.
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent that fits an `Int`.
  case integer(Int)
  /// Any other finite number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object; keys are unique, their order isn't kept.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The member of an object with the given key; `nil` for a missing key and for other kinds of value.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The string, if this is one.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The integer, if this is one.
  public var integerValue: Int? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The elements, if this is an array.
  public var arrayValue: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }
}
