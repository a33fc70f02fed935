public import StrataSchema
internal import StrataSQLite

extension Schema.Attribute {
  /// The property's initial value when the schema was made.
  ///
  /// It is nil if the class gives none, or if the program doesn't have the value's type.
  public var defaultValue: Any? {
    guard let defaultColumns else { return nil }
    var row = Row(defaultColumns, table: name, present: PropertySet(0))
    if let optional = valueType as? any OptionalValue.Type {
      return row.isNull ? nil : Self.value(optional.wrappedType, &row)
    }
    return Self.value(valueType, &row)
  }

  // The type is known only at run time, so that its conformances are asked for here. A type may
  // have changed since its value was recorded and refuse it. Then there is no initial value to
  // show.
  private static func value(_ type: any Any.Type, _ row: inout Row) -> Any? {
    switch type {
    case let type as any ColumnRepresentable.Type: try? type.init(from: &row)
    case let type as any RawRepresentable.Type: rawValue(type, &row)
    case let type as any Decodable.Type: json(type, &row)
    default: nil
    }
  }

  private static func rawValue<Value: RawRepresentable>(
    _ type: Value.Type, _ row: inout Row
  ) -> Any? {
    (value(Value.RawValue.self, &row) as? Value.RawValue).flatMap { type.init(rawValue: $0) }
  }

  private static func json<Value: Decodable>(_ type: Value.Type, _ row: inout Row) -> Any? {
    try? row.json() as Value
  }
}
