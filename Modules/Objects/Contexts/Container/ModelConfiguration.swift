public import StrataGraph
public import StrataMigration
public import Foundation
public import StrataModel
public import StrataObservation
public import StrataSQLite
public import StrataSchema
public import StrataStorage

/// The location, classes and options of one of a container's stores.
///
/// A container with several configurations has a store for each. Classes that are related, or
/// inherit from each other, must be in the same store.
public struct ModelConfiguration: Sendable, Hashable, Identifiable {
  /// The name that identifies the store in its container. Without a URL it is also the file name.
  public let name: String
  /// The store's file, the address of a server without its password, or `/dev/null` for a store in memory.
  public private(set) var url: URL
  /// The address of a server with its password, or nil for a file.
  let serverURL: SecretURL?
  /// True if the store is in memory and is deleted with its container.
  public let isStoredInMemoryOnly: Bool
  /// True if contexts may save.
  public let allowsSave: Bool
  /// The store's classes, or nil for all classes that the container's other stores don't contain.
  public var schema: Schema?
  /// The group of programs that share the store. Has no effect on this platform.
  public let groupContainer: GroupContainer
  /// The cloud database of the store. Has no effect on this platform.
  public let cloudKitDatabase: CloudKitDatabase
  /// The rule for inferring inverse relationships, and for rejecting ambiguous models.
  public let relationshipInference: RelationshipInference
  /// The default policy of contexts for new objects whose unique values conflict with existing
  /// ones.
  public var uniqueConflictPolicy = UniqueConflictPolicy.upsert
  /// The durability of saves after a loss of power.
  ///
  /// With `StoreDurability.normal`, the default, a loss of power may undo the last saves. With
  /// `StoreDurability.full` it undoes none, but each save waits for the disk.
  ///
  /// ```swift
  /// var configuration = ModelConfiguration("payments")
  /// configuration.durability = .full
  /// ```
  public var durability = StoreDurability.normal
  /// The longest time that a save waits while others save, before it throws `StorageError.busy`.
  ///
  /// A save first waits for other threads of your program, in the order of their arrival, then for other programs. Each
  /// of the two waits may take this long. Calls of `ModelContainer/write(author:_:)` that wait for each other don't
  /// count, since they block no thread.
  ///
  /// ```swift
  /// var configuration = ModelConfiguration("orders")
  /// configuration.busyTimeout = .seconds(2)
  /// ```
  public var busyTimeout = Duration.seconds(10)
  /// The largest number of threads on which the container's reads and model actors run, at least 1, or nil for the
  /// default.
  ///
  /// The default is the number of active processor cores, or 4 if there are fewer, and 8 for a store on a server. A store
  /// on a server has no more than 8. If there are several stores, the container has as many as the store with the fewest.
  public var maximumReaders: Int?
  /// The scopes with which all contexts of the container begin (`ModelContext.scope(_:)`).
  ///
  /// ```swift
  /// var configuration = ModelConfiguration("notes")
  /// configuration.scopes = [ModelScope(#Predicate<Note> { !$0.isDraft })]
  /// ```
  ///
  /// Creating the container throws `StackError.unknownModel` for a class that the store doesn't have.
  public var scopes: [ModelScope] = []
  /// SQL functions of your own for the statements of ``ModelContext/withConnection(of:_:)`` and
  /// ``ModelContext/rows(_:of:)``, on a store in a file or in memory. On a server you create functions in the database.
  public var functions: [SQLFunction] = []
  /// Orders of texts of your own for `COLLATE` in the same statements.
  public var collations: [SQLCollation] = []
  /// Extensions of SQLite that each connection of a context to the store's file loads, after the container has opened and
  /// migrated it. A migration, a backup and a restore don't have them.
  public var extensions: [SQLExtension] = []
  /// Prepares each connection of a context to the store's file before it is used, on any thread, after the container has
  /// opened and migrated the file.
  ///
  /// ```swift
  /// configuration.prepare = { connection in
  ///   try connection.set(.cacheSize, to: -64_000)
  /// }
  /// ```
  ///
  /// An error keeps the container from opening the store, or ends the read that needed the connection.
  public var prepare: (@Sendable (ConnectionPreparation) throws -> Void)?
  /// How long the store keeps the transactions of its history. Applied when the container opens the store, and by
  /// ``ModelContainer/run(_:)``.
  public var historyPolicy = HistoryPolicy.standard
  /// True to set a damaged file aside and to begin with an empty store.
  ///
  /// This applies to a file that is no database, that SQLite finds damaged when the container opens it, or that lacks the
  /// store's own tables. The file is renamed with those beside it, `orders.store` to `orders.store.damaged-2026-11-27T10-15-00Z`, and
  /// ``ModelContainer/setAsideStores`` and the log name it. A file of another library, of a newer version or of other
  /// models isn't damaged, and the container throws the error, as it does by default in any case.
  public var setsDamagedStoreAside = false
  /// Reads the statements of a migration before it changes the store, or nil to let each migration run.
  ///
  /// ```swift
  /// configuration.reviewMigration = { script in
  ///   print(script)
  ///   guard script.digest == "1x3k9pd2c07qe" else { throw NotReviewed() }
  /// }
  /// ```
  ///
  /// The container calls it while it is created, on its thread, and others can't save meanwhile. If it throws, the store stays
  /// as it was, and the container throws the error. It isn't called for a store that has the models' tables already, nor
  /// for one that the container makes. With a migration plan it is called once for all stages, when they have run on a copy,
  /// or on a server in a transaction that isn't committed yet.
  public var reviewMigration: (@Sendable (MigrationScript) throws -> Void)?
  /// Called at each step of a migration with a plan, while the container is created, on any thread.
  public var migrationProgress: (@Sendable (MigrationProgress) -> Void)?
  /// The logger of the store's operations, or nil for none.
  public var logger: (any ModelLogger)?
  /// The observer of the store's operations and statements, or nil for none. [Observability](Observability.md) shows
  /// what you get and what it costs.
  public var observer: (any StoreObserver)?
  /// The duration from which on a statement is logged by ``logger`` as a notice, or nil to log none.
  ///
  /// The message has the SQL without its values, the duration and the number of rows. A statement that is always slow is
  /// logged once, and again when it takes twice as long as it did then.
  public var slowStatements: Duration?
  /// True if the file name is derived from the configuration's name.
  let isNamedFile: Bool

