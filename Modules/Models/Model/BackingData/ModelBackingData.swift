internal import StrataSchema

/// Backing data that reads and writes the storage of an object of a class with `@Model`.
final class ModelBackingData<Model: PersistentModel>: BackingData {
  let _$model: Model
  /// The properties with explicit values, or nil if all count as such.
  private var assigned: PropertySet?

  /// Creates the values of a new model.
  init(for modelType: Model.Type) {
    _$model = .initial()
    assigned = PropertySet()
  }

  /// Wraps an existing model.
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
    // A key path's setter reads the old value first. There may be none yet, so the value is set by
    // its columns.
    guard let encode = property.encode else {
      return _$model.setValue(forKey: keyPath, to: newValue)
    }
    do {
      try _$model.setColumnValues(try encode(newValue), forKey: property.name)
    } catch {
      // A value that can't be stored is assigned nevertheless, so that the save reports it like any
      // other assignment of such a value.
      _$model.setValue(forKey: keyPath, to: newValue)
    }
  }

  func _$isAssigned(_ property: PropertyIndex) -> Bool { assigned?.contains(property) ?? true }
}
