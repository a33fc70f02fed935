package import StrataSchema
package import StrataSQLite

/// Conversions between an attribute's value and its columns, for types that are known only at run
/// time.
///
/// Generated code makes the same choice by the overloads of `ValueCodings`.
package enum StoredValue {
  /// The form in which values of a type are stored.
  private enum Form {
    case columns(any ColumnRepresentable.Type)
    case rawValue(any ColumnRepresentable.Type)
    case json
  }

  private static func form(of type: any Any.Type) -> Form {
    if let type = type as? any ColumnRepresentable.Type { return .columns(type) }
    func raw<Value: RawRepresentable>(_ type: Value.Type) -> (any ColumnRepresentable.Type)? {
      Value.RawValue.self as? any ColumnRepresentable.Type
    }
    if let type = type as? any RawRepresentable.Type, let raw = raw(type) { return .rawValue(raw) }
    if let type = type as? any OptionalValue.Type { return form(of: type.wrappedType) }
    return .json
  }

  /// Returns the columns that store values of a type.
  package static func columns(of type: any Any.Type) -> [ColumnDescription] {
    switch form(of: type) {
    case .columns(let type), .rawValue(let type): type.columns
    case .json: [ColumnDescription("", .text, meaning: .json)]
    }
  }

  /// Returns the range of an integer type's values, as columns have them, or nil for any other
  /// type.
  package static func range(of type: any Any.Type) -> ClosedRange<Int64>? {
    func range<Value: FixedWidthInteger>(_ type: Value.Type) -> ClosedRange<Int64> {
      Int64(clamping: Value.min)...Int64(clamping: Value.max)
    }
    return (type as? any FixedWidthInteger.Type).map { range($0) }
  }

  /// Decodes a value from its columns.
  ///
  /// - Throws: `StorageError.invalidValue`, or the error of the type's own decoder.
  package static func decode<Value>(
    _ columns: [ColumnValue], as type: Value.Type, table: String
  ) throws -> Value {
    var row = Row(columns, table: table, present: PropertySet(0))
    guard let value = try decode(type, &row) as? Value else {
      throw row.invalidLast("is no \(type)")
    }
    return value
  }

  /// Returns what reads values of a type. It looks at the type once, and not for each value.
  package static func reader<Value>(of type: Value.Type) -> (inout Row) throws -> Value {
    func reader<Column: ColumnRepresentable>(
      _ column: Column.Type
    ) -> ((inout Row) throws -> Value)? {
      let read: (inout Row) throws -> Column = { row in try Column(from: &row) }
      return read as? (inout Row) throws -> Value
    }
    if let column = type as? any ColumnRepresentable.Type, let reader = reader(column) {
      return reader
    }
    return { row in
      guard let value = try decode(type, &row) as? Value else {
        throw row.invalidLast("is no \(type)")
      }
      return value
    }
  }

  private static func decode(_ type: any Any.Type, _ row: inout Row) throws -> Any {
    if let type = type as? any ColumnRepresentable.Type { return try type.init(from: &row) }
    if let optional = type as? any OptionalValue.Type {
      return row.isNull ? optional.nilValue : try decode(optional.wrappedType, &row)
    }
    func raw<Value: RawRepresentable>(_ type: Value.Type, _ row: inout Row) throws -> Any? {
      guard let rawType = Value.RawValue.self as? any ColumnRepresentable.Type else { return nil }
      let raw = try rawType.init(from: &row)
      guard let raw = raw as? Value.RawValue, let value = Value(rawValue: raw) else {
        throw row.invalidLast("\(raw) is no \(type)")
      }
      return value
    }
    if let type = type as? any RawRepresentable.Type, let value = try raw(type, &row) {
      return value
    }
    func json<Value: Decodable>(_ type: Value.Type, _ row: inout Row) throws -> Any {
      try row.json() as Value
    }
    guard let type = type as? any Decodable.Type else { throw row.invalid("is no \(type)") }
    return try json(type, &row)
  }

  /// Encodes a value into its columns.
  ///
  /// - Throws: The error of the type's own encoder.
  package static func encode<Value>(_ value: Value) throws -> [ColumnValue] {
    var binder = Binder(recording: PropertySet(0))
    try bind(value, &binder)
    return binder.values
  }

  private static func bind(_ value: Any, _ binder: inout Binder) throws {
    if let value = value as? any ColumnRepresentable { return try value.bind(to: &binder) }
    if let optional = value as? any OptionalValue {
      if let wrapped = optional.wrappedValue { return try bind(wrapped, &binder) }
      for _ in columns(of: type(of: value)) { binder.bindNull() }
      return
    }
    func raw(_ value: some RawRepresentable) -> (any ColumnRepresentable)? {
      value.rawValue as? any ColumnRepresentable
    }
    if let value = value as? any RawRepresentable, let raw = raw(value) {
      return try raw.bind(to: &binder)
    }
    func json(_ value: some Encodable) throws { try binder.encode(value) as Void }
    if let value = value as? any Encodable { try json(value) }
  }
}
