public import StrataObservation
public import StrataSchema

// What generated accessors call. The checks are cheap, and compiled into the accessors; what they
// guard is rare.
extension PersistentModel {
  /// Records that a property is read, when somebody listens.
  @inlinable
  public func _$access<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    if TrackingScope.isActive { _$state.registrar.access(self, keyPath: keyPath()) }
  }

  /// Tells whoever looked that a property is about to change.
  @inlinable
  public func _$willSet<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    guard _$state.isWatched else { return }
    // A copy, since whoever is told may look at the object again.
    let registrar = _$state.registrar
    registrar.willSet(self, keyPath: keyPath())
  }

  /// Tells whoever looked that a property is about to change, and records that it does: the object still
  /// has its old values then.
  @inlinable
  public func _$willSet<Value>(
    _ property: PropertyIndex, _ keyPath: @autoclosure () -> KeyPath<Self, Value>
  ) {
    _$willSet(keyPath())
    if _$state.record(property) { _$tellGraph(property) }
  }

  /// Tells whoever looked that a property has changed.
  @inlinable
  public func _$didSet<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    guard _$state.isWatched else { return }
    let registrar = _$state.registrar
    registrar.didSet(self, keyPath: keyPath())
  }

  /// Records that a property has changed, and tells whoever looked.
  @inlinable
  public func _$didSet<Value>(
    _ property: PropertyIndex, _ keyPath: @autoclosure () -> KeyPath<Self, Value>
  ) {
    if _$state.record(property) { _$tellGraph(property) }
    _$didSet(keyPath())
  }

  /// Records that a property is about to be changed in place.
  @inlinable
  public func _$record(_ property: PropertyIndex) {
    if _$state.record(property) { _$tellGraph(property) }
  }

  package func _$recordChange(of property: PropertyIndex) {
    if _$state.record(property) { _$tellGraph(property) }
  }

  @usableFromInline
  func _$tellGraph(_ property: PropertyIndex) {
    _$state.modelGraph?.recordChange(of: self, property)
  }

  /// Tells whoever looked at a property that it changed, when its value came from elsewhere.
  package func _$notify(_ property: PropertyIndex, _ change: () throws -> Void) rethrows {
    guard _$state.isWatched else { return try change() }
    if let graph = _$state.modelGraph, graph.holdsNotices {
      try change()
      graph.holdNotice(of: self, property)
      return
    }
    // `Self` may be a superclass of what the object is.
    let metadata = type(of: self)._$entity.properties[property]
    metadata.willSet(self)
    defer { metadata.didSet(self) }
    try change()
  }
}
