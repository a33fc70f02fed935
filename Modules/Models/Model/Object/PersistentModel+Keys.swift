internal import StrataObservation

// What SwiftData's generated accessors call, and what its users call to read and write past
// observation.
extension PersistentModel {
  /// The value of a persisted property, without letting observation know that it was read.
  public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    if Self._$entity.isBacked { return _$backedValues.value(at: keyPath, of: self) }
    return _$unobserved { self[keyPath: keyPath] }
  }

  /// Gives a persisted property a value, without telling whoever looked. The change counts: the other
  /// ends of a relationship follow, and the next save writes it.
  ///
  /// The property must have a setter that the key path knows of.
  public func setValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    if Self._$entity.isBacked { return _$backedValues.set(newValue, at: keyPath, of: self) }
    guard let writable = Self._$writable(keyPath) else {
      preconditionFailure("\(keyPath) is no variable of \(Self.self), and can't be set")
    }
    _$unobserved { self[keyPath: writable] = newValue }
  }

  /// The value of a transformed property, without letting observation know that it was read.
  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    getValue(forKey: keyPath)
  }

  /// Gives a transformed property a value, without telling whoever looked.
  public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value)
  {
    setValue(forKey: keyPath, to: newValue)
  }

  // A key path that was formed where the setter can't be seen equals the one of the schema, which
  // knows of it.
  private static func _$writable<Value>(
    _ keyPath: KeyPath<Self, Value>
  ) -> ReferenceWritableKeyPath<Self, Value>? {
    if let writable = keyPath as? ReferenceWritableKeyPath<Self, Value> { return writable }
    return _$entity.property(at: keyPath)?.keypath as? ReferenceWritableKeyPath<Self, Value>
  }

  // While another registrar stands in, nobody listens.
  private func _$unobserved<Result>(_ body: () -> Result) -> Result {
    var registrar = LazyRegistrar()
    swap(&registrar, &_$state.registrar)
    defer { swap(&registrar, &_$state.registrar) }
    return body()
  }
}
