package import Foundation

/// The identifier of an object in a store.
///
/// You can store it, send it to other isolations and processes, and encode it.
public struct PersistentIdentifier: Sendable, Hashable, Codable {
  private let store: UUID?
  // Here it fits into the space behind the store's identifier.
  /// True if the object wasn't saved when the identifier was taken. The identifier is the same.
  private(set) var isOfUnsavedObject = false
  /// The name of the object's entity.
  public let entityName: String
  package let key: Int64
  /// The key of an object whose store numbers its rows otherwise, or nil.
  private let custom: CustomKey?

  private enum CodingKeys: CodingKey {
    case store, entityName, key, custom
  }

  /// The key of the object's row, or a negative number for an object that was never inserted. 0 if the
  /// store's primary keys aren't numbers.
  public var rowKey: Int64 { key }

  package init(store: UUID?, entity: String, key: Int64) {
    self.store = store
    entityName = entity
    self.key = key
    custom = nil
  }

  /// Returns the same identifier, as one of an object that isn't saved yet.
  package var ofUnsavedObject: PersistentIdentifier {
    var identifier = self
    identifier.isOfUnsavedObject = true
    return identifier
  }

  /// True if the identifiers name the same object, saved or not.
  public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    lhs.key == rhs.key && lhs.store == rhs.store && lhs.entityName == rhs.entityName
      && lhs.custom == rhs.custom
  }

  /// Hashes the store, the entity and the key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(store)
    hasher.combine(entityName)
    hasher.combine(key)
    hasher.combine(custom)
  }

  private init(entity: String, _ custom: CustomKey) {
    store = nil
    entityName = entity
    key = 0
    self.custom = custom
  }

  /// Returns the identifier of an object in a store of any kind.
  ///
  /// Two primary keys with the same description name the same object.
  ///
  /// ```swift
  /// let id = try PersistentIdentifier.identifier(
  ///   for: "trips.json", entityName: "Trip", primaryKey: UUID())
  /// ```
  ///
  /// - Throws: `ModelError.invalidIdentifier(_:)` if one of the parts is empty.
  public static func identifier<PrimaryKey>(
    for storeIdentifier: String, entityName: String, primaryKey: PrimaryKey
  ) throws -> PersistentIdentifier
  where PrimaryKey: Comparable & CustomStringConvertible & Codable & Hashable {
    let text = primaryKey.description
    guard !storeIdentifier.isEmpty, !entityName.isEmpty, !text.isEmpty else {
      throw ModelError.invalidIdentifier("\(storeIdentifier)/\(entityName)/\(text)")
    }
    // One object has one identifier: that of a numbered row in a store with a UUID is the store's own.
    if let store = UUID(uuidString: storeIdentifier), let key = Int64(text), key > 0,
      store.uuidString == storeIdentifier, "\(key)" == text
    {
      return PersistentIdentifier(store: store, entity: entityName, key: key)
    }
    return PersistentIdentifier(entity: entityName, CustomKey(storeIdentifier, text))
  }

  /// Returns true if the object is in the store with a given identifier.
  package func isIn(_ store: UUID) -> Bool { self.store == store }

  /// The identifier of the object's store, or nil for an object that was never inserted.
  public var storeIdentifier: String? { custom?.store ?? store?.uuidString }

  /// The object's key in its store as text, or nil if it is the number ``rowKey``.
  var customKey: String? { custom?.primaryKey }

  /// A key that isn't a number, or of a store that isn't named by a UUID. A class, so that an
  /// identifier without one stays small.
  private final class CustomKey: Sendable, Hashable, Codable {
    let store: String
    let primaryKey: String

    init(_ store: String, _ primaryKey: String) {
      self.store = store
      self.primaryKey = primaryKey
    }

    static func == (lhs: CustomKey, rhs: CustomKey) -> Bool {
      lhs.primaryKey == rhs.primaryKey && lhs.store == rhs.store
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(store)
      hasher.combine(primaryKey)
    }
  }
}

extension PersistentIdentifier: Identifiable {
  /// The identifier itself.
  public var id: PersistentIdentifier { self }
}

extension PersistentIdentifier: Comparable {
  /// Orders identifiers by entity, then by key.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    (lhs.entityName, lhs.key, lhs.customKey ?? "", lhs.storeIdentifier ?? "")
      < (rhs.entityName, rhs.key, rhs.customKey ?? "", rhs.storeIdentifier ?? "")
  }
}

extension PersistentIdentifier: CustomStringConvertible {
  /// The entity and the key, such as `Item/12`.
  public var description: String { "\(entityName)/\(customKey ?? "\(key)")" }
}
