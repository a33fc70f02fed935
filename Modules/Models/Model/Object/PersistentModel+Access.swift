public import StrataObservation
public import StrataSchema

// The functions that generated accessors call. The checks are inlined into the accessors and cheap.
// The code behind them runs rarely.
extension PersistentModel {
  /// Records an access of a property if observation is active.
  @inlinable
  public func _$access<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    if TrackingScope.isActive { _$state.registrar.access(self, keyPath: keyPath()) }
  }

  /// Reads a property that wasn't read with the object, and records the access if observation is active.
  @inlinable
  public func _$access<Value>(
    _ property: @autoclosure () -> PropertyIndex, _ keyPath: @autoclosure () -> KeyPath<Self, Value>
  ) {
    if TrackingScope.isActive { _$state.registrar.access(self, keyPath: keyPath()) }
    if _$state.storedUnread != nil { _$readStored(property()) }
  }

  /// Notifies observers that a property is about to change.
  @inlinable
  public func _$willSet<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    guard _$state.isWatched else { return }
    // The registrar is copied, since an observer may access the object again.
    let registrar = _$state.registrar
    registrar.willSet(self, keyPath: keyPath())
  }

  /// Notifies observers that a property is about to change, and records the change while the object
  /// still has its old values.
  @inlinable
  public func _$willSet<Value>(
    _ property: PropertyIndex, _ keyPath: @autoclosure () -> KeyPath<Self, Value>
  ) {
    _$readFirst(property)
    _$willSet(keyPath())
    if _$state.record(property) { _$notifyGraph(property) }
  }

  /// Notifies observers that a property has changed.
  @inlinable
  public func _$didSet<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    guard _$state.isWatched else { return }
    let registrar = _$state.registrar
    registrar.didSet(self, keyPath: keyPath())
  }

  /// Records that a property has changed, and notifies observers.
  @inlinable
  public func _$didSet<Value>(
    _ property: PropertyIndex, _ keyPath: @autoclosure () -> KeyPath<Self, Value>
  ) {
    if _$state.record(property) { _$notifyGraph(property) }
    _$didSet(keyPath())
  }

  /// Reads a property that wasn't read with the object, before it is changed in place.
  @inlinable
  public func _$readFirst(_ property: PropertyIndex) {
    if _$state.storedUnread != nil { _$readBeforeChange(property) }
  }

  /// Records a property before a change, which needs the value from before.
  @inlinable
  public func _$record(_ property: PropertyIndex) {
    _$readFirst(property)
    if _$state.record(property) { _$notifyGraph(property) }
  }

  package func _$recordChange(of property: PropertyIndex) {
    _$readFirst(property)
    if _$state.record(property) { _$notifyGraph(property) }
  }

  @usableFromInline
  func _$notifyGraph(_ property: PropertyIndex) {
    _$state.modelGraph?.recordChange(of: self, property)
  }

  /// Runs a change that doesn't come from the property's setter, and notifies observers of the
  /// property.
  package func _$notify(_ property: PropertyIndex, _ change: () throws -> Void) rethrows {
    guard _$state.isWatched else { return try change() }
    if let graph = _$state.modelGraph, graph.holdsNotices {
      try change()
      graph.holdNotice(of: self, property)
      return
    }
    // `Self` may be a superclass of the object's class.
    let metadata = type(of: self)._$entity.properties[property]
    metadata.willSet(self)
    defer { metadata.didSet(self) }
    try change()
  }
}
