package import StrataModel
package import StrataSchema

// One-to-one relationships are the only ones of which a change has to know an object that may not be in
// memory: each end has a column of its own.
extension ObjectGraph {
  /// The object that a to-one relationship leads to, loading it when need be. Where it can't be read
  /// its own end is cut by a later save, before anything is written.
  package func current(_ model: any PersistentModel, _ property: PropertyIndex) -> (
    any PersistentModel
  )? {
    var read = ReadTargets()
    model._$visit(property, &read)
    if read.isLoaded { return read.first }
    guard let relationship = type(of: model)._$entity.relationships[property] else { return nil }
    do {
      return try loaded(relationship.destination, read.key)
    } catch {
      let key = read.key
      guard let inverse = relationship.inverse else { return nil }
      recordFailure(model, property, error, finishesChange: true) { [self] in
        try cutNow(inverse, of: relationship, key, from: model)
      }
      return nil
    }
  }

  /// Cuts the other end of a one-to-one relationship that `owner` had until now.
  package func cut(
    _ inverse: PropertyIndex, of relationship: ModelRelationship, _ key: Int64,
    from owner: any PersistentModel
  ) {
    do {
      try cutNow(inverse, of: relationship, key, from: owner)
    } catch {
      recordFailure(owner, relationship.index, error, finishesChange: true) { [self] in
        try cutNow(inverse, of: relationship, key, from: owner)
      }
    }
  }

  private func cutNow(
    _ inverse: PropertyIndex, of relationship: ModelRelationship, _ key: Int64,
    from owner: any PersistentModel
  ) throws {
    guard owner._$state.graph === self,
      let target = try loaded(relationship.destination, key),
      target._$leads(inverse, to: owner), !owner._$leads(relationship.index, to: target)
    else { return }
    Relating.set(target, inverse, to: nil)
  }
}
