// SwiftData's overloads, one for each kind of property. See those of `PersistentModel`.
extension BackingData {
  /// Returns the value of an attribute, without recording an access for observation.
  @_disfavoredOverload
  public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    _$getValue(keyPath)
  }

  /// Returns the object that a relationship leads to.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    _$getValue(keyPath)
  }

  /// Returns the object that a relationship leads to, or nil if there is none.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value? {
    _$getValue(keyPath)
  }

  /// Returns the objects that a relationship leads to.
  public func getValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Model, Value>
  ) -> Value { _$getValue(keyPath) }

  /// Sets the value of an attribute.
  @_disfavoredOverload
  public func setValue<Value: Encodable>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  /// Sets the object of a to-one relationship and updates the inverse.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  /// Sets or clears the object of a to-one relationship and updates the inverse.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) { _$setValue(keyPath, newValue) }

  /// Sets the members of a to-many relationship and updates their inverses.
  public func setValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  private func _$getValue<Value>(_ keyPath: KeyPath<Model, Value>) -> Value {
    getValue(forKey: keyPath)
  }

  private func _$setValue<Value>(_ keyPath: KeyPath<Model, Value>, _ newValue: Value) {
    setValue(forKey: keyPath, to: newValue)
  }
}
