// For types that map themselves to columns by the columns of their parts. One function for each of
// ``ValueCodings``.
extension Binder {
  /// Binds a value that maps itself to columns.
  @inlinable
  public mutating func encode<Value: ColumnRepresentable>(_ value: Value) throws {
    try value.bind(to: &self)
  }

  /// Binds a value that maps itself to columns, also where it has a raw value.
  @inlinable
  public mutating func encode<Value: ColumnRepresentable & RawRepresentable>(
    _ value: Value
  ) throws {
    try value.bind(to: &self)
  }

  /// Binds an optional value that maps itself to columns, also where it has a raw value.
  @inlinable
  public mutating func encode<Value: ColumnRepresentable & RawRepresentable>(
    _ value: Value?
  ) throws {
    try value.bind(to: &self)
  }

  /// Binds an enum or another type with a raw value.
  @inlinable
  public mutating func encode<Value: RawRepresentable>(_ value: Value) throws
  where Value.RawValue: ColumnRepresentable {
    try RawValueCoding().encode(value, to: &self)
  }

  /// Binds an optional enum or another type with a raw value.
  @inlinable
  public mutating func encode<Value: RawRepresentable>(_ value: Value?) throws
  where Value.RawValue: ColumnRepresentable {
    try OptionalRawValueCoding().encode(value, to: &self)
  }

  /// Binds any other value as JSON.
  @_disfavoredOverload
  public mutating func encode<Value: Encodable>(_ value: Value) throws {
    try bind(json: JSONColumn.encode(value))
  }

  /// Binds any other optional value as JSON.
  @_disfavoredOverload
  public mutating func encode<Value: Encodable>(_ value: Value?) throws {
    if let value {
      try bind(json: JSONColumn.encode(value))
    } else {
      bindNull()
    }
  }
}
