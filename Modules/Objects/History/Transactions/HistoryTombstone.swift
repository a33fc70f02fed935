public import StrataModel
internal import StrataStorage

/// What the history keeps of a deleted object: the values of its properties with
/// `@Attribute(.preserveValueOnDeletion)`, as they were in the store.
public struct HistoryTombstone<Model: PersistentModel>: Sendable {
  let kept: HistoryEntry.Tombstone?

  /// The names of the properties whose values are kept, sorted, as they were then.
  public var properties: [String] { kept?.properties ?? [] }

  /// The value that a property had; nil for a property that wasn't kept.
  ///
  /// - Throws: `ModelError.unknownProperty` for a key path to anything but an attribute,
  ///   `StorageError.invalidValue` where what was kept makes no such value any longer.
  public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
    get throws { try kept?[keyPath] }
  }
}
