internal import StrataSchema

/// The values of an object, seen from outside.
final class ModelBackingData<Model: PersistentModel>: BackingData {
  let _$model: Model
  /// The properties that were given values; nil for all.
  private var assigned: PropertySet?

  /// Values for a model to be made of.
  init(for modelType: Model.Type) {
    _$model = .initial()
    assigned = PropertySet()
  }

  /// A model's own values.
  init(of model: Model) { _$model = model }

  var persistentModelID: PersistentIdentifier? {
    _$model._$state.modelGraph == nil ? nil : _$model.persistentModelID
  }

  func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    _$model.getValue(forKey: keyPath)
  }

  func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    guard let property = Model._$entity.property(at: keyPath) else {
      return _$model.setValue(forKey: keyPath, to: newValue)
    }
    assigned?.insert(property.index)
    // Writing through a key path reads first, and there may be no value yet.
    guard let encode = property.encode else {
      return _$model.setValue(forKey: keyPath, to: newValue)
    }
    do {
      try _$model.setColumnValues(try encode(newValue), forKey: property.name)
    } catch {
      // The object has what can't be stored, as one would that was given it; a save says why.
      _$model.setValue(forKey: keyPath, to: newValue)
    }
  }

  func _$isAssigned(_ property: PropertyIndex) -> Bool { assigned?.contains(property) ?? true }
}
