// SwiftData has an overload of `getValue` and `setValue` for each kind of property. All of them do
// the same as the unconstrained ones, which also accept types that SwiftData has no overload for:
// raw values that aren't `Codable`, and types with columns of their own.
extension PersistentModel {
  // Disfavored, since a model may be `Codable` too, and needs the overload for models.
  /// Returns the value of an attribute, without recording an access for observation.
  @_disfavoredOverload
  public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    _$getValue(keyPath)
  }

  /// Returns the target of a required to-one relationship, without recording an access for
  /// observation.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    _$getValue(keyPath)
  }

  /// Returns the target of a to-one relationship, without recording an access for observation.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
    _$getValue(keyPath)
  }

  /// Returns the members of a to-many relationship, without recording an access for observation.
  public func getValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Self, Value>
  ) -> Value { _$getValue(keyPath) }

  /// Sets the value of an attribute, without notifying observers.
  @_disfavoredOverload
  public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    _$setValue(keyPath, newValue)
  }

  /// Sets the target of a required to-one relationship, without notifying observers.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  /// Sets or clears the target of a to-one relationship, without notifying observers.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?
  ) { _$setValue(keyPath, newValue) }

  /// Sets the members of a to-many relationship, without notifying observers.
  public func setValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  // With an unconstrained type only the general overload fits. A direct call would recurse.
  private func _$getValue<Value>(_ keyPath: KeyPath<Self, Value>) -> Value {
    getValue(forKey: keyPath)
  }

  private func _$setValue<Value>(_ keyPath: KeyPath<Self, Value>, _ newValue: Value) {
    setValue(forKey: keyPath, to: newValue)
  }
}
