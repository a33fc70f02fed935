public import StrataSchema

/// The values of a model's properties apart from the model.
///
/// A class with `@Model` keeps its values in itself, so that this is a view of an object: of a model's own
/// values (``PersistentModel/persistentBackingData``), or of those that a model is going to be made of
/// (``PersistentModel/createBackingData()``). A class that conforms to ``PersistentModel`` by hand keeps its
/// values here.
public protocol BackingData<Model> {
  /// The class whose values these are.
  associatedtype Model: PersistentModel

  /// Values for a model that isn't there yet: each property has its initial value, where the class
  /// gives one, or an empty one.
  init(for modelType: Model.Type)

  /// The model's identifier; nil while it is in no context.
  var persistentModelID: PersistentIdentifier? { get }

  /// The value of a property. Nobody is told that it was read.
  func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value

  /// Gives a property a value. The other ends of a relationship follow.
  func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)

  /// The object that holds the values.
  var _$model: Model { get }

  /// Whether a property was given a value, rather than left as it was at the start.
  func _$isAssigned(_ property: PropertyIndex) -> Bool

  /// The values of a class that conforms by hand; nil for others.
  var _$values: _BackedValues? { get }
}

extension BackingData {
  /// None: the model has its values in itself.
  public var _$values: _BackedValues? { nil }

  /// The value of a transformed property.
  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    getValue(forKey: keyPath)
  }

  /// Gives a transformed property a value.
  public func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    setValue(forKey: keyPath, to: newValue)
  }
}
