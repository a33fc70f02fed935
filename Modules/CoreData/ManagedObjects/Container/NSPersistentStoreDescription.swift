public import Foundation
public import StrataCoreDataStores
internal import Synchronization

// Unchecked, since a subclass may have properties of its own, which its program answers for. All that this class has is
// behind a lock.
/// The URL, type and options with which a coordinator opens a store.
open class NSPersistentStoreDescription: @unchecked Sendable {
  private struct State: Sendable {
    var url: URL?
    var type = StoreType.sqlite
    var configuration: String?
    var options: [String: StoreOption] = [:]
    var isAddedAsynchronously = false
    var coreDataWritePolicy: CoreDataWritePolicy?
    var migration: (any OpeningMigration)?
    /// The key under which the migration was set.
    var migrationKey: String?
    var migratesUnlessToldNotTo = true
  }

  private let state: Mutex<State>

  /// The location of the store's file. Nil for a store in memory.
  public var url: URL? {
    get { state.withLock { $0.url } }
    set { state.withLock { $0.url = newValue } }
  }
  /// The store's type. The default is a database file.
  @_disfavoredOverload
  package var type: StoreType {
    get { state.withLock { $0.type } }
    set { state.withLock { $0.type = newValue } }
  }
  /// The model's configuration whose entities the store contains, or nil for all entities.
  ///
  /// `Default` means all entities as well, if the model has no configuration of that name.
  public var configuration: String? {
    get { state.withLock { $0.configuration } }
    set { state.withLock { $0.configuration = newValue } }
  }
  /// True if the store is opened for reading only.
  public var isReadOnly: Bool {
    get { option(StoreOption.readOnly) }
    set { setOption(newValue, forKey: StoreOption.readOnly) }
  }
  /// False if a store of an earlier version of the model is migrated only where an option says so.
  ///
  /// Core Data migrates by a description's default, but not by that of a dictionary of options.
  package var migratesUnlessToldNotTo: Bool {
    get { state.withLock { $0.migratesUnlessToldNotTo } }
    set { state.withLock { $0.migratesUnlessToldNotTo = newValue } }
  }
  /// The policy for writing to a store that Core Data or SwiftData created. With nil it is only
  /// read.
  ///
  /// See `ModelContainer.init(for:editing:policy:)`.
  public var coreDataWritePolicy: CoreDataWritePolicy? {
    get { state.withLock { $0.coreDataWritePolicy } }
    set { state.withLock { $0.coreDataWritePolicy = newValue } }
  }
  /// True if a store of an earlier version of the model is migrated when it is opened, which is the
  /// default. With false, opening such a store throws ``ManagedObjectError/otherVersion(path:)``.
  public var shouldMigrateStoreAutomatically: Bool {
    get {
      let isUsual = state.withLock { $0.migratesUnlessToldNotTo || $0.migration != nil }
      return option(StoreOption.migrates, else: isUsual)
    }
    set { setOption(newValue, forKey: StoreOption.migrates) }
  }
  /// True if the migration is inferred from the models, which is the default. With false, opening a
  /// store that has to be migrated throws ``ManagedObjectError/otherVersion(path:)``.
  public var shouldInferMappingModelAutomatically: Bool {
    get { option(StoreOption.infersMapping, else: true) }
    set { setOption(newValue, forKey: StoreOption.infersMapping) }
  }
  /// True if `loadPersistentStores(completionHandler:)` opens the store in the background.
  ///
  /// Functions without a handler can't wait for that, and throw an error.
  public var shouldAddStoreAsynchronously: Bool {
    get { state.withLock { $0.isAddedAsynchronously } }
    set { state.withLock { $0.isAddedAsynchronously = newValue } }
  }
  /// The time in seconds that a save waits for a lock. It is 10. Opening a store with another value
  /// throws an error.
  public var timeout: TimeInterval {
    get {
      guard case .number(let seconds)? = state.withLock({ $0.options[StoreOption.timeout] }) else {
        return StoreOption.usualTimeout
      }
      return seconds
    }
    set { setOption(newValue, forKey: StoreOption.timeout) }
  }

  /// Creates a description whose URL you set later.
  public init() { state = Mutex(State()) }

  /// Creates a description of the store at a URL.
  public init(url: URL) { state = Mutex(State(url: url)) }

