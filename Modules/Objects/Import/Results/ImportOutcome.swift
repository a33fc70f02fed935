public import StrataModel

/// What an item came to, with the permanent identifier of its object.
public enum ImportOutcome<Model: PersistentModel>: Sendable {
  /// A new object.
  case inserted(TypedObjectID<Model>)
  /// An object that was there, or that another program has inserted meanwhile, and has changed. An update
  /// of an object that an item before it in the chunk has changed counts in any case.
  case updated(TypedObjectID<Model>)
  /// An object that stays as it is; nil where there is none and none was made.
  case unchanged(TypedObjectID<Model>?)
  /// An object that is gone.
  case deleted(TypedObjectID<Model>)
  /// The item failed, and nothing of it was kept.
  case failed(ImportFailure)

  /// The identifier of the item's object; nil where it has none.
  public var identifier: TypedObjectID<Model>? {
    switch self {
    case .inserted(let identifier), .updated(let identifier): identifier
    case .unchanged(let identifier): identifier
    case .deleted, .failed: nil
    }
  }
}
