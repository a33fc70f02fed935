public import StrataSchema

// For types that map themselves to columns by the columns of their parts. One function for each of
// ``ValueCodings``.
extension Row {
  /// Reads a value that maps itself to columns.
  @inlinable
  public mutating func decode<Value: ColumnRepresentable>() throws -> Value {
    try Value(from: &self)
  }

  /// Reads a value that maps itself to columns, also where it has a raw value.
  @inlinable
  public mutating func decode<Value: ColumnRepresentable & RawRepresentable>() throws -> Value {
    try Value(from: &self)
  }

  /// Reads an optional value that maps itself to columns, also where it has a raw value.
  @inlinable
  public mutating func decode<Value: ColumnRepresentable & RawRepresentable>() throws -> Value? {
    try Value?(from: &self)
  }

  /// Reads an enum or another type with a raw value.
  @inlinable
  public mutating func decode<Value: RawRepresentable>() throws -> Value
  where Value.RawValue: ColumnRepresentable { try RawValueCoding().decode(from: &self) }

  /// Reads an optional enum or another type with a raw value.
  @inlinable
  public mutating func decode<Value: RawRepresentable>() throws -> Value?
  where Value.RawValue: ColumnRepresentable { try OptionalRawValueCoding().decode(from: &self) }

  /// Reads any other value from JSON text, or nil if there is none.
  @_disfavoredOverload
  @inlinable
  public mutating func decode<Value: Decodable>() throws -> Value { try json() }

  /// Reads a value from JSON text; an optional is nil where there is none.
  public mutating func json<Value: Decodable>() throws -> Value {
    // Overloads can't be told apart by an optional result, so that it is looked at here.
    if isNull, let type = Value.self as? any ExpressibleByNilLiteral.Type,
      let none = type.init(nilLiteral: ()) as? Value
    {
      skip(1)
      return none
    }
    if isBlank { return try placeholder(columnCount: 1) }
    let text = try self.text()
    do {
      return try JSONColumn.decode(text)
    } catch {
      throw invalidLast("is no valid \(Value.self): \(JSONColumn.reason(error))")
    }
  }
}

extension Row {
  /// Returns true if the row has the columns of a property.
  @inlinable
  public func includes(_ property: PropertyIndex) -> Bool { present?.contains(property) ?? true }

  /// Returns true if a property is assigned the value that is read.
  @inlinable
  public func assigns(_ property: PropertyIndex) -> Bool { assigned?.contains(property) ?? true }
}
