import StrataModel

/// The change that an item made in its context, before the save.
enum ImportDeed {
  /// A new object, with its key before the save.
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

  /// The outcome of the item after the save.
  var outcome: Result<ItemOutcome, any Error> {
    switch self {
    case .inserted(let model, let key):
      // If a later item deleted the object again, it was never saved and has its old key.
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
