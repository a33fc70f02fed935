import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Assigns keys to objects that were inserted while the store gave none.
  package func replaceProvisionalKeys() throws {
    guard pending.hasProvisionalKeys else { return }
    for model in pending.inserted where model._$state.key < 0 { try replaceKey(of: model) }
    pending.endProvisionalKeys()
  }

  /// Throws if an object that was inserted during the save got no key.
  func checkKeys() throws(StorageError) {
    guard pending.hasProvisionalKeys,
      let model = pending.inserted.first(where: { $0._$state.key < 0 })
    else {
      return
    }
    throw .noKeyLeft(entity: type(of: model)._$entity.name)
  }

  /// Assigns new keys where another program's rows have used keys that were reserved for new
  /// objects.
  ///
  /// - Returns: False if no new object has such a key.
  func replaceTakenKeys(in table: String) throws -> Bool {
    let models = pending.inserted.filter { entities[$0._$state.entity].table.name == table }
    guard let first = models.first else { return false }
    let root = entities[entities[first._$state.entity].root].table
    let taken = Set(
      try reader.integers(SQLQuery(existing: models.map { $0._$state.key }, in: root)))
    for model in models where taken.contains(model._$state.key) {
      keepPlaces(of: model)
      try replaceKey(of: model)
      notify(.membership(entity: model._$state.entity))
    }
    return !taken.isEmpty
  }

  // Members without a position are ordered by key. With another key the object would move, so that
  // its old key becomes its position.
  private func keepPlaces(of model: any PersistentModel) {
    for relationship in entities[model._$state.entity].relationships
    where relationship.isOrderedByMember {
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      guard read.position == 0, read.key != 0 || read.one != nil else { continue }
      var setPosition = SetPosition(position: model._$state.key)
      model._$visit(relationship.index, &setPosition)
    }
  }

  private func replaceKey(of model: any PersistentModel) throws {
    let entity = model._$state.entity
    let key = try entities[entity].keys.next()
    let old = model._$state.key
    unregister(entity: entity, key: old)
    register(model, entity: entity, key: key)
    context?.keyDidChange(from: old, to: key, in: self, entities[entity].root)
  }
}
