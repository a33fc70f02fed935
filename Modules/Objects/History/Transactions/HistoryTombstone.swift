public import StrataModel
internal import StrataStorage

/// The preserved values of a deleted object: those of properties with
/// `@Attribute(.preserveValueOnDeletion)`.
public struct HistoryTombstone<Model: PersistentModel>: Sendable {
  let kept: HistoryEntry.Tombstone?

  /// The names of the preserved properties, sorted, as they were then.
  public var properties: [String] { kept?.properties ?? [] }

  /// The value of a property when the object was deleted, or nil if it wasn't preserved.
  ///
  /// - Throws: `ModelError.unknownProperty` for a key path to anything but an attribute.
  ///   `StorageError.invalidValue` if the preserved value doesn't fit the property's type any more.
  public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
    get throws { try kept?[keyPath] }
  }
}
