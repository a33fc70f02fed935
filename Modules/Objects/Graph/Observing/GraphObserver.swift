package import StrataModel
package import StrataSchema

/// An observer of a context's changes, saved or not.
package protocol GraphObserver: AnyObject {
  /// The changes that it observes. The graph reads them when you add the observer and in
  /// `renewInterests(of:)`.
  var interests: Set<GraphInterest> { get }
  /// Called synchronously with each change that it observes. It must not change objects itself.
  func graphDidChange(_ change: GraphChange)
}

/// A change to the objects of a graph.
package enum GraphChange {
  /// Objects of an entity were inserted, deleted or restored.
  case membership(entity: EntityIndex)
  /// Another context inserted objects of the entity with a name, which have these keys.
  case arrivals(entity: EntityIndex, named: String, keys: [Int64])
  /// A property of an object has changed.
  case property(of: ObjectIdentifier, entity: EntityIndex, property: PropertyIndex)
  /// Properties of an object have new values that weren't set here: another context's saved values,
  /// or earlier values after changes were dropped.
  case values(of: ObjectIdentifier, entity: EntityIndex, PropertySet)
  /// Another context saved changes of properties of an entity's objects.
  case properties(entity: EntityIndex, PropertySet)
  /// Unsaved changes were dropped or replaced by the store's values.
  case rollback
  /// Changes were saved in a transaction with a number. Nil if there was nothing to write. The
  /// objects are as before, and the store now has their values.
  case save(transaction: Int64?)
}

/// A kind of change that an observer can subscribe to.
package enum GraphInterest: Hashable, Sendable {
  /// Objects of an entity were inserted, deleted or restored.
  case membership(EntityIndex)
  /// A property of an entity's objects.
  case property(EntityIndex, PropertyIndex)
  /// Any property of an entity's objects.
  case anyProperty(EntityIndex)
  /// Changes were dropped.
  case rollback
  /// Changes were saved.
  case save
  /// All changes.
  case everything
}

extension GraphChange {
  /// The interests of observers that the graph notifies of the change.
  var interests: [GraphInterest] {
    switch self {
    case .membership(let entity), .arrivals(let entity, _, _): [.membership(entity)]
    case .property(_, let entity, let property):
      [.property(entity, property), .anyProperty(entity)]
    case .values(_, let entity, let properties), .properties(let entity, let properties):
      properties.indices.map { .property(entity, $0) } + [.anyProperty(entity)]
    case .rollback: [.rollback]
    case .save: [.save]
    }
  }
}

extension ObjectGraph {
  /// Adds an observer. The graph doesn't retain it.
  package func add(_ observer: any GraphObserver) {
    observers.add(observer)
    // Objects that are listed as changed report no further change unless they are marked as
    // watched.
    func watch(_ model: some PersistentModel) { model._$state.flags.insert(.watched) }
    for model in pending.inserted + pending.changed { watch(model) }
  }

  /// Reads an observer's interests again. Call this when they have changed.
  package func renewInterests(of observer: any GraphObserver) {
    observers.renewInterests(of: observer)
  }

  /// Notifies observers of a change. Without observers it costs one comparison.
  @inline(__always)
  package func notify(_ change: @autoclosure () -> GraphChange) {
    if !observers.isEmpty { notifyObservers(change()) }
  }

  /// Notifies observers of the context and of an object that the object has new values, which
  /// weren't set here.
  func recordValues(of model: some PersistentModel, _ properties: PropertySet) {
    guard !properties.isEmpty else { return }
    notify(.values(of: ObjectIdentifier(model), entity: model._$state.entity, properties))
    guard model._$state.isWatched else { return }
    for property in properties.indices { notices.append(.property(model, property)) }
  }

  private func notifyObservers(_ change: GraphChange) {
    for observer in observers.observers(of: change) { observer.graphDidChange(change) }
  }
}
