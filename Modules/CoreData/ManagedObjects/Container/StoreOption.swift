internal import Foundation

/// The value of a store's option.
enum StoreOption: Sendable {
  case boolean(Bool)
  case number(Double)
  /// Settings of SQLite, as texts by name.
  case pragmas([String: String])
  case other(String)

  static let readOnly = "NSReadOnlyPersistentStoreOption"
  static let migrates = "NSMigratePersistentStoresAutomaticallyOption"
  static let infersMapping = "NSInferMappingModelAutomaticallyOption"
  static let timeout = "NSPersistentStoreTimeoutOption"
  static let history = "NSPersistentHistoryTrackingKey"
  static let remoteChanges = "NSPersistentStoreRemoteChangeNotificationOptionKey"
  static let sqlitePragmas = "NSSQLitePragmasOption"
  static let vacuum = "NSSQLiteManualVacuumOption"
  static let analyze = "NSSQLiteAnalyzeOption"
  static let fileProtection = "NSPersistentStoreFileProtectionKey"
  static let usualTimeout = 10.0

  /// The values of SQLite's settings that every store has, by the settings' names.
  private static let usual: [String: Set<String>] = [
    "journal_mode": ["wal"], "synchronous": ["full", "normal", "2", "1"],
    "foreign_keys": ["on", "1", "true"], "auto_vacuum": ["0", "none", "2", "incremental"],
    "fullfsync": ["0", "1", "on", "off"],
  ]

  init(_ value: Any) {
    switch value {
    case let value as Bool: self = .boolean(value)
    case let value as NSNumber: self = .number(value.doubleValue)
    case let value as Double: self = .number(value)
    case let value as any BinaryInteger: self = .number(Double(value))
    case let value as [String: Any]: self = .pragmas(value.mapValues { "\($0)" })
    default: self = .other("\(value)")
    }
  }

  var any: Any {
    switch self {
    case .boolean(let value): value
    case .number(let value): value
    case .pragmas(let pragmas): pragmas
    case .other(let text): text
    }
  }

  /// Checks that the option is supported with this value.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)``.
  func check(_ key: String) throws(ManagedObjectError) {
    switch (key, self) {
    case (Self.readOnly, .boolean), (Self.remoteChanges, .boolean): return
    case (Self.migrates, .boolean), (Self.infersMapping, .boolean), (Self.history, .boolean(true)):
      return
    case (Self.history, .boolean(false)):
      throw .unsupported(
        "a store keeps its history in any case; leave \(key) out, and remove what isn't needed by "
          + "NSPersistentHistoryChangeRequest.deleteHistory(before:)")
    case (Self.timeout, .number(Self.usualTimeout)): return
    // A store is compacted and analyzed as it is used, and files have no protection of this kind here.
    case (Self.vacuum, .boolean), (Self.analyze, .boolean), (Self.fileProtection, _): return
    case (Self.sqlitePragmas, .pragmas(let pragmas)):
      for (name, value) in pragmas.sorted(by: { $0.key < $1.key }) {
        guard Self.usual[name.lowercased()]?.contains(value.lowercased()) ?? false else {
          throw .unsupported(
            "a store sets SQLite's \(name) itself, and not to \(value); leave it out of \(key)")
        }
      }
    case (Self.timeout, .number):
      throw .unsupported("a save waits ten seconds for others; leave the timeout as it is")
    case (Self.readOnly, _), (Self.remoteChanges, _), (Self.migrates, _), (Self.infersMapping, _),
      (Self.history, _):
      throw .unsupported("the option \(key) is true or false, not \(any)")
    default:
      // An unknown option that is off changes nothing.
      if case .boolean(false) = self { return }
      throw .unsupported("a store has no option \(key) here; leave it out")
    }
  }
}