  /// The name of the configuration.
  public var id: String { name }
  /// The name of the cloud database, or nil.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.identifier }
  /// The name of the group, or nil.
  public var groupAppContainerIdentifier: String? { groupContainer.identifier }

  /// Creates a configuration for a store in the user's data folder, or in memory.
  ///
  /// The file is `<name>.store`, or `default.store` without a name. It is in the program's own
  /// folder in `$XDG_DATA_HOME` or `~/.local/share`, so that programs of the same user don't share
  /// it. The folder has the name of the program's bundle identifier or executable. If programs
  /// share a store, or yours may be renamed, pass a URL instead.
  ///
  /// Earlier versions put the store into the data folder itself. If the program's folder contains
  /// no store, and an old one contains any of its classes, the container uses the old one, as its
  /// configuration shows. To end this, move the file into the program's folder while no program
  /// uses it.
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
    serverURL = nil
    url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null")
      : URL.programFolder.appendingPathComponent((name ?? "default") + ".store")
  }

  /// Creates a configuration for a store at a URL: a file's, or that of a PostgreSQL server.
  ///
  /// A server's URL names the database and, where it isn't `strata`, the schema with the store's tables:
  /// `postgresql://app@db.example/shop?schema=tenant_7`. The program finds PostgreSQL's client library when it opens
  /// the store. ``url`` has no password.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic,
    relationshipInference: RelationshipInference = .unambiguous
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    isNamedFile = false
    self.schema = schema
    let isServer = url.isOfServer
    serverURL = isServer ? SecretURL(url: url) : nil
    self.url = isServer ? StrataStorage.Store.publicAddress(url) : url
    // SwiftData uses this path for stores in memory.
    isStoredInMemoryOnly = url.path == "/dev/null"
    self.allowsSave = allowsSave
    groupContainer = .none
    self.cloudKitDatabase = cloudKitDatabase
    self.relationshipInference = relationshipInference
  }

  /// Creates a configuration for a store of some model classes.
  @_disfavoredOverload
  public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    // Creating the container reports classes that don't fit together.
    self.init(schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Compares two configurations, except for their group, cloud database, logger, observer, scopes, functions,
  /// collations, preparation and progress closure.
  public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
    lhs.name == rhs.name && lhs.url == rhs.url && lhs.allowsSave == rhs.allowsSave
      && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly && lhs.schema == rhs.schema
      && lhs.relationshipInference == rhs.relationshipInference
      && lhs.uniqueConflictPolicy == rhs.uniqueConflictPolicy && lhs.durability == rhs.durability
      && lhs.busyTimeout == rhs.busyTimeout && lhs.maximumReaders == rhs.maximumReaders
      && lhs.slowStatements == rhs.slowStatements && lhs.extensions == rhs.extensions
      && lhs.historyPolicy == rhs.historyPolicy
      && lhs.setsDamagedStoreAside == rhs.setsDamagedStoreAside
  }

  /// Hashes name and URL.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(url)
  }

  /// The reports to the configuration's observer and logger.
  var observation: StoreObservation {
    let name =
      isStoredInMemoryOnly ? ":memory:" : serverURL == nil ? url.path : url.absoluteString
    let log = logger.map { logger in
      { @Sendable (message: String) in Optional(logger).log(.notice, message) }
    }
    return StoreObservation(
      of: name, observer: observer, slowStatements: slowStatements, log: log)
  }

  /// The file to open, or nil for a store in memory or on a server.
  var fileURL: URL? { isStoredInMemoryOnly || serverURL != nil ? nil : url }

  /// The busy time-out in seconds, at most some three weeks, as SQLite and PostgreSQL take it.
  var busySeconds: Double { min(max(busyTimeout / .seconds(1), 0), 2_000_000) }

  /// The number of threads for reads and model actors.
  ///
  /// Throws `StorageError.cannotOpen` for a server's URL that is no valid address.
  var readerCount: Int {
    get throws(StorageError) {
      guard let server = serverURL?.url else {
        return maximumReaders ?? max(ProcessInfo.processInfo.activeProcessorCount, 4)
      }
      let connectionCount = try StrataStorage.Store.connectionCount(ofServer: server)
      return min(maximumReaders ?? connectionCount, connectionCount)
    }
  }
}

