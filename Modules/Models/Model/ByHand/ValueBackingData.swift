internal import StrataSchema

/// The backing data of a class that conforms to ``PersistentModel`` without the macro.
///
/// It stores the values itself.
struct ValueBackingData<Model: PersistentModel>: BackingData {
  let values: _BackedValues

  /// Creates the values of a new model.
  init(for modelType: Model.Type) { values = _BackedValues(new: Model._$entity) }

  init(_ values: _BackedValues) { self.values = values }

  var _$values: _BackedValues? { values }

  var _$model: Model { values.owner as? Model ?? Model(backingData: self) }

  var persistentModelID: PersistentIdentifier? {
    values.state.modelGraph?.identifier(values.state.entity, values.state.key)
  }

  func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    guard let owner = values.owner as? Model else { return values.value(at: keyPath) }
    return values.value(at: keyPath, of: owner)
  }

  func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    guard let owner = values.owner as? Model else { return values.set(newValue, at: keyPath) }
    // Observers are notified here, as for a class with `@Model`, since the class's own setter
    // doesn't run.
    owner._$notify(values.slot(at: keyPath).index) { values.set(newValue, at: keyPath, of: owner) }
  }

  func _$isAssigned(_ property: PropertyIndex) -> Bool { values.assigned.contains(property) }
}
