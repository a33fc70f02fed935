public import StrataGraph
public import Foundation
public import StrataModel
public import StrataObservation
internal import StrataSQLite
public import StrataSchema
public import StrataStorage

/// Where one of a container's stores is, which of its classes it keeps, and what may be done with it.
///
/// A container with several configurations has a store for each. Classes that are related, or inherit
/// from each other, are in one store.
public struct ModelConfiguration: Sendable, Hashable, Identifiable {
  /// The name, by which a container tells its stores apart; also the store's file name when no URL is
  /// given.
  public let name: String
  /// The store's file; `/dev/null` for one in memory.
  public private(set) var url: URL
  /// Whether the store is in memory and gone with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether contexts may save.
  public let allowsSave: Bool
  /// What the store keeps; nil for all that the container's other stores leave.
  public let schema: Schema?
  /// Where the store is shared with other programs of a group; changes nothing here.
  public let groupContainer: GroupContainer
  /// Which cloud the store is kept in step with; none here.
  public let cloudKitDatabase: CloudKitDatabase
  /// How the other ends of relationships are found, and which models are refused for it.
  public let relationshipInference: RelationshipInference
  /// What contexts do with new objects whose unique values another object has already, unless they
  /// are told otherwise.
  public var uniqueConflictPolicy = UniqueConflictPolicy.upsert
  /// What a loss of power may take back of the saves. With ``StoreDurability/normal``, the default, it may
  /// be the last ones; with ``StoreDurability/full`` none, and each save waits for the disk.
  ///
  ///     var configuration = ModelConfiguration("payments")
  ///     configuration.durability = .full
  public var durability = StoreDurability.normal
  /// Hears of each step of the store's migration with a plan, while the container is made, on any
  /// thread; nil for nobody.
  public var migrationProgress: (@Sendable (MigrationProgress) -> Void)?
  /// Who writes down what is done with the store; nil for nobody.
  public var logger: (any ModelLogger)?
  /// Whether the file is called after the configuration.
  let isNamedFile: Bool

  /// The configuration's name.
  public var id: String { name }
  /// The cloud database's name, if there is one.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.identifier }
  /// The group's name, if there is one.
  public var groupAppContainerIdentifier: String? { groupContainer.identifier }

  /// A store in the user's data folder, or in memory.
  ///
  /// The file is `<name>.store`, `default.store` without a name, in the program's own folder in
  /// `$XDG_DATA_HOME` or `~/.local/share`, so that programs of one account don't share it. The folder
  /// is called after the program's bundle identifier, or after its executable. Programs that shall
  /// share a store, and one that may be renamed, give its URL.
  ///
  /// Earlier versions kept it in the user's folder itself. Where the program has no store of its own
  /// and one there has any of its classes, that one is used; the container's configuration tells. To
  /// end this, move its file into the program's folder while nobody uses it.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic,
    relationshipInference: RelationshipInference = .unambiguous
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    self.relationshipInference = relationshipInference
    isNamedFile = !isStoredInMemoryOnly
    url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null")
      : URL.programFolder.appendingPathComponent((name ?? "default") + ".store")
  }

  /// A store at a place of one's own.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic,
    relationshipInference: RelationshipInference = .unambiguous
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    isNamedFile = false
    self.schema = schema
    self.url = url
    // The place where SwiftData puts what is in memory.
    isStoredInMemoryOnly = url.path == "/dev/null"
    self.allowsSave = allowsSave
    groupContainer = .none
    self.cloudKitDatabase = cloudKitDatabase
    self.relationshipInference = relationshipInference
  }

  /// A store of some model classes alone.
  @_disfavoredOverload
  public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    // Classes that don't fit together are reported when the container is made of them.
    self.init(schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Compares all that the configurations say.
  public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
    lhs.name == rhs.name && lhs.url == rhs.url && lhs.allowsSave == rhs.allowsSave
      && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly && lhs.schema == rhs.schema
      && lhs.relationshipInference == rhs.relationshipInference
      && lhs.uniqueConflictPolicy == rhs.uniqueConflictPolicy && lhs.durability == rhs.durability
  }

  /// Hashes name and place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(url)
  }

  /// The file to open; nil for a store in memory.
  var fileURL: URL? { isStoredInMemoryOnly ? nil : url }
}

extension ModelConfiguration {
  /// A group of programs that share a folder on Apple's platforms. There are none here.
  public struct GroupContainer: Sendable, Hashable {
    /// The group's name, if there is one.
    public let identifier: String?
    /// The one that the program belongs to.
    public static let automatic = GroupContainer(identifier: nil)
    /// None.
    public static let none = GroupContainer(identifier: nil)
    /// One by its name.
    public static func identifier(_ name: String) -> GroupContainer {
      GroupContainer(identifier: name)
    }
  }

  /// A cloud database on Apple's platforms. There is none here, and nothing leaves the machine.
  public struct CloudKitDatabase: Sendable, Hashable {
    /// The database's name, if there is one.
    public let identifier: String?
    /// The one that the program is entitled to.
    public static let automatic = CloudKitDatabase(identifier: nil)
    /// None.
    public static let none = CloudKitDatabase(identifier: nil)
    /// A private one by its name.
    public static func `private`(_ name: String) -> CloudKitDatabase {
      CloudKitDatabase(identifier: name)
    }
  }
}

extension ModelConfiguration {
  /// The configuration, or, where the program has no store of its own yet, that of an earlier version's
  /// store with the same classes.
  ///
  /// - Throws: `StorageError` when an earlier store is there and can't be read.
  func found(for schema: Schema) throws -> ModelConfiguration {
    guard isNamedFile, !FileManager.default.fileExists(atPath: url.path) else { return self }
    let old = URL.dataFolder.appendingPathComponent(url.lastPathComponent)
    guard FileManager.default.fileExists(atPath: old.path) else { return self }
    do {
      let state = try StoreState.read(at: old, isReadOnly: true)
      guard schema.entities.contains(where: { state?.has($0.name) == true }) else { return self }
    } catch StorageError.notAStore {
      return self
    }
    var configuration = self
    configuration.url = old
    return configuration
  }
}

extension URL {
  /// The folder for this program's data, in that of the user.
  package static var programFolder: URL {
    let path = CommandLine.arguments.first ?? ""
    let name = Bundle.main.bundleIdentifier ?? URL(fileURLWithPath: path).lastPathComponent
    return dataFolder.appendingPathComponent(name, isDirectory: true)
  }

  /// The folder for a user's data (XDG Base Directory Specification).
  package static var dataFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    // Foundation asks the system's list of users, which a program's environment may overrule.
    let home =
      environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser
    return home.appendingPathComponent(".local/share", isDirectory: true)
  }
}