/// A URL that may have a password, which is in no description.
struct SecretURL: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  let url: URL

  var description: String { "\(StrataStorage.Store.publicAddress(url))" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

extension ModelConfiguration {
  /// A group of programs that share a folder on Apple's platforms. Has no effect on this platform.
  public struct GroupContainer: Sendable, Hashable {
    /// The name of the group, or nil.
    public let identifier: String?
    /// The group that the program belongs to.
    public static let automatic = GroupContainer(identifier: nil)
    /// No group.
    public static let none = GroupContainer(identifier: nil)
    /// The group with a name.
    public static func identifier(_ name: String) -> GroupContainer {
      GroupContainer(identifier: name)
    }
  }

  /// A cloud database on Apple's platforms. Here nothing leaves the machine.
  public struct CloudKitDatabase: Sendable, Hashable {
    /// The name of the database, or nil.
    public let identifier: String?
    /// The database that the program is entitled to.
    public static let automatic = CloudKitDatabase(identifier: nil)
    /// No database.
    public static let none = CloudKitDatabase(identifier: nil)
    /// A private database with a name.
    public static func `private`(_ name: String) -> CloudKitDatabase {
      CloudKitDatabase(identifier: name)
    }
  }
}

extension ModelConfiguration {
  /// The configuration, or that of an earlier version's store if the program's folder contains
  /// none.
  ///
  /// An earlier store must contain one of the classes.
  ///
  /// - Throws: `StorageError` if an earlier store exists and can't be read.
  func found(for schema: Schema) throws -> ModelConfiguration {
    guard isNamedFile, !FileManager.default.fileExists(atPath: url.path) else { return self }
    let old = Self.dataFolder.appendingPathComponent(url.lastPathComponent)
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
  /// The program's folder in the user's data folder.
  package static var programFolder: URL {
    let path = CommandLine.arguments.first ?? ""
    let name = Bundle.main.bundleIdentifier ?? URL(fileURLWithPath: path).lastPathComponent
    return ModelConfiguration.dataFolder.appendingPathComponent(name, isDirectory: true)
  }
}

extension ModelConfiguration {
  /// The user's data folder (XDG Base Directory Specification). It has a folder for each program, with its named stores.
  public static var dataFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    // Foundation uses the system's user database, which the environment may override.
    let home =
      environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser
    return home.appendingPathComponent(".local/share", isDirectory: true)
  }
}
