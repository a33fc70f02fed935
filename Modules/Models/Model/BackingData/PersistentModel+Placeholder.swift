public import StrataSchema
import StrataSQLite

// What a getter, which can't throw, returns where a value is missing: by a link that must lead somewhere
// and leads to a row that another program has deleted, or in a placeholder for such an object.
extension PersistentModel {
  /// The value of a property that has none.
  ///
  /// A relationship that couldn't be read whole has what could be read, and one that must lead
  /// somewhere leads to a placeholder. A value is the property's initial one, where the class gives one,
  /// else the ``Placeholder`` of its type. Types of the program are never asked to make a value of
  /// nothing, so that a property of such a type has none in a placeholder, unless it is optional or has
  /// an initial value. An object that the store has always has a value.
  public func _$missingValue<Value>(_ property: PropertyIndex) -> Value {
    if let value: Value = _$unreadMembers(property) { return value }
    // `Self` may be a superclass of what the object is.
    let metadata = Swift.type(of: self)._$entity.properties[property]
    func blank<Model: PersistentModel>(_ type: Model.Type) -> Value? { type.blank() as? Value }
    let value: Value? =
      if let type = Value.self as? any PersistentModel.Type {
        blank(type)
      } else {
        metadata.defaultValue as? Value ?? Placeholder.of(Value.self)
      }
    guard let value else {
      let isLink = Value.self is any PersistentModel.Type
      preconditionFailure(
        "\(Swift.type(of: self)._$entity.name).\(metadata.name) has no value: the store doesn't have the "
          + "object, and there is no placeholder of type \(Value.self); "
          + (isLink
            ? "make the relationship optional, or the constants of \(Value.self) variables"
            : "ask whether modelContext is nil first, or give the property an initial value"))
    }
    return value
  }

  /// A placeholder for an object: one with empty values that belongs to no graph. Nil for a class with a
  /// constant whose type has no placeholder.
  package static func blank() -> Self? {
    var row = Row.blank(table: _$entity.name)
    // Only a constant without a placeholder throws, and who asks says what is missing.
    return try? _$make(&row)
  }
}
