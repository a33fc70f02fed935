internal import StrataObservation

// The functions that SwiftData's generated accessors call. You can call them to read and write
// without observation.
extension PersistentModel {
  /// Returns the value of a persisted property, without recording an access for observation.
  public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    if Self._$entity.isBacked { return _$backedValues.value(at: keyPath, of: self) }
    return _$unobserved { self[keyPath: keyPath] }
  }

  /// Sets the value of a persisted property, without notifying observers.
  ///
  /// The change is like any other: the inverse of a relationship is updated, and the next save
  /// writes it. The property must be a variable that the key path can write.
  public func setValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    if Self._$entity.isBacked { return _$backedValues.set(newValue, at: keyPath, of: self) }
    guard let writable = Self._$writable(keyPath) else {
      preconditionFailure("\(keyPath) is no variable of \(Self.self), and can't be set")
    }
    _$unobserved { self[keyPath: writable] = newValue }
  }

  /// Returns the value of a transformed property, without recording an access for observation.
  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    getValue(forKey: keyPath)
  }

  /// Sets the value of a transformed property, without notifying observers.
  public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value)
  {
    setValue(forKey: keyPath, to: newValue)
  }

  // A key path that was formed where the setter isn't visible is read-only, but equal to the
  // schema's key path, which isn't.
  private static func _$writable<Value>(
    _ keyPath: KeyPath<Self, Value>
  ) -> ReferenceWritableKeyPath<Self, Value>? {
    if let writable = keyPath as? ReferenceWritableKeyPath<Self, Value> { return writable }
    return _$entity.property(at: keyPath)?.keypath as? ReferenceWritableKeyPath<Self, Value>
  }

  // Replaces the registrar by an empty one meanwhile, so that no observer is notified.
  private func _$unobserved<Result>(_ body: () -> Result) -> Result {
    var registrar = LazyRegistrar()
    swap(&registrar, &_$state.registrar)
    defer { swap(&registrar, &_$state.registrar) }
    return body()
  }
}
