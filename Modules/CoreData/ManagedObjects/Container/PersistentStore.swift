public import Foundation
import StrataSchema
import StrataStack
import StrataStorage

/// A store that a coordinator has opened. It stays open until the coordinator removes it, and no context has it.
public final class PersistentStore: Sendable {
  /// The store's identifier, which is in those of its objects.
  public let identifier: String
  /// Where the store is; nil for one in memory.
  public let url: URL?
  /// What it is kept in.
  public let type: PersistentStoreDescription.StoreType
  /// The configuration of the model whose entities the store keeps; nil for all.
  public let configurationName: String?
  /// Whether nothing may be saved, as in a store that Core Data or SwiftData has made.
  public let isReadOnly: Bool
  /// What the store was opened with, by key.
  public var options: [String: Any] { opened.options }

  /// What it was opened with.
  let opened: PersistentStoreDescription
  /// The names of the entities that it keeps.
  let entities: Set<String>
  /// The path of a store of another library, which is only read.
  let foreignPath: String?

  init(
    _ opened: PersistentStoreDescription, _ container: ModelContainer, foreignPath: String?
  ) {
    identifier = container.store.identifier.uuidString
    type = opened.isKeptInMemory ? .inMemory : .sqlite
    url = opened.isKeptInMemory ? nil : opened.url
    configurationName = opened.configuration
    isReadOnly = opened.isReadOnly
    entities = Set(container.schema.entitiesByName.keys)
    self.opened = opened
    self.foreignPath = foreignPath
  }
}

extension PersistentStore: Hashable {
  /// Whether two are one.
  public static func == (lhs: PersistentStore, rhs: PersistentStore) -> Bool { lhs === rhs }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension PersistentStore: CustomStringConvertible {
  /// The type and the place.
  public var description: String { opened.description }
}
