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
