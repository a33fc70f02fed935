public import StrataSchema

/// Keeps the raw value of an enum or another type.
@frozen
public struct RawValueCoding<Value: RawRepresentable>: ValueCoding
where Value.RawValue: ColumnRepresentable {
  /// Keeps values of the type.
  @inlinable
  public init() {}

  /// The columns of the raw value.
  public var columns: [ColumnDescription] { .rawValues(of: Value.self) }

  /// Reads a value.
  ///
  /// - Throws: `StorageError.invalidValue` for a raw value that is none of the type's.
  @inlinable
  public func decode(from row: inout Row) throws -> Value {
    if row.isBlank { return try row.placeholder(columnCount: Value.RawValue.columnCount) }
    let raw = try Value.RawValue(from: &row)
    guard let value = Value(rawValue: raw) else {
      throw row.invalidLast("\(raw) is no \(Value.self)")
    }
    return value
  }

  /// Binds the raw value.
  @inlinable
  public func encode(_ value: Value, to binder: inout Binder) throws {
    try value.rawValue.bind(to: &binder)
  }
}

/// Keeps the raw value of an optional enum or another optional type.
@frozen
public struct OptionalRawValueCoding<Wrapped: RawRepresentable>: ValueCoding
where Wrapped.RawValue: ColumnRepresentable {
  /// Keeps values of the type.
  @inlinable
  public init() {}

  /// The columns of the raw value, which may be NULL.
  public var columns: [ColumnDescription] { .rawValues(of: Wrapped.self).map(\.optional) }

  /// Reads a value, or nil for NULL.
  ///
  /// - Throws: `StorageError.invalidValue` for a raw value that is none of the type's.
  @inlinable
  public func decode(from row: inout Row) throws -> Wrapped? {
    if row.isNull {
      row.skip(Wrapped.RawValue.columns.count)
      return nil
    }
    return try RawValueCoding<Wrapped>().decode(from: &row)
  }

  /// Binds the raw value, or NULL for nil.
  @inlinable
  public func encode(_ value: Wrapped?, to binder: inout Binder) throws {
    try (value?.rawValue).bind(to: &binder)
  }
}

extension [ColumnDescription] {
  /// The columns of a type's raw values.
  package static func rawValues<Value: RawRepresentable>(
    of type: Value.Type
  ) -> [ColumnDescription] where Value.RawValue: ColumnRepresentable {
    Value.RawValue.columns.map { column in
      ColumnDescription(
        column.part, column.storageClass, isOptional: column.isOptional,
        meaning: cases(of: type).map { .oneOf($0) } ?? .rawValue("\(type)"))
    }
  }

  // The raw values of an enum that lists its cases; few enough to stand in a comment.
  private static func cases<Value: RawRepresentable>(of type: Value.Type) -> [ColumnValue]?
  where Value.RawValue: ColumnRepresentable {
    guard let iterable = type as? any CaseIterable.Type else { return nil }
    let all = (iterable.allCases as any Collection).map { $0 as? Value }
    var binder = Binder(recording: PropertySet(0))
    // One that can't be kept leaves fewer values than cases, and none are listed.
    for case let value? in all { try? value.rawValue.bind(to: &binder) }
    return binder.values.count == all.count && all.count <= 16 ? binder.values : nil
  }
}
