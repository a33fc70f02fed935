import Foundation
import StrataModel

/// The outcomes of items in compact form, since an import may have millions.
struct StoredOutcomes {
  private(set) var items: [ItemOutcome] = []
  private(set) var failures: [Int: ImportFailure] = [:]
  private let store: UUID?
  private let entityNames: [String]

  init(store: UUID?, entityNames: [String]) {
    self.store = store
    self.entityNames = entityNames
  }

  mutating func append(_ item: ItemOutcome) { items.append(item) }

  mutating func append(_ failure: ImportFailure) {
    failures[items.count] = failure
    items.append(ItemOutcome(.failed, EntityIndex(0), 0))
  }

  mutating func removeAll() {
    items = []
    failures = [:]
  }

  /// The identifier of an item's object, or nil if it has none.
  func identifier(_ item: ItemOutcome) -> PersistentIdentifier? {
    guard item.key != 0 else { return nil }
    return PersistentIdentifier(store: store, entity: entityNames[item.entity], key: item.key)
  }
}

/// The compact outcome of an item.
struct ItemOutcome {
  enum Kind: UInt8 {
    case inserted, updated, unchanged, deleted, failed
  }

  let kind: Kind
  /// The entity of the object.
  let entity: EntityIndex
  /// The key of the object, or 0 if there is none.
  let key: Int64

  init(_ kind: Kind, _ entity: EntityIndex, _ key: Int64) {
    self.kind = kind
    self.entity = entity
    self.key = key
  }
}
