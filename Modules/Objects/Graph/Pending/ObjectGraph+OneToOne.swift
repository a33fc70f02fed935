package import StrataModel
package import StrataSchema

// In a one-to-one relationship each end has a column of its own. Only there a change needs an
// object that may not be in memory.
extension ObjectGraph {
  /// The target of a to-one relationship, loaded if necessary. If it can't be read, a later save
  /// clears its end before it writes.
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

  /// Clears the other end of a one-to-one relationship that led to `owner` until now.
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
