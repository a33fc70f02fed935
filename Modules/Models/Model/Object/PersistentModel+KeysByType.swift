// SwiftData has an overload of `getValue` and `setValue` for each kind of property. All do what those
// without a constraint do, which take what SwiftData has none for: raw values that aren't `Codable`,
// and types with columns of their own.
extension PersistentModel {
  // A model may be `Codable` too; then the overload for models is meant.
  /// The value of an attribute, without letting observation know that it was read.
  @_disfavoredOverload
  public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    _$getValue(keyPath)
  }

  /// The object that a relationship leads to, without letting observation know that it was read.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    _$getValue(keyPath)
  }

  /// The object that a relationship leads to, without letting observation know that it was read.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
    _$getValue(keyPath)
  }

  /// The objects that a relationship leads to, without letting observation know that they were read.
  public func getValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Self, Value>
  ) -> Value { _$getValue(keyPath) }

  /// Gives an attribute a value, without telling whoever looked.
  @_disfavoredOverload
  public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    _$setValue(keyPath, newValue)
  }

  /// Lets a relationship lead to an object, without telling whoever looked.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  /// Lets a relationship lead to an object or to none, without telling whoever looked.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?
  ) { _$setValue(keyPath, newValue) }

  /// Gives a relationship its objects, without telling whoever looked.
  public func setValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) { _$setValue(keyPath, newValue) }

  // Where nothing is known of a type, there is one overload.
  private func _$getValue<Value>(_ keyPath: KeyPath<Self, Value>) -> Value {
    getValue(forKey: keyPath)
  }

  private func _$setValue<Value>(_ keyPath: KeyPath<Self, Value>, _ newValue: Value) {
    setValue(forKey: keyPath, to: newValue)
  }
}
