import StrataModel
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// The rows that a save beside others locks: those that it changes or deletes, those with links that it adds or deletes,
  /// and those whose members it counts or validates.
  func rowsToLock() -> [(table: EntityTable, keys: Set<Int64>)] {
    var keys: [EntityIndex: Set<Int64>] = [:]
    func add(_ model: any PersistentModel) {
      guard !model._$state.flags.contains(.inserted) else { return }
      keys[roots[model._$state.entity], default: []].insert(model._$state.key)
    }
    for model in pending.deleted { add(model) }
    for model in pending.changed where isWrittenOrChecked(model) { add(model) }
    for link in pending.linkChanges {
      add(link.owner)
      add(link.member)
    }
    return keys.map { (entities[$0.key].table, $0.value) }
  }

  private func isWrittenOrChecked(_ model: any PersistentModel) -> Bool {
    let entity = entities[model._$state.entity]
    return !writtenProperties(of: model).isEmpty || entity.isValidated
      || entity.limitedRelationships.contains { model._$state.changed.contains($0.index) }
  }
}
