public import StrataSchema
import StrataSQLite

// What a getter gives, which can't throw, where a value is missing: by a link that must lead somewhere
// and leads to a row that another program has deleted, or by an object that stands in for such a row.
extension PersistentModel {
  /// The value of a property that has none.
  ///
  /// A relationship that couldn't be read whole has what could be read, and one that must lead
  /// somewhere leads to an object with empty values. A value is the property's initial one, where
  /// the class gives one, else the plainest of its type, which also types of one's own are asked for
  /// (``PlainestValue``). Only of a type that refuses to be made of anything plain there is no value;
  /// such a property needs an initial value.
  public func _$missingValue<Value>(_ property: PropertyIndex) -> Value {
    if let value: Value = _$unreadMembers(property) { return value }
    // `Self` may be a superclass of what the object is.
    let metadata = Swift.type(of: self)._$entity.properties[property]
    func blank<Model: PersistentModel>(_ type: Model.Type) -> Value? { type.blank() as? Value }
    let value: Value? =
      if let type = Value.self as? any PersistentModel.Type {
        blank(type)
      } else {
        metadata.defaultValue as? Value ?? PlainestValue.of(Value.self)
      }
    guard let value else {
      preconditionFailure(
        "\(Swift.type(of: self)._$entity.name).\(metadata.name) has no value, and \(Value.self) refuses "
          + "to be made of zeros and empty texts; give the property an initial value")
    }
    return value
  }

  /// An object with empty values that belongs to no graph; nil for a class with a constant whose type
  /// has no empty value.
  package static func blank() -> Self? {
    var row = Row.blank(table: _$entity.name)
    // The reason is the type's own, and says no more than that it refused.
    return try? _$make(&row)
  }
}
