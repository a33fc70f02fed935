public import StrataSQLite
internal import StrataSchema

extension SQL.StringInterpolation {
  /// Adds a parameter with a value, in the form in which the store has it.
  ///
  ///     let query: SQL = "SELECT title FROM \(Trip.self) WHERE date > \(date)"
  ///
  /// The value never becomes part of the text. Running the statement throws an error for a value that
  /// can't be stored, and for one with several columns.
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: ColumnRepresentable>(_ value: Value) {
    guard let column = Value.columns.first, Value.columns.count == 1 else {
      appendInterpolation(
        failure: "a value of \(Value.self) has \(Value.columns.count) columns; pass its parts")
      return
    }
    do {
      let values = try StoredValue.encode(value)
      appendInterpolation(
        bind: values.first ?? .null, as: column.storageClass, serverType: column.serverType)
    } catch {
      appendInterpolation(failure: "a value can't be stored: \(error)")
    }
  }

  /// Adds a parameter with a text. A literal is a text as well, and no part of the statement.
  public mutating func appendInterpolation(_ text: String) {
    appendInterpolation(bind: .text(text), as: .text)
  }

  /// Adds the name of a model's table, quoted. Subclasses share the table of their superclass.
  public mutating func appendInterpolation<T: PersistentModel>(_ model: T.Type) {
    var entity: _ModelEntity = T._$entity
    while let superentity = entity.superentity { entity = superentity }
    appendInterpolation(name: entity.name)
  }

  /// Adds a parameter with the key of a saved object, as the column `strata_key` of its row has it.
  ///
  /// Running the statement throws an error for the identifier of an object that has no row.
  public mutating func appendInterpolation(_ identifier: PersistentIdentifier) {
    guard identifier.hasKey, identifier.key > 0 else {
      appendInterpolation(failure: "\(identifier) is of an object without a row; save it first")
      return
    }
    appendInterpolation(bind: .integer(identifier.key), as: .integer)
  }
}
