public import Foundation

/// Names one object of a class: a ``PersistentIdentifier`` that knows which class is meant. It can be sent
/// between isolations, kept, encoded and turned into a URI.
///
/// That the object is of the class is checked when it is looked up.
public struct TypedObjectID<Model: PersistentModel>: Hashable, Sendable {
  /// The identifier.
  public let persistentIdentifier: PersistentIdentifier

  /// Names an object.
  public init(_ model: Model) { persistentIdentifier = model.persistentModelID }

  /// Names the object with an identifier.
  public init(_ identifier: PersistentIdentifier) { persistentIdentifier = identifier }

  /// Reads a URI.
  ///
  /// - Throws: ``InvalidObjectURI`` for one that ``uriRepresentation()`` doesn't give.
  public init(uri: URL) throws(InvalidObjectURI) {
    self.init(try PersistentIdentifier(uri: uri))
  }

  /// The identifier as a URI; a temporary one, which can't be read, for an object that was never inserted.
  public func uriRepresentation() -> URL { persistentIdentifier.uriRepresentation() }

  /// Whether the object was never inserted, so that nobody else can find it.
  public var isTemporary: Bool { persistentIdentifier.storeIdentifier == nil }
}

extension TypedObjectID: Codable {
  /// Reads an identifier.
  public init(from decoder: any Decoder) throws {
    persistentIdentifier = try PersistentIdentifier(from: decoder)
  }

  /// Writes the identifier.
  public func encode(to encoder: any Encoder) throws {
    try persistentIdentifier.encode(to: encoder)
  }
}

extension TypedObjectID: Comparable {
  /// Orders identifiers by entity, then by age.
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
