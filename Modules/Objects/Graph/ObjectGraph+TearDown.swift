internal import StrataModel
internal import StrataSchema

extension ObjectGraph {
  /// Drops all changes without reading the store, and breaks all reference cycles. Called when the
  /// context is released.
  ///
  /// Two objects that link to each other retain each other, the graph and its store. Links become
  /// keys again. A caller that still has an object can follow them as before. O(number of objects
  /// in memory).
  package func tearDown() {
    forgetUnverified()
    for model in pending.inserted + pending.changed + pending.deleted {
      model._$state.flags.reset()
      model._$state.changed = PropertySet()
    }
    pending.removeAll()
    notices = []
    for entity in entities where !entity.relationships.isEmpty {
      for (_, object) in registered(entity.index) {
        if let model = object as? any PersistentModel { unfollow(model) }
      }
    }
    notify(.rollback)
  }

  /// Drops all changes without reading the store, and detaches all objects. Each retains its
  /// values, but its relationships are empty. O(number of objects in memory).
  package func reset() {
    dropStaleInserts()
    let new = drop()
    for entity in entities where entity.root == entity.index {
      for (_, object) in registered(entity.index, includingSubentities: true) {
        guard let model = object as? any PersistentModel else { continue }
        empty(model, keepsNew: false)
        detach(model)
      }
    }
    release(new)
    loading.forgetTraces()
    identities.resetCollections()
    notify(.rollback)
  }
}
