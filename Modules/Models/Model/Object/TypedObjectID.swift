public import Foundation

/// The identifier of an object with its class: a typed ``PersistentIdentifier``.
///
/// You can send it between isolations, store it, encode it and turn it into a URI. The object's
/// class is checked when you look it up.
public struct TypedObjectID<Model: PersistentModel>: Hashable, Sendable {
  /// The identifier without the class.
  public let persistentIdentifier: PersistentIdentifier

  /// Creates the identifier of an object.
  public init(_ model: Model) { persistentIdentifier = model.persistentModelID }

  /// Adds the class to an identifier, without checking it.
  public init(_ identifier: PersistentIdentifier) { persistentIdentifier = identifier }

  /// Reads a URI.
  ///
  /// - Throws: ``ModelError/invalidURI(_:)`` for a URI that ``uriRepresentation()`` doesn't return.
  public init(uri: URL) throws(ModelError) {
    self.init(try PersistentIdentifier(uri: uri))
  }

  /// Returns the identifier as a URI.
  ///
  /// That of an object that was never inserted can't be read again.
  public func uriRepresentation() -> URL { persistentIdentifier.uriRepresentation() }

  /// True if the object was never inserted, so that it can't be found by the identifier.
  public var isTemporary: Bool { persistentIdentifier.storeIdentifier == nil }
}

extension TypedObjectID: Codable {
  /// Decodes an identifier.
  public init(from decoder: any Decoder) throws {
    persistentIdentifier = try PersistentIdentifier(from: decoder)
  }

  /// Encodes the identifier.
  public func encode(to encoder: any Encoder) throws {
    try persistentIdentifier.encode(to: encoder)
  }
}

extension TypedObjectID: Comparable {
  /// Orders identifiers by entity, then by key.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.persistentIdentifier < rhs.persistentIdentifier
  }
}

extension TypedObjectID: CustomStringConvertible {
  /// The entity and the key, such as `Item/12`.
  public var description: String { persistentIdentifier.description }
}

extension PersistentModel {
  /// The object's identifier, with its class.
  public var typedObjectID: TypedObjectID<Self> { TypedObjectID(self) }
}
