package import StrataModel
package import StrataSchema

/// The required targets of relationships, and the numbers of their members.
struct RelationshipLimits: SaveStage {
  init?(_ entities: [GraphEntity]) {
    guard entities.contains(where: { !$0.limitedRelationships.isEmpty }) else { return nil }
  }

  func faults(
    in graph: ObjectGraph, passingOver others: Set<ObjectIdentifier>
  ) throws -> [StackError] {
    var errors: [StackError] = []
    for model in graph.pending.inserted where !others.contains(ObjectIdentifier(model)) {
      errors += try Self.faults(of: model, only: nil, in: graph)
    }
    for model in graph.pending.changed
    where !model._$state.flags.contains(.deleted) && !others.contains(ObjectIdentifier(model)) {
      errors += try Self.faults(of: model, only: model._$state.changed, in: graph)
    }
    return errors
  }

  /// Errors of an object's limited relationships: missing targets and wrong numbers of members.
  fileprivate static func faults(
    of model: any PersistentModel, only properties: PropertySet?, in graph: ObjectGraph
  ) throws -> [StackError] {
    var errors: [StackError] = []
    for relationship in graph.entities[model._$state.entity].limitedRelationships
    where properties?.contains(relationship.index) ?? true {
      if !relationship.isToOne { try graph.loadForSave(model, relationship) }
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      let name = type(of: model)._$entity.properties[relationship.index].name
      let isFollowed = read.count > 0 || read.key == 0
      let target = isFollowed ? read.first : try graph.loaded(relationship.destination, read.key)
      let count = isFollowed ? read.count : 1
      // An object that another context deleted is in no graph and has no row to link to. One that
      // this save deletes will have none.
      let isGone =
        relationship.isToOne && (isFollowed ? read.first != nil : true)
        && target.map { $0._$state.graph == nil || $0.isDeleted } ?? true
      if relationship.isToOne, !relationship.isOptional, count == 0 || isGone {
        errors.append(.missingValue(object: model.persistentModelID, property: name))
        continue
      }
      let isTooFew = count < relationship.minimumCount
      let isTooMany = relationship.maximumCount > 0 && count > relationship.maximumCount
      // An optional relationship may be empty whatever its minimum, as in Core Data.
      if isTooMany || (isTooFew && !(relationship.isOptional && count == 0)) {
        errors.append(
          .relationshipCount(object: model.persistentModelID, property: name, count: count))
      }
    }
    return errors
  }
}

extension ObjectGraph {
  /// Checks the limits of some relationships of objects, and throws all errors together.
  package func checkLimits(
    of objects: [(model: any PersistentModel, properties: PropertySet)]
  ) throws {
    guard stages.contains(where: { $0 is RelationshipLimits }) else { return }
    try throwTogether(
      reading {
        try objects.filter { $0.model._$state.graph === self }.flatMap {
          try RelationshipLimits.faults(of: $0.model, only: $0.properties, in: self)
        }
      })
  }
}
