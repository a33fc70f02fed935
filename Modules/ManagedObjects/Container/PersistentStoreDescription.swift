public import Foundation
public import StrataCoreDataStores

/// A store that a container is to open.
public struct PersistentStoreDescription: Sendable, Hashable {
  /// What a store is kept in.
  public enum StoreType: String, Sendable, Hashable {
    /// A database file.
    case sqlite = "SQLite"
    /// Memory; gone with its container.
    case inMemory = "InMemory"
  }

  /// Where the store is; nil for one in memory.
  public var url: URL?
  /// What it is kept in.
  public var type: StoreType
  /// The configuration of the model that the store keeps; nil for all entities.
  public var configuration: String?
  /// Whether nothing may be saved.
  public var isReadOnly = false
  /// How a store that Core Data or SwiftData has made is written; nil where it is only read. See
  /// `ModelContainer.init(for:editing:policy:)`.
  public var coreDataWritePolicy: CoreDataWritePolicy?

  /// A store at a place.
  public init(url: URL) {
    self.url = url
    type = .sqlite
  }

  /// A store in memory.
  public static var inMemory: PersistentStoreDescription {
    var made = PersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    made.type = .inMemory
    made.url = nil
    return made
  }
}
