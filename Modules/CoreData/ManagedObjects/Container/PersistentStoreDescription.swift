public import Foundation
public import StrataCoreDataStores
internal import Synchronization

/// A store that a container is to open.
public final class PersistentStoreDescription: Sendable {
  private struct State: Sendable {
    var url: URL?
    var type = StoreType.sqlite
    var configuration: String?
    var options: [String: StoreOption] = [:]
    var isAddedAsynchronously = false
    var coreDataWritePolicy: CoreDataWritePolicy?
  }

  private let state: Mutex<State>

  /// Where the store is; nil for one in memory.
  public var url: URL? {
    get { state.withLock { $0.url } }
    set { state.withLock { $0.url = newValue } }
  }
  /// What it is kept in: a database file, unless another type is set.
  public var type: StoreType {
    get { state.withLock { $0.type } }
    set { state.withLock { $0.type = newValue } }
  }
  /// The configuration of the model whose entities the store keeps; nil for all entities, and so is `Default`
  /// where the model has no configuration of that name.
  public var configuration: String? {
    get { state.withLock { $0.configuration } }
    set { state.withLock { $0.configuration = newValue } }
  }
  /// Whether nothing may be saved.
  public var isReadOnly: Bool {
    get { option(StoreOption.readOnly) }
    set { setOption(newValue, forKey: StoreOption.readOnly) }
  }
  /// How a store that Core Data or SwiftData has made is written; nil where it is only read. See
  /// `ModelContainer.init(for:editing:policy:)`.
  public var coreDataWritePolicy: CoreDataWritePolicy? {
    get { state.withLock { $0.coreDataWritePolicy } }
    set { state.withLock { $0.coreDataWritePolicy = newValue } }
  }
  /// Whether a store of an earlier version of the model becomes one of this when it is opened. It always does, and
  /// to open one with false is an error.
  public var shouldMigrateStoreAutomatically: Bool {
    get { option(StoreOption.migrates, else: true) }
    set { setOption(newValue, forKey: StoreOption.migrates) }
  }
  /// Whether the models alone say how. They always do, and to open a store with false is an error.
  public var shouldInferMappingModelAutomatically: Bool {
    get { option(StoreOption.infersMapping, else: true) }
    set { setOption(newValue, forKey: StoreOption.infersMapping) }
  }
  /// Whether the store is opened in the background. None is, and to open one with true is an error: load the
  /// container's stores in a task of your own.
  public var shouldAddStoreAsynchronously: Bool {
    get { state.withLock { $0.isAddedAsynchronously } }
    set { state.withLock { $0.isAddedAsynchronously = newValue } }
  }
  /// How long in seconds a save waits for others. It is 10, and to open a store with another number is an error.
  public var timeout: TimeInterval {
    get {
      guard case .number(let seconds)? = state.withLock({ $0.options[StoreOption.timeout] }) else {
        return StoreOption.usualTimeout
      }
      return seconds
    }
    set { setOption(newValue, forKey: StoreOption.timeout) }
  }

  /// A store whose place is set later.
  public init() { state = Mutex(State()) }

  /// A store at a place.
  public init(url: URL) { state = Mutex(State(url: url)) }

  /// A store in memory.
  public static var inMemory: PersistentStoreDescription {
    let made = PersistentStoreDescription()
    made.type = .inMemory
    return made
  }

  /// The options that were set, by their keys.
  public var options: [String: Any] { state.withLock { $0.options.mapValues(\.any) } }

  /// Sets an option, or none. Opening the store throws where it has no meaning here;
  /// [Stores](ManagedObjects.md#stores) lists those that have one.
  public func setOption(_ option: Any?, forKey key: String) {
    let value = option.map { StoreOption($0) }
    state.withLock { $0.options[key] = value }
  }

  /// Whether saves to the store are posted.
  var postsRemoteChanges: Bool { option(StoreOption.remoteChanges) }

  private func option(_ key: String, else usual: Bool = false) -> Bool {
    state.withLock { state in
      guard case .boolean(let value)? = state.options[key] else { return usual }
      return value
    }
  }

  func copy() -> PersistentStoreDescription {
    let copy = PersistentStoreDescription()
    let now = state.withLock { $0 }
    copy.state.withLock { $0 = now }
    return copy
  }

  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for an option that can't be followed.
  func checkOptions() throws(ManagedObjectError) {
    let now = state.withLock { $0 }
    if now.isAddedAsynchronously {
      throw .unsupported(
        "a store is opened before loadPersistentStores returns; leave shouldAddStoreAsynchronously out, and call "
          + "it in a task of your own")
    }
    for (key, value) in now.options.sorted(by: { $0.key < $1.key }) { try value.check(key) }
  }
}

extension PersistentStoreDescription: CustomStringConvertible {
  /// The type and the place.
  public var description: String {
    "\(type.rawValue) store\(url.map { " at \($0.path)" } ?? "")"
      + (configuration.map { " of the configuration \($0)" } ?? "")
  }
}
