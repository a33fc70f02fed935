import StrataSchema
import StrataSQLite

extension PersistentModel {
  /// Values for a model that isn't there yet, to be set one by one and handed to
  /// ``init(backingData:)``.
  ///
  /// A property that isn't set has its initial value, where the class gives one; else it is nil,
  /// empty or zero. A value of a type of the program must be set before it is read.
  public static func createBackingData() -> any BackingData<Self> {
    guard _$entity.isBacked else { return ModelBackingData(for: Self.self) }
    return ValueBackingData(for: Self.self)
  }
}

extension PersistentModel where Self: _ModelRoot {
  /// Makes the model that some values are of. It is in no context, unless the values are those of a
  /// model that is: then it is that model.
  public init(backingData: any BackingData<Self>) {
    self.init(_$adopting: backingData._$model)
  }

  /// The model's values. When others are given, those that were set in them become the model's own;
  /// the rest stays as it is.
  public var persistentBackingData: any BackingData<Self> {
    get { ModelBackingData(of: self) }
    set {
      guard newValue._$model !== self else { return }
      for property in Self._$entity.properties where newValue._$isAssigned(property.index) {
        property.copy(newValue._$model, self)
      }
    }
  }

  /// The model's values, under the name that generated initializers use.
  public var _$backingData: any BackingData<Self> {
    get { persistentBackingData }
    set { persistentBackingData = newValue }
  }

}

extension PersistentModel {
  /// An object with initial values that belongs to no graph.
  static func initial() -> Self {
    guard let model = blank() else {
      preconditionFailure(
        "\(_$entity.name) has a constant of a type without placeholder; make it of an initializer of "
          + "its own")
    }
    for property in _$entity.properties {
      guard let value = property.defaultValue, let encode = property.encode else { continue }
      do {
        var row = Row(
          try encode(value), table: _$entity.name,
          present: PropertySet(property.index))
        try model._$take(&row)
      } catch {
        // A default that can't be stored leaves the property empty; a save would say why.
      }
    }
    return model
  }
}

/// Lets an initializer give an object that is there already, which a class's own can't.
public protocol _Adopting {}

extension _Adopting {
  /// Gives another object for this one.
  @_alwaysEmitIntoClient
  public init(_$adopting other: Self) { self = other }
}
