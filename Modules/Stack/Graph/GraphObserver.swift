package import StrataModel
package import StrataSchema

/// Somebody who wants to know what changes in a context, saved or not.
package protocol GraphObserver: AnyObject {
  /// Called at once, with each change; must not change objects itself.
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

/// The observers of a graph, which it doesn't keep.
struct GraphObservers {
  private struct Entry {
    weak var observer: (any GraphObserver)?
  }

  private var entries: [Entry] = []

  /// Whether nobody was ever added, or all that were are gone.
  private(set) var isEmpty = true

  mutating func add(_ observer: any GraphObserver) {
    entries.append(Entry(observer: observer))
    isEmpty = false
  }

  /// Those that are there. O(number of observers).
  mutating func present() -> [any GraphObserver] {
    let present = entries.compactMap(\.observer)
    if present.count < entries.count {
      entries.removeAll { $0.observer == nil }
      isEmpty = entries.isEmpty
    }
    return present
  }
}

extension ObjectGraph {
  /// Adds an observer, for as long as it lives.
  package func add(_ observer: any GraphObserver) {
    observers.add(observer)
    // Objects that have changed before tell of no further change, unless they are told to.
    func watch(_ model: some PersistentModel) { model._$state.flags.insert(.watched) }
    for model in inserted + changed { watch(model) }
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
    for observer in observers.present() { observer.graphDidChange(change) }
  }
}
