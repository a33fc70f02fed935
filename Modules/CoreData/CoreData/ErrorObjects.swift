#if !canImport(ObjectiveC)
public import Foundation
public import StrataContexts
public import StrataCoreDataStores
public import StrataDescriptions
public import StrataEditing
public import StrataHistory
public import StrataManagedObjects
public import StrataModel
public import StrataModelFiles
public import StrataQueryText
public import StrataSQLite
public import StrataSchema
public import StrataStorage

/// An error that a program may catch as an `NSError`, as it catches Core Data's errors.
///
/// On platforms without Objective-C `catch let error as NSError` catches an error only if it is such an
/// object or can become one. The compiler takes that clause for one that catches everything, so that a
/// program without another clause would crash at any other error.
public protocol _CocoaError: CustomNSError, _ContextError, _ObjectiveCBridgeable
where _ObjectiveCType == NSError {}

extension _CocoaError {
  /// Cocoa's domain.
  public static var errorDomain: String { NSCocoaErrorDomain }
  /// The code of an error of Core Data in general.
  public var errorCode: Int { NSCoreDataError }
  /// The description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: "\(self)"] }

  /// The error as an object, whose conflicts refer to the context's objects.
  public func _inContext(_ context: NSManagedObjectContext?) -> any Error {
    ErrorObject(self, in: context)
  }

  /// The error as an object, which can become this error again.
  public func _bridgeToObjectiveC() -> NSError { ErrorObject(self) }

  /// Sets the error of which an object was made.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
    result = (source as? ErrorObject)?.error as? Self
  }

  /// Sets the error of which an object was made, or returns false if it is another object.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout Self?
  ) -> Bool {
    _forceBridgeFromObjectiveC(source, result: &result)
    return result != nil
  }

  /// Returns the error of which an object was made. There must be one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
    guard let error = (source as? ErrorObject)?.error as? Self else {
      preconditionFailure("\(source as Any) was made of another error than \(Self.self)")
    }
    return error
  }
}

// Unchecked, since `NSError` is. The error is a constant, and errors are sendable.
/// An error as an object.
private final class ErrorObject: NSError, @unchecked Sendable {
  let error: any Error

  init<Failure: _CocoaError>(_ error: Failure, in context: NSManagedObjectContext? = nil) {
    self.error = error
    var info = error.errorUserInfo
    if let context, let conflicts = (error as? StackError)?.conflicts(in: context) {
      info[NSPersistentStoreSaveConflictsErrorKey] = conflicts
    }
    super.init(domain: Failure.errorDomain, code: error.errorCode, userInfo: info)
  }

  override var description: String { "\(error)" }

  /// Archives don't have the error itself.
  required init?(coder: NSCoder) { nil }
}

extension StackError {
  /// The conflicts that a save hasn't resolved, with the context's objects, or nil for another error.
  fileprivate func conflicts(in context: NSManagedObjectContext) -> [NSObject]? {
    switch self {
    case .mergeConflicts(let conflicts): conflicts.map { NSMergeConflict($0, context) }
    case .notUnique(let conflict): [NSConstraintConflict(conflict, context)]
    case .conflictsWithSeveral(let conflicts):
      conflicts.map { NSConstraintConflict($0, context) }
    default: nil
    }
  }
}

extension StorageError: _CocoaError {
  /// Core Data's code for opening a store, for a timeout or for an error of SQLite.
  public var errorCode: Int {
    switch self {
    case .cannotOpen, .tooManyOpenFiles, .notADatabase, .notAStore, .newerFormat:
      NSPersistentStoreOpenError
    case .incompatibleSchema: NSPersistentStoreIncompatibleSchemaError
    case .busy, .noConnection: NSPersistentStoreTimeoutError
    case .readOnly, .diskFull, .fileMoved: NSPersistentStoreSaveError
    default: NSSQLiteError
    }
  }
}

extension HistoryError: _CocoaError {
  /// Core Data's code for a token whose history was cleaned up.
  public var errorCode: Int {
    if case .expired = self { NSPersistentHistoryTokenExpiredError } else { NSCoreDataError }
  }
}

extension MigrationError: _CocoaError {
  /// Core Data's code for a migration that failed.
  public var errorCode: Int { NSMigrationError }
}

extension CoreDataStoreError: _CocoaError {
  /// Core Data's code for a store that can't be opened.
  public var errorCode: Int { NSPersistentStoreOpenError }
}

extension BackupError: _CocoaError {
  /// Core Data's code for an operation on a store that failed.
  public var errorCode: Int { NSPersistentStoreOperationError }
}

extension CopyError: _CocoaError {
  /// Core Data's code for an operation on a store that failed.
  public var errorCode: Int { NSPersistentStoreOperationError }
}

extension ConfigurationError: _CocoaError {}
extension ModelConversionError: _CocoaError {}
extension ModelError: _CocoaError {}
extension ModelFileError: _CocoaError {}
extension ModelMergeError: _CocoaError {}
extension PredicateSyntaxError: _CocoaError {}
extension QueryError: _CocoaError {}
extension SchemaError: _CocoaError {}
extension SwiftDataError: _CocoaError {}
extension UndoError: _CocoaError {}
extension UnstorableValue: _CocoaError {}
#endif
