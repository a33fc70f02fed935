package import Foundation

/// Names one object of one store; can be kept, sent elsewhere and turned into text.
public struct PersistentIdentifier: Sendable, Hashable, Codable {
  private let store: UUID?
  /// The name of the object's entity.
  public let entityName: String
  package let key: Int64

  /// The key of the row in its table; of an object that was never inserted a negative number.
  public var rowKey: Int64 { key }

  package init(store: UUID?, entity: String, key: Int64) {
    self.store = store
    entityName = entity
    self.key = key
  }

  /// Whether the object is in the store with an identifier.
  package func isIn(_ store: UUID) -> Bool { self.store == store }

  /// The store that the object is in; nil for an object that was never inserted.
  public var storeIdentifier: String? { store?.uuidString }
}

extension PersistentIdentifier: Identifiable {
  /// The identifier itself.
  public var id: PersistentIdentifier { self }
}

extension PersistentIdentifier: Comparable {
  /// Orders identifiers by entity, then by age.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    (lhs.entityName, lhs.key, lhs.storeIdentifier ?? "")
      < (rhs.entityName, rhs.key, rhs.storeIdentifier ?? "")
  }
}

extension PersistentIdentifier: CustomStringConvertible {
  /// The entity and the key, such as `Item/12`.
  public var description: String { "\(entityName)/\(key)" }
}
