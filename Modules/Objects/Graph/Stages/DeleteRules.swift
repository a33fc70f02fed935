import StrataModel
import StrataSchema

/// The rule `.deny` of relationships: an object with such members can't be deleted. The other rules are applied when an
/// object is deleted (``ObjectGraph/delete(_:)``).
struct DeleteRules: SaveStage {
  init?(_ entities: [GraphEntity]) {
    guard entities.contains(where: { $0.relationships.contains { $0.deleteRule == .deny } }) else {
      return nil
    }
  }

  /// One error for each relationship with members that aren't deleted.
  ///
  /// - Throws: ``StackError/unreadable(object:property:reason:)``.
  func faults(
    in graph: ObjectGraph, passingOver others: Set<ObjectIdentifier>
  ) throws -> [StackError] {
    var errors: [StackError] = []
    // A member that is deleted by a date doesn't keep its owner from being deleted by one, but its row
    // keeps the owner's row.
    let deletions =
      try graph.pending.deleted.map { ($0, isMarked: false) }
      + graph.newlyMarkedDeleted().map { ($0, isMarked: true) }
    for (model, isMarked) in deletions where !others.contains(ObjectIdentifier(model)) {
      for relationship in graph.entities[model._$state.entity].relationships
      where relationship.deleteRule == .deny {
        try graph.loadForSave(model, relationship)
        var read = ReadTargets()
        model._$visit(relationship.index, &read)
        let left =
          isMarked
          ? try graph.remaining(read.objects)
          : read.objects.filter { !$0._$state.flags.contains(.deleted) }
        guard !left.isEmpty else { continue }
        errors.append(
          .deleteDenied(
            object: model.persistentModelID,
            property: type(of: model)._$entity.properties[relationship.index].name,
            count: left.count))
      }
    }
    return errors
  }
}
