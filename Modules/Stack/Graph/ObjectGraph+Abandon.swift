internal import StrataSchema

extension ObjectGraph {
  /// Drops all changes without a look at the store, and lets objects let go of each other.
  ///
  /// Two objects that lead to one another keep each other in memory, and with them the graph and
  /// its store. When their context goes, links become keys again: whoever still has an object can
  /// follow them as before. O(number of objects in memory).
  func abandon() {
    for model in inserted + changed + deleted {
      model._$state.flags = []
      model._$state.changed = PropertySet()
    }
    inserted = []
    changed = []
    deleted = []
    linkChanges = []
    for (entity, graphEntity) in entities.enumerated() where !graphEntity.relationships.isEmpty {
      for (_, object) in registered(entity) {
        guard let model = object as? any PersistentModel else { continue }
        for relationship in graphEntity.relationships {
          var unfollow = UnfollowLinks()
          model._$visit(relationship.index, &unfollow)
        }
      }
    }
  }
}

/// Makes links that were followed keys again.
private struct UnfollowLinks: SlotVisitor {
  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {
    guard let target = slot.value.flatMap({ $0 }), target._$state.graph != nil else { return }
    slot.key = target._$state.key
    slot.value = nil
  }

  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {
    guard let target = slot.value, target._$state.graph != nil else { return }
    slot.key = target._$state.key
    slot.value = nil
  }

  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    slot.value = nil
    slot.members = nil
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    slot.value = nil
    slot.members = nil
  }
}
