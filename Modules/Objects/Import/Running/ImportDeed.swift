import StrataModel

/// What an item has done in its context, before that is saved.
enum ImportDeed {
  /// A new object, with the key that it had before the save.
  case inserted(any PersistentModel, key: Int64)
  case met(isChanged: Bool, EntityIndex, Int64)
  case deleted(EntityIndex, Int64)
  case nothing
  case failed(any Error)

  /// The key of the item's object before the save.
  var key: Int64? {
    switch self {
    case .inserted(let model, _): model._$state.key
    case .met(_, _, let key), .deleted(_, let key): key
    case .nothing, .failed: nil
    }
  }

  /// What the item came to, after the save.
  var outcome: Result<ItemOutcome, any Error> {
    switch self {
    case .inserted(let model, let key):
      // One that a later item has deleted again keeps a key that nobody has.
      .success(
        ItemOutcome(
          .inserted, model._$state.entity, model._$state.modelGraph == nil ? key : model._$state.key
        ))
    case .met(let isChanged, let entity, let key):
      .success(ItemOutcome(isChanged ? .updated : .unchanged, entity, key))
    case .deleted(let entity, let key): .success(ItemOutcome(.deleted, entity, key))
    case .nothing: .success(ItemOutcome(.unchanged, EntityIndex(0), 0))
    case .failed(let error): .failure(error)
    }
  }
}
