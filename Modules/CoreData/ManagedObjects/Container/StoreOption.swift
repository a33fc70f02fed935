internal import Foundation

/// The value of a store's option.
enum StoreOption: Sendable {
  case boolean(Bool)
  case number(Double)
  case other(String)

  static let readOnly = "NSReadOnlyPersistentStoreOption"
  static let migrates = "NSMigratePersistentStoresAutomaticallyOption"
  static let infersMapping = "NSInferMappingModelAutomaticallyOption"
  static let timeout = "NSPersistentStoreTimeoutOption"
  static let history = "NSPersistentHistoryTrackingKey"
  static let remoteChanges = "NSPersistentStoreRemoteChangeNotificationOptionKey"
  static let usualTimeout = 10.0

  init(_ value: Any) {
    switch value {
    case let value as Bool: self = .boolean(value)
    case let value as NSNumber: self = .number(value.doubleValue)
    case let value as Double: self = .number(value)
    case let value as any BinaryInteger: self = .number(Double(value))
    default: self = .other("\(value)")
    }
  }

  var any: Any {
    switch self {
    case .boolean(let value): value
    case .number(let value): value
    case .other(let text): text
    }
  }

  /// Checks that the option is supported with this value.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)``.
  func check(_ key: String) throws(ManagedObjectError) {
    switch (key, self) {
    case (Self.readOnly, .boolean), (Self.remoteChanges, .boolean): return
    case (Self.migrates, .boolean(true)), (Self.infersMapping, .boolean(true)),
      (Self.history, .boolean(true)):
      return
    case (Self.migrates, .boolean(false)), (Self.infersMapping, .boolean(false)):
      throw .unsupported(
        "a store of an earlier version of the model is migrated when it is opened, as the models say how; leave "
          + "\(key) out, or open a copy of the store")
    case (Self.history, .boolean(false)):
      throw .unsupported(
        "a store keeps its history in any case; leave \(key) out, and remove what isn't needed by "
          + "PersistentHistoryChangeRequest.deleteHistory(before:)")
    case (Self.timeout, .number(Self.usualTimeout)): return
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
