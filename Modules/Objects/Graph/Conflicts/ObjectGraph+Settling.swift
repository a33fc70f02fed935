package import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Resolves all conflicts by the context's policy, inside a save's transaction, so that no other
  /// process can add another one.
  ///
  /// - Throws: ``StackError/mergeConflicts(_:)`` under ``MergePolicy/error``, or an error of a
  ///   read.
  func settleMergeConflicts() throws {
    guard !pending.conflicts.all.isEmpty else { return }
    switch mergePolicy {
    case .error:
      let conflicts = currentConflicts()
      guard conflicts.isEmpty else { throw StackError.mergeConflicts(conflicts) }
    case .mergeByPropertyObjectTrump, .overwrite: break
    case .mergeByPropertyStoreTrump, .rollback: try settle(pending.conflicts.all, by: mergePolicy)
    }
  }

  /// Resolves the conflicts of one object in favor of one side. Under ``MergePolicy/error`` it does
  /// nothing.
  package func resolveConflicts(of object: PersistentIdentifier, by policy: MergePolicy) throws {
    try settle(pending.conflicts.all.filter { $0.identifier == object }, by: policy)
  }

  /// Resolves conflicts in favor of one side. Under ``MergePolicy/error`` it does nothing.
  func settle(_ conflicts: [PendingConflict], by policy: MergePolicy) throws {
    guard policy != .error else { return }
    var settled: Set<ObjectIdentifier> = []
    returning = []
    let before = pendingTargets()
    defer {
      nameReturned()
      nameDisplaced(since: before)
      pending.dropUnchanged()
      pending.conflicts.settle { settled.contains(ObjectIdentifier($0.model)) }
    }
    for found in conflicts {
      if let conflict = conflict(found) {
        try settle(found, conflict, by: policy)
        pending.conflicts.report(conflict)
      }
      settled.insert(ObjectIdentifier(found.model))
    }
  }

  private func settle(
    _ found: PendingConflict, _ conflict: MergeConflict, by policy: MergePolicy
  ) throws {
    let model = found.model
    guard policy == .mergeByPropertyStoreTrump || policy == .rollback,
      model._$state.graph === self, let row = found.theirs
    else { return }
    if model._$state.flags.contains(.deleted) {
      insert(model)
      // Changes from before the deletion are in conflict too.
      var lost = found.properties
      lost.formIntersection(model._$state.changed)
      if policy == .rollback {
        try refresh(model, mergeChanges: false, bringsBack: true)
      } else if !lost.isEmpty {
        try reading { try takeBack(lost, of: model, row) }
      }
    } else if policy == .rollback {
      try refresh(model, mergeChanges: false, bringsBack: true)
    } else {
      let names = Set(conflict.properties.map(\.name))
      let entity = type(of: model)._$entity
      var lost = PropertySet()
      for property in found.properties.indices
      where names.contains(entity.properties[property].name) { lost.insert(property) }
      // Without any other change of its own, the object has what the other side's save has set.
      var left = model._$state.changed
      left.subtract(lost)
      if left.isSubset(of: entities[model._$state.entity].stamped) { lost.formUnion(left) }
      try reading { try takeBack(lost, of: model, row) }
    }
  }

  /// Replaces the unsaved changes of some properties by the values of the row that others have
  /// saved, and updates both ends of relationships.
  private func takeBack(
    _ properties: PropertySet, of model: any PersistentModel, _ row: StoredRow
  ) throws {
    try dropChanges(of: model, properties, row, bringsBack: true)
    func take(_ model: some PersistentModel) {
      var attributes = properties
      for relationship in entities[model._$state.entity].relationships {
        attributes.subtract(PropertySet(relationship.index))
      }
      self.take(attributes, of: row, for: model)
      recordValues(of: model, properties)
    }
    take(model)
  }

  /// Reports the deleted objects that were restored together with those in conflict, and stops
  /// collecting them.
  private func nameReturned() {
    let named = Set(pending.conflicts.settled.map(\.object))
    for model in returning ?? [] where model._$state.graph === self {
      let object = model.persistentModelID
      guard !named.contains(object) else { continue }
      pending.conflicts.report(
        MergeConflict(object: object, kind: .deletedHere, properties: []))
    }
    returning = nil
  }

  /// The target of a to-one relationship of an object with unsaved changes.
  private struct PendingTarget {
    let model: any PersistentModel
    let relationship: ModelRelationship
    let target: PersistentIdentifier?
  }

  private func pendingTargets() -> [PendingTarget] {
    (pending.inserted + pending.changed).flatMap { model -> [PendingTarget] in
      guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return [] }
      return entities[model._$state.entity].relationships.filter(\.isToOne).map {
        PendingTarget(model: model, relationship: $0, target: target(of: model, $0))
      }
    }
  }

  private func target(
    of model: any PersistentModel, _ relationship: ModelRelationship
  ) -> PersistentIdentifier? {
    var read = ReadTargets()
    model._$visit(relationship.index, &read)
    let key = read.first?._$state.key ?? read.key
    guard key != 0, let entity = destination(of: relationship) else { return nil }
    return identifier(entity, key)
  }

  /// Reports the objects whose unsaved to-one links changed because of the resolution.
  private func nameDisplaced(since before: [PendingTarget]) {
    let named = Set(pending.conflicts.settled.map(\.object))
    for former in before where former.model._$state.graph === self {
      let (object, now) = (
        former.model.persistentModelID, target(of: former.model, former.relationship)
      )
      guard !named.contains(object), now != former.target else { continue }
      let name = type(of: former.model)._$entity.properties[former.relationship.index].name
      pending.conflicts.report(
        MergeConflict(
          object: object, kind: .changedByBoth,
          properties: [
            .init(
              name: name, mine: .object(former.target), theirs: .object(now), original: nil)
          ]))
    }
  }

  /// Returns the conflicts that a save has resolved, and clears all conflicts.
  func takeResolvedMergeConflicts() -> [MergeConflict] {
    guard !pending.conflicts.isEmpty else { return [] }
    let settled = pending.conflicts.settled + currentConflicts()
    pending.conflicts.removeAll()
    return settled
  }
}
