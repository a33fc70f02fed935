import StrataModel
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Tells new objects that they were inserted, when both ends of all relationships agree.
  func awakeInserted() {
    let models = pending.awaking
    pending.awaking = []
    for model in models where model._$state.graph === self { model.awakeFromInsert() }
  }

  /// Tells an object that it is about to be deleted; once, also where it deletes itself then.
  func prepareForDeletion(_ model: any PersistentModel) {
    guard hasLifecycle, model._$state.graph === self, !model._$state.flags.contains(.deleted),
      entities[model._$state.entity].isLifecycle, let heard = model as? any LifecycleModel,
      preparing.insert(ObjectIdentifier(model)).inserted
    else { return }
    heard.prepareForDeletion()
  }

  /// Tells the objects that a save would write or delete.
  ///
  /// - Parameter others: Objects that aren't told.
  /// - Throws: ``StackError/willSaveNeverEnds`` where each round brings new objects.
  package func tellWillSave(passingOver others: Set<ObjectIdentifier> = []) throws {
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

  /// The objects that hear of a save's end, deleted ones included.
  func lifecycleModels() -> [any LifecycleModel] {
    guard hasLifecycle else { return [] }
    return
      (pending.inserted + pending.changed.filter { !$0._$state.flags.contains(.deleted) }
      + pending.deleted).compactMap {
        entities[$0._$state.entity].isLifecycle ? $0 as? any LifecycleModel : nil
      }
  }

  /// Asks the objects whether they may be saved.
  ///
  /// - Parameter others: Objects that aren't asked.
  /// - Returns: Why some may not.
  func validationErrors(passingOver others: Set<ObjectIdentifier>) -> [StackError] {
    guard hasValidation else { return [] }
    var errors: [StackError] = []
    func ask(_ models: [any PersistentModel], _ operation: ValidationOperation) {
      for model in models where entities[model._$state.entity].isValidated {
        guard !others.contains(ObjectIdentifier(model)),
          let validated = model as? any ValidatedModel
        else { continue }
        do {
          try validated.validate(for: operation)
        } catch {
          errors.append(
            .invalid(
              object: model.persistentModelID, operation: operation, reason: "\(error)"))
        }
      }
    }
    ask(pending.inserted, .insert)
    ask(pending.changed.filter { !$0._$state.flags.contains(.deleted) }, .update)
    ask(pending.deleted, .delete)
    return errors
  }
}
