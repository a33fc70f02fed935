import StrataModel
import StrataSQLite
import StrataSchema
import StrataStack
import StrataStorage

// The same value may be kept as other bytes each time: a set has no order in JSON, and a transformer may
// encrypt.
extension RowLayout {
  /// Values with the columns of other ones wherever both stand for the same value.
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

  /// A property's value; nil where no object can be made of the row, or its values can't be compared: then
  /// their bytes are.
  private func value(of property: PropertyIndex, in values: [ColumnValue]) -> (any Equatable)? {
    func make<Model: PersistentModel>(_ type: Model.Type) -> Any? {
      var row = Row(
        Array(values.prefix(table.columns.count)), table: table.entity.name,
        present: PropertySet(first: table.entity.properties.count))
      // Of what makes no object the bytes are compared.
      guard let model = try? Model._$make(&row) else { return nil }
      let path: AnyKeyPath = Model._$entity.properties[property].keypath
      return model[keyPath: path]
    }
    let type: any PersistentModel.Type = type
    let found: Any? = make(type)
    return found as? any Equatable
  }
}

// A link without a way back keeps the key of an object that has gone, until somebody looks where it leads.
extension RowLayout {
  /// What links without a way back lead to.
  func targets(_ values: [ColumnValue]) -> [ObjectGraph.ObjectKey] {
    links.compactMap { column, relationship, target in
      guard relationship.inverse == nil, case .integer(let key) = values[column] else { return nil }
      return ObjectGraph.ObjectKey(entity: target, key: key)
    }
  }

  /// Values as they are seen: links to objects that have gone lead nowhere.
  func seen(
    _ values: [ColumnValue], _ isThere: (ObjectGraph.ObjectKey) -> Bool
  ) -> [ColumnValue] {
    var values = values
    for (column, relationship, target) in links where relationship.inverse == nil {
      guard case .integer(let key) = values[column],
        !isThere(ObjectGraph.ObjectKey(entity: target, key: key))
      else { continue }
      values[column] = .null
    }
    return values
  }
}
