public import StrataModel

/// One outcome for each item, in the order of the items. 16 bytes each.
public struct ImportOutcomes<Model: PersistentModel>: Sendable {
  private let stored: StoredOutcomes?

  init(_ stored: StoredOutcomes?) { self.stored = stored }
}

extension ImportOutcomes: RandomAccessCollection {
  /// The first position, 0.
  public var startIndex: Int { 0 }
  /// The number of outcomes.
  public var endIndex: Int { stored?.items.count ?? 0 }

  /// The outcome of the item at a position.
  public subscript(position: Int) -> ImportOutcome<Model> {
    guard let stored else { preconditionFailure("the index is out of range") }
    if let failure = stored.failures[position] { return .failed(failure) }
    let item = stored.items[position]
    guard let identifier = stored.identifier(item).map(TypedObjectID<Model>.init) else {
      return .unchanged(nil)
    }
    return switch item.kind {
    case .inserted: .inserted(identifier)
    case .updated: .updated(identifier)
    case .unchanged, .failed: .unchanged(identifier)
    case .deleted: .deleted(identifier)
    }
  }
}

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
