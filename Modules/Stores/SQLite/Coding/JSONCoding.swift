public import StrataSchema

/// Keeps any other value as JSON text, and nil as NULL.
@frozen
public struct JSONCoding<Value: Codable>: ValueCoding {
  /// Keeps values of the type.
  @inlinable
  public init() {}

  /// One column of text.
  public var columns: [ColumnDescription] {
    [ColumnDescription("", .text, isOptional: Value.self is any OptionalValue.Type, meaning: .json)]
  }

  /// Reads a value.
  ///
  /// - Throws: `StorageError.invalidValue` for a text that makes no value.
  @inlinable
  public func decode(from row: inout Row) throws -> Value { try row.json() }

  /// Binds the JSON of a value.
  ///
  /// - Throws: why the value can't be encoded.
  public func encode(_ value: Value, to binder: inout Binder) throws {
    if let optional = value as? any OptionalValue, optional.wrappedValue == nil {
      return binder.bindNull()
    }
    try binder.bind(json: JSONColumn.encode(value))
  }
}

/// Stands for the coding of a type that has none. What describes a property by it can't be called, so
/// that no program with one is built.
@frozen
public struct NoCoding<Value> {
  /// There is none.
  @inlinable
  public init() {}
}
