public import Foundation
import StrataContexts
import StrataSchema
import StrataStorage

/// A store that a coordinator has opened. It stays open until you remove it from the coordinator
/// and no context uses it.
public final class NSPersistentStore: Sendable {
  /// The store's identifier, which is part of the identifiers of its objects.
  public let identifier: String
  /// The location of the store's file, or nil for a store in memory.
  public let url: URL?
  /// The store's type: a file or memory.
  @_disfavoredOverload
  package let type: NSPersistentStoreDescription.StoreType
  /// The model's configuration whose entities the store contains, or nil for all entities.
  @_disfavoredOverload
  package let configurationName: String?
  /// True if the store can't be saved to, such as one that Core Data or SwiftData created.
  public let isReadOnly: Bool
  /// The options that the store was opened with, by key.
  @_disfavoredOverload
  package var options: [String: Any] { opened.options }

  /// A copy of the description that the store was opened with.
  let opened: NSPersistentStoreDescription
  /// The names of the entities in the store.
  let entities: Set<String>
  /// The path of a store that another library created and that is only read, or nil for our own.
  let foreignPath: String?

  init(
    _ opened: NSPersistentStoreDescription, _ container: ModelContainer, foreignPath: String?
  ) {
    identifier = container.store.identifier.uuidString
    type = opened.isKeptInMemory ? .inMemory : opened.type
    url = opened.isKeptInMemory ? nil : opened.url
    configurationName = opened.configuration
    isReadOnly = opened.isReadOnly
    entities = Set(container.schema.entitiesByName.keys)
    self.opened = opened
    self.foreignPath = foreignPath
  }
}

extension NSPersistentStore: Hashable {
  /// True if both are the same object.
  public static func == (lhs: NSPersistentStore, rhs: NSPersistentStore) -> Bool { lhs === rhs }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension NSPersistentStore: CustomStringConvertible {
  /// The store's type and location.
  public var description: String { opened.description }
}
