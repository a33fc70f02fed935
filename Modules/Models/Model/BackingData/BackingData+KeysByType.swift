// SwiftData's overloads, one for each kind of property; see those of models.
extension BackingData {
  /// The value of an attribute. Nobody is told that it was read.
  @_disfavoredOverload
  public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    _$getValue(keyPath)
  }

  /// The object that a relationship leads to.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    _$getValue(keyPath)
  }

  /// The object that a relationship leads to; nil for none.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value? {
    _$getValue(keyPath)
  }

  /// The objects that a relationship leads to.
  public func getValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Model, Value>
  ) -> Value { _$getValue(keyPath) }

  /// Gives an attribute a value.
  @_disfavoredOverload
  public func setValue<Value: Encodable>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  /// Lets a relationship lead to an object. Its other end follows.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  /// Lets a relationship lead to an object or to none. Its other end follows.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) { _$setValue(keyPath, newValue) }

  /// Gives a relationship its objects. Their other ends follow.
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
