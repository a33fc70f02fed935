package import StrataModel
package import StrataSchema

/// Somebody who wants to know what changes in a context, saved or not.
package protocol GraphObserver: AnyObject {
  /// Which changes it is told of; asked for when it is added, and by `renewInterests(of:)`.
  var interests: Set<GraphInterest> { get }
  /// Called at once, with each change of these; must not change objects itself.
  func graphDidChange(_ change: GraphChange)
}

/// What has changed among the objects of a graph.
package enum GraphChange {
  /// Objects of an entity came, went, or came back.
  case membership(entity: EntityIndex)
  /// A property of an object has changed.
  case property(of: ObjectIdentifier, entity: EntityIndex, property: PropertyIndex)
  /// Properties of an object have values that nobody has set here: what others have saved, or what there
  /// was before changes that were dropped.
  case values(of: ObjectIdentifier, entity: EntityIndex, PropertySet)
  /// Properties of an object have changed, as somebody else has saved them.
  case properties(entity: EntityIndex, PropertySet)
  /// Changes were dropped, or gave way to what the store has.
  case rollback
  /// Changes were saved, in a transaction with a number, nil where there was nothing to write: nothing
  /// differs but what the store has.
  case save(transaction: Int64?)
}

/// A kind of change that an observer wants to be told of.
package enum GraphInterest: Hashable, Sendable {
  /// Objects of an entity came, went, or came back.
  case membership(EntityIndex)
  /// A property of an entity's objects.
  case property(EntityIndex, PropertyIndex)
  /// Any property of an entity's objects.
  case anyProperty(EntityIndex)
  /// Changes were dropped.
  case rollback
  /// Changes were saved.
  case save
  /// All of it.
  case everything
}

extension GraphChange {
  /// What those want to be told of who are told of the change.
  var interests: [GraphInterest] {
    switch self {
    case .membership(let entity): [.membership(entity)]
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
  /// Adds an observer, for as long as it lives.
  package func add(_ observer: any GraphObserver) {
    observers.add(observer)
    // Objects that have changed before tell of no further change, unless they are told to.
    func watch(_ model: some PersistentModel) { model._$state.flags.insert(.watched) }
    for model in pending.inserted + pending.changed { watch(model) }
  }

  /// Asks an observer again what it wants to be told of.
  package func renewInterests(of observer: any GraphObserver) {
    observers.renewInterests(of: observer)
  }

  /// Tells the observers of a change. Costs a comparison where there are none.
  @inline(__always)
  package func tell(_ change: @autoclosure () -> GraphChange) {
    if !observers.isEmpty { tellObservers(change()) }
  }

  /// Tells whoever observes the context or an object that it has other values than before, which were
  /// not set here.
  func recordValues(of model: some PersistentModel, _ properties: PropertySet) {
    guard !properties.isEmpty else { return }
    tell(.values(of: ObjectIdentifier(model), entity: model._$state.entity, properties))
    guard model._$state.isWatched else { return }
    for property in properties.indices { notices.append(.property(model, property)) }
  }

  private func tellObservers(_ change: GraphChange) {
    for observer in observers.observers(of: change) { observer.graphDidChange(change) }
  }
}
