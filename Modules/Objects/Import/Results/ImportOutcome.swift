public import StrataModel

/// The outcome of an item, with the permanent identifier of its object.
public enum ImportOutcome<Model: PersistentModel>: Sendable {
  /// The item inserted an object.
  case inserted(TypedObjectID<Model>)
  /// The item changed an existing object.
  ///
  /// The object may be one that another program inserted during the import. An update counts even
  /// if only an earlier item of the chunk changed the object.
  case updated(TypedObjectID<Model>)
  /// The object is unchanged, or nil if there is none and none was inserted.
  case unchanged(TypedObjectID<Model>?)
  /// The item deleted an object.
  case deleted(TypedObjectID<Model>)
  /// The item failed. Its changes were discarded.
  case failed(ImportFailure)

  /// The identifier of the item's object, or nil if it has none.
  public var identifier: TypedObjectID<Model>? {
    switch self {
    case .inserted(let identifier), .updated(let identifier): identifier
    case .unchanged(let identifier): identifier
    case .deleted, .failed: nil
    }
  }
}
