public import StrataSchema
package import StrataSQLite

// The values that a getter returns where one is missing, since a getter can't throw. Two cases: a
// required link whose target row another program has deleted, and a placeholder for such a target.
extension PersistentModel {
  /// Returns a placeholder for the value of a property that has none.
  ///
  /// For a to-many relationship that couldn't be read completely, these are the members that could
  /// be read. For a required to-one relationship it is a placeholder object. For an attribute it is
  /// the property's initial value, or the ``Placeholder`` of its type. A type that your program
  /// declares has no placeholder, so that a property of it must be optional or have an initial
  /// value. An object that is in the store always has a value.
  public func _$missingValue<Value>(_ property: PropertyIndex) -> Value {
    if let value: Value = _$unreadMembers(property) { return value }
    // `Self` may be a superclass of the object's class.
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

  /// Creates a placeholder for an object, with empty values and without a graph.
  ///
  /// - Returns: nil for a class with a constant whose type has no placeholder.
  package static func blank() -> Self? {
    var row = Row.blank(table: _$entity.name)
    // Only a constant without a placeholder throws. The caller reports what is missing.
    return try? _$make(&row)
  }
}

/// A placeholder for an impossible object: its class is unknown, or a constant of its class
/// has no placeholder value.
package final class MissingModel: PersistentModel, _ModelRoot {
  package static let _$entity = _ModelEntity(MissingModel.self)
  @MainActor package static var _$metadata: [Schema.PropertyMetadata] { [] }
  package var _$state = _ModelState()

  package init() {}
  @MainActor package init(_$row row: inout Row) throws {}
  @MainActor package func _$read(_ row: inout Row) throws {}
  @MainActor package func _$write(_ binder: inout Binder) throws {}
  package func _$visit(_ property: PropertyIndex, _ visitor: inout some _SlotVisitor) {}
}