  /// A description of a store in memory.
  public static var inMemory: NSPersistentStoreDescription {
    let made = NSPersistentStoreDescription()
    made.type = .inMemory
    return made
  }

  /// The options that you have set, by key.
  @_disfavoredOverload
  package var options: [String: Any] { state.withLock { $0.options.mapValues(\.any) } }

  /// Sets an option, or removes it with nil. Opening the store throws an error if the option isn't
  /// supported.
  ///
  /// [Stores](ManagedObjects.md#stores) lists the supported options.
  public func setOption(_ option: Any?, forKey key: String) {
    if let migration = option as? any OpeningMigration {
      return state.withLock { ($0.migration, $0.migrationKey) = (migration, key) }
    }
    let value = option.map { StoreOption($0) }
    state.withLock { state in
      if state.migrationKey == key { (state.migration, state.migrationKey) = (nil, nil) }
      state.options[key] = value
    }
  }

  /// The migration that runs before the store is opened, or nil.
  var migration: (any OpeningMigration)? { state.withLock { $0.migration } }

  /// Returns a description of the same store, which may be migrated when it is opened.
  package func migrating() -> NSPersistentStoreDescription {
    let copy = copied()
    copy.shouldMigrateStoreAutomatically = true
    copy.shouldInferMappingModelAutomatically = true
    copy.state.withLock { $0.migration = nil }
    return copy
  }

  /// True if opening the store may migrate it.
  var migratesItself: Bool {
    shouldMigrateStoreAutomatically && shouldInferMappingModelAutomatically
  }

  /// The settings of SQLite that you have set, by name.
  package var pragmas: [String: Any] {
    state.withLock { state in
      guard case .pragmas(let pragmas)? = state.options[StoreOption.sqlitePragmas] else {
        return [:]
      }
      return pragmas.mapValues { $0 as Any }
    }
  }

  /// Sets a value by the name of SQLite's setting, or removes it with nil.
  package func setPragma(_ value: Any?, named name: String) {
    var all = pragmas
    all[name] = value
    setOption(all, forKey: StoreOption.sqlitePragmas)
  }

  /// True if the coordinator posts a notification after each save to the store.
  var postsRemoteChanges: Bool { option(StoreOption.remoteChanges) }

  private func option(_ key: String, else usual: Bool = false) -> Bool {
    state.withLock { state in
      guard case .boolean(let value)? = state.options[key] else { return usual }
      return value
    }
  }

  package func copied() -> NSPersistentStoreDescription {
    let copy = NSPersistentStoreDescription()
    let now = state.withLock { $0 }
    copy.state.withLock { $0 = now }
    return copy
  }

  /// Checks that all options are supported.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)``.
  func checkOptions() throws(ManagedObjectError) {
    let now = state.withLock { $0 }
    if now.isAddedAsynchronously {
      throw .unsupported(
        "a store is open when a function without a handler returns; leave shouldAddStoreAsynchronously out, or call "
          + "loadPersistentStores(completionHandler:)")
    }
    for (key, value) in now.options.sorted(by: { $0.key < $1.key }) { try value.check(key) }
  }
}

extension NSPersistentStoreDescription: Hashable {
  /// True if both are the same object.
  public static func == (
    lhs: NSPersistentStoreDescription, rhs: NSPersistentStoreDescription
  ) -> Bool { lhs === rhs }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension NSPersistentStoreDescription: CustomStringConvertible {
  /// The store's type, location and configuration.
  public var description: String {
    "\(type.rawValue) store\(url.map { " at \($0.path)" } ?? "")"
      + (configuration.map { " of the configuration \($0)" } ?? "")
  }
}

extension NSPersistentStoreDescription {
  /// The medium of a store: a database file or memory.
  public struct StoreType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// Core Data's name for the type.
    public let rawValue: String

    /// Creates a type with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a type with a name.
    public init(stringLiteral name: String) { rawValue = name }

    /// A database file.
    public static let sqlite = StoreType(rawValue: "SQLite")
    /// Memory. The content is lost with the container.
    public static let inMemory = StoreType(rawValue: "InMemory")
    /// On Apple's platforms, a file that is read and written as a whole. Here it is a database file as well, and a
    /// file that Apple's library wrote can't be opened.
    public static let binary = StoreType(rawValue: "Binary")
  }
}
