/// A JSON document of the compiler's plugin protocol.
///
/// The plugin has its own parser and serializer, because a compiler starts it for every module that
/// it builds. Linking Foundation would double the time from its start to its first response.
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits an `Int`.
  case integer(Int)
  /// Any other finite number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, with unique keys in no particular order.
  case object([String: JSONValue])
}

extension JSONValue {
  /// Returns the member of an object with a key, or `nil` for a missing key and for other kinds of
  /// values.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The string, or `nil` for other kinds of values.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The integer, or `nil` for other kinds of values.
  public var integerValue: Int? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The elements of an array, or `nil` for other kinds of values.
  public var arrayValue: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }
}
