#if !canImport(ObjectiveC)
import Foundation
public import StrataContexts
public import StrataManagedObjects
import StrataModel

/// The code of an object that isn't valid for another reason than the following.
public let NSManagedObjectValidationError = 1550
/// The code of an attribute constraint that isn't valid.
public let NSManagedObjectConstraintValidationError = 1551
/// The code of several errors, which are under ``NSDetailedErrorsKey``.
public let NSValidationMultipleErrorsError = 1560
/// The code of a property that must have a value.
public let NSValidationMissingMandatoryPropertyError = 1570
/// The code of a relationship with too few objects.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// The code of a relationship with too many objects.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// The code of a deletion that a relationship's rule denies.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// The code of a number that is too large.
public let NSValidationNumberTooLargeError = 1610
/// The code of a number that is too small.
public let NSValidationNumberTooSmallError = 1620
/// The code of a date that is too late.
public let NSValidationDateTooLateError = 1630
/// The code of a date that is too early.
public let NSValidationDateTooSoonError = 1640
/// The code of a date that isn't one.
public let NSValidationInvalidDateError = 1650
/// The code of a text that is too long.
public let NSValidationStringTooLongError = 1660
/// The code of a text that is too short.
public let NSValidationStringTooShortError = 1670
/// The code of a text that doesn't match its pattern.
public let NSValidationStringPatternMatchingError = 1680
/// The code of a URI that isn't one.
public let NSValidationInvalidURIError = 1690
/// The code of a coordinator without stores.
public let NSPersistentStoreCoordinatorLockingError = 132000
/// The code of conflicts with other contexts' saves.
public let NSManagedObjectMergeError = 133020
/// The code of conflicts of unique values.
public let NSManagedObjectConstraintMergeError = 133021
/// The code of an object that doesn't exist.
public let NSManagedObjectReferentialIntegrityError = 133000
/// The code of relationships that lead to another context's objects.
public let NSManagedObjectExternalRelationshipError = 133010
/// The code of a store of a type that isn't supported.
public let NSPersistentStoreInvalidTypeError = 134000
/// The code of a store whose tables don't fit the model.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// The code of a store that can't be written to.
public let NSPersistentStoreSaveError = 134030
/// The code of an operation on a store that failed.
public let NSPersistentStoreOperationError = 134070
/// The code of a store that others kept locked for too long.
public let NSPersistentStoreTimeoutError = 134090
/// The code of a store that can't be opened.
public let NSPersistentStoreOpenError = 134080
/// The code of a store that was saved with another version of the model.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// The code of a migration that failed.
public let NSMigrationError = 134110
/// The code of a migration that was cancelled.
public let NSMigrationCancelledError = 134120
/// The code of a migration whose source model can't be found.
public let NSMigrationMissingSourceModelError = 134130
/// The code of a migration without a mapping model.
public let NSMigrationMissingMappingModelError = 134140
/// The code of a migration that can't read its source.
public let NSMigrationManagerSourceStoreError = 134150
/// The code of a migration that can't write its destination.
public let NSMigrationManagerDestinationStoreError = 134160
/// The code of a policy that failed to migrate an entity.
public let NSEntityMigrationPolicyError = 134170
/// The code of external records that can't be imported.
public let NSExternalRecordImportError = 134200
/// The code of a store of another type than the options say.
public let NSPersistentStoreTypeMismatchError = 134010
/// The code of a save of which a part was written.
public let NSPersistentStoreIncompleteSaveError = 134040
/// The code of a request that isn't supported.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// The code of an error of SQLite.
public let NSSQLiteError = 134180
/// The code of a model that can't be inferred.
public let NSInferredMappingModelError = 134190
/// The code of a history that was cleaned up.
public let NSPersistentHistoryTokenExpiredError = 134301
/// The code of an operation that isn't supported.
public let NSCoreDataError = 134060

/// The key of the invalid object, or of its identifier if nothing retains the object.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The key of the invalid property's name.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The key of the limit that an invalid value violates, as text.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The key of the invalid value, as text.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The key of the errors of which there are several.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The key of the stores that an error is about.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The key of the identifiers of the objects that an error is about.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// The key of conflicts that a save hasn't resolved.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
/// The domain of SQLite's own codes.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

// Errors as `NSError` have Core Data's domain, codes and keys.
extension ValidationError: _CocoaError {
  /// Core Data's code.
  public var errorCode: Int { code.rawValue }
  /// The object, the property, the value and the limit, or the detailed errors.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: description]
    info[NSValidationObjectErrorKey] = source ?? object
    info[NSValidationKeyErrorKey] = key
    info[NSValidationValueErrorKey] = value
    info[NSValidationPredicateErrorKey] = limit
    if !detailedErrors.isEmpty { info[NSDetailedErrorsKey] = detailedErrors.map { $0 as NSError } }
    return info
  }
}

extension ManagedObjectError: _CocoaError {
  /// Core Data's code, or that of an error of Core Data in general.
  public var errorCode: Int {
    switch self {
    case .otherVersion: NSPersistentStoreIncompatibleVersionHashError
    case .missingObject, .unreadableObject: NSManagedObjectReferentialIntegrityError
    case .otherContext: NSManagedObjectExternalRelationshipError
    case .noStore: NSPersistentStoreCoordinatorLockingError
    default: NSCoreDataError
    }
  }
  /// The description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension StackError: _CocoaError {
  /// Core Data's code, or that of an error of Core Data in general.
  public var errorCode: Int {
    switch self {
    case .missingValue: NSValidationMissingMandatoryPropertyError
    case .invalidValue, .invalid: NSManagedObjectValidationError
    case .notUnique, .conflictsWithSeveral: NSManagedObjectConstraintMergeError
    case .deleteDenied: NSValidationRelationshipDeniedDeleteError
    case .relatedAcrossContexts: NSManagedObjectExternalRelationshipError
    case .mergeConflicts, .deletedElsewhere: NSManagedObjectMergeError
    case .notFound: NSManagedObjectReferentialIntegrityError
    case .several: NSValidationMultipleErrorsError
    default: NSCoreDataError
    }
  }
  /// The description, the object, and the conflicts or detailed errors.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: "\(self)"]
    switch self {
    case .mergeConflicts(let conflicts): info[NSPersistentStoreSaveConflictsErrorKey] = conflicts
    case .notUnique(let conflict): info[NSPersistentStoreSaveConflictsErrorKey] = [conflict]
    case .conflictsWithSeveral(let conflicts):
      info[NSPersistentStoreSaveConflictsErrorKey] = conflicts
    case .several(let errors): info[NSDetailedErrorsKey] = errors.map { $0 as NSError }
    default: break
    }
    return info
  }
}
#endif
