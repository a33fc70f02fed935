internal import StrataSchema
internal import StrataObservation

// What generated accessors call. The checks are cheap; what they guard is rare.
extension PersistentModel {
  /// Notes that a property is read, when somebody listens.
  public func _$access<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    guard TrackingScope.isActive else { return }
    _$state.registrar.access(self, keyPath: keyPath())
  }

  /// Tells whoever looked that a property is about to change.
  public func _$willSet<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    guard _$state.registrar.isWatched else { return }
    _$state.registrar.willSet(self, keyPath: keyPath())
  }

  /// Notes that a property has changed, and tells whoever looked.
  public func _$didSet<Value>(
    _ property: Int, _ keyPath: @autoclosure () -> KeyPath<Self, Value>
  ) {
    _$noteChange(of: property)
    guard _$state.registrar.isWatched else { return }
    _$state.registrar.didSet(self, keyPath: keyPath())
  }

  package func _$noteChange(of property: Int) {
    _$state.changed.insert(property)
    guard let graph = _$state.graph, !_$state.flags.contains(.listed) else { return }
    graph.noteChange(of: self)
  }

  /// Tells whoever looked at a property that it changed, when its value came from elsewhere.
  package func _$notify(_ property: Int, _ change: () throws -> Void) rethrows {
    guard _$state.registrar.isWatched else { return try change() }
    let metadata = Self._$entity.properties[property]
    metadata.willSet(self)
    defer { metadata.didSet(self) }
    try change()
  }
}
