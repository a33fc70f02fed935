import StrataModel
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Calls ``LifecycleModel/awakeFromInsert()`` of new objects, once both ends of all relationships
  /// are updated.
  func awakeInserted() {
    for model in pending.takeAwaking() where model._$state.graph === self {
      model.awakeFromInsert()
    }
  }

  /// Calls ``LifecycleModel/prepareForDeletion()`` of an object that is about to be deleted.
  ///
  /// It calls the method once, even if that deletes the object itself.
  func prepareForDeletion(_ model: any PersistentModel) {
    guard hasLifecycle, model._$state.graph === self, !model._$state.flags.contains(.deleted),
      entities[model._$state.entity].isLifecycle, let heard = model as? any LifecycleModel,
      preparing.insert(ObjectIdentifier(model)).inserted
    else { return }
    heard.prepareForDeletion()
  }

  /// Calls ``LifecycleModel/willSave()`` of the objects that a save would write or delete.
  ///
  /// - Parameter others: Objects to skip.
  /// - Throws: ``StackError/willSaveNeverEnds`` if each of 1,000 rounds adds further objects.
  package func notifyWillSave(passingOver others: Set<ObjectIdentifier> = []) throws {
    guard hasLifecycle else { return }
    var told = others
    for _ in 0..<1_000 {
      dropStaleInserts()
      let due = (pending.inserted + pending.changed + pending.deleted).compactMap {
        model -> (any LifecycleModel)? in
        guard entities[model._$state.entity].isLifecycle,
          told.insert(ObjectIdentifier(model)).inserted
        else { return nil }
        return model as? any LifecycleModel
      }
      guard !due.isEmpty else { return }
      for model in due { model.willSave() }
    }
    throw StackError.willSaveNeverEnds
  }

  /// Objects whose ``LifecycleModel/didSave()`` will be called, including deleted ones.
  func lifecycleModels() -> [any LifecycleModel] {
    guard hasLifecycle else { return [] }
    return
      (pending.inserted + pending.changed.filter { !$0._$state.flags.contains(.deleted) }
      + pending.deleted).compactMap {
        entities[$0._$state.entity].isLifecycle ? $0 as? any LifecycleModel : nil
      }
  }
}
