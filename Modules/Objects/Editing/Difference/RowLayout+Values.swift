import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

// Equal values may be encoded as different bytes: JSON of a set has no fixed order, and a
// transformer may encrypt.
extension RowLayout {
  /// Replaces columns by those of `other` where both encode an equal value.
  func aligned(_ values: [ColumnValue], to other: [ColumnValue]) -> [ColumnValue] {
    var values = values
    for column in encoded where values[column] != other[column] {
      guard !values[column].isNull, !other[column].isNull else { continue }
      let property = columns[column].property
      guard let first = value(of: property, in: values),
        let second = value(of: property, in: other), isEqual(first, second)
      else { continue }
      values[column] = other[column]
    }
    return values
  }

  private func isEqual<Value: Equatable>(_ first: Value, _ second: any Equatable) -> Bool {
    (second as? Value) == first
  }

  /// A property's decoded value. Returns nil if the row can't be decoded or the value isn't
  /// `Equatable`. The caller then compares bytes.
  private func value(of property: PropertyIndex, in values: [ColumnValue]) -> (any Equatable)? {
    guard let model = try? make(values) else { return nil }
    let path: AnyKeyPath = type._$entity.properties[property].keypath
    return model[keyPath: path] as? any Equatable
  }
}

// A to-one relationship without an inverse keeps the key of a deleted target in the store, and
// reads as nil.
extension RowLayout {
  /// The targets of to-one relationships without an inverse.
  func targets(_ values: [ColumnValue]) -> [ObjectGraph.ObjectKey] {
    links.filter { $0.relationship.inverse == nil }.compactMap { $0.object(in: values) }
  }

  /// The values that a program sees: links to objects that don't exist are nil.
  func seen(
    _ values: [ColumnValue], _ isThere: (ObjectGraph.ObjectKey) -> Bool
  ) -> [ColumnValue] {
    var values = values
    for link in links where link.relationship.inverse == nil {
      guard let object = link.object(in: values), !isThere(object) else { continue }
      values[link.column] = .null
    }
    return values
  }
}
