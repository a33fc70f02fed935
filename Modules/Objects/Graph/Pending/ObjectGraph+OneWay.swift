internal import StrataModel
internal import StrataPredicates
internal import StrataSchema

// Relationships without an inverse: a deleted object doesn't know which objects link to it. The
// graph searches all objects in memory that have such relationships, once for many deletions.
extension ObjectGraph {
  /// Clears one-way links to objects that have left the graph.
  func dropOneWayLinks(to gone: Set<EntityIndex>) {
    forEachOneWayLink(to: gone) { model, property in
      var read = ReadKnownTargets()
      model._$visit(property, &read)
      guard read.objects.contains(where: { $0._$state.graph == nil }) else { return }
      var drop = DropGoneTargets()
      model._$notify(property) { model._$visit(property, &drop) }
    }
  }

  /// Invalidates members that may have been read while some of them were deleted.
  func forgetLinkedMembers(of returned: Set<EntityIndex>) {
    forEachLink(to: returned, where: \.usesLinkTable) { model, property in
      var forget = ForgetMembers()
      model._$notify(property) { model._$visit(property, &forget) }
    }
  }

  func forEachOneWayLink(
    to targets: Set<EntityIndex>, _ body: (any PersistentModel, _ property: PropertyIndex) -> Void
  ) {
    forEachLink(to: targets, where: { $0.inverse == nil }, body)
  }

  private func forEachLink(
    to targets: Set<EntityIndex>, where isWanted: (ModelRelationship) -> Bool,
    _ body: (any PersistentModel, _ property: PropertyIndex) -> Void
  ) {
    guard !targets.isEmpty else { return }
    for graphEntity in entities {
      for relationship in graphEntity.relationships where isWanted(relationship) {
        guard let target = destination(of: relationship),
          entities[target].kinds.contains(where: targets.contains)
        else { continue }
        for (_, object) in registered(graphEntity.index) {
          if let model = object as? any PersistentModel { body(model, relationship.index) }
        }
      }
    }
  }
}

/// Removes objects that belong to no graph from a relationship.
private struct DropGoneTargets: _SlotVisitor {
  // A visitor must have a stored property (`_SlotVisitor`).
  private let filler = true

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {
    slot.value = .some(nil)
    slot.key = 0
  }

  // A required link retains its last target.
  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    slot.value?.removeAll { $0._$state.graph == nil }
    slot.members?.dropGone()
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    slot.value = slot.value.map { $0?.filter { $0._$state.graph != nil } }
    slot.members?.dropGone()
  }
}

extension Members {
  fileprivate func dropGone() {
    known.removeAll { ($0 as? any PersistentModel)?._$state.graph == nil }
    added.removeAll { ($0 as? any PersistentModel)?._$state.graph == nil }
    identities = nil
  }
}
