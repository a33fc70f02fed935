public import StrataSchema

/// The values of a model's properties, separate from the model object.
///
/// An object of a class with `@Model` stores its values itself. Its backing data is a view of an
/// object: of the model itself (``PersistentModel/persistentBackingData``), or of one that you
/// prepare (``PersistentModel/createBackingData()``) and hand to an initializer. A class that
/// conforms to ``PersistentModel`` without the macro stores its values here.
public protocol BackingData<Model> {
  /// The model class that the values belong to.
  associatedtype Model: PersistentModel

  /// Creates the values of a new model: each property has its initial value if the class gives one,
  /// or an empty one.
  init(for modelType: Model.Type)

  /// The model's identifier, or nil if the model is in no context.
  var persistentModelID: PersistentIdentifier? { get }

  /// Returns the value of a property, without recording an access for observation.
  func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value

  /// Sets the value of a property, and updates the inverse of a relationship.
  func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)

  /// The object that stores the values.
  var _$model: Model { get }

  /// Returns true if the property has an explicit value.
  func _$isAssigned(_ property: PropertyIndex) -> Bool

  /// The storage of a class that conforms without the macro, or nil for a class with `@Model`.
  var _$values: _BackedValues? { get }
}

extension BackingData {
  /// Returns nil: an object of a class with `@Model` stores its values itself.
  public var _$values: _BackedValues? { nil }

  /// Returns the value of a transformed property.
  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    getValue(forKey: keyPath)
  }

  /// Sets the value of a transformed property.
  public func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    setValue(forKey: keyPath, to: newValue)
  }
}
