package import Foundation

/// The identifier of an object in a store.
///
/// You can store it, send it to other isolations and processes, and encode it.
public struct PersistentIdentifier: Sendable, Hashable, Codable {
  private let store: UUID?
  /// The name of the object's entity.
  public let entityName: String
  package let key: Int64

  /// The key of the object's row, or a negative number for an object that was never inserted.
  public var rowKey: Int64 { key }

  package init(store: UUID?, entity: String, key: Int64) {
    self.store = store
    entityName = entity
    self.key = key
  }

  /// Returns true if the object is in the store with a given identifier.
  package func isIn(_ store: UUID) -> Bool { self.store == store }

  /// The identifier of the object's store, or nil for an object that was never inserted.
  public var storeIdentifier: String? { store?.uuidString }
}

extension PersistentIdentifier: Identifiable {
  /// The identifier itself.
  public var id: PersistentIdentifier { self }
}

extension PersistentIdentifier: Comparable {
  /// Orders identifiers by entity, then by key.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    (lhs.entityName, lhs.key, lhs.storeIdentifier ?? "")
      < (rhs.entityName, rhs.key, rhs.storeIdentifier ?? "")
  }
}

extension PersistentIdentifier: CustomStringConvertible {
  /// The entity and the key, such as `Item/12`.
  public var description: String { "\(entityName)/\(key)" }
}
