#if !canImport(ObjectiveC)
public import Foundation

// The names of Core Data's codes. What saves, fetches and stores throw can be caught as a
// `CocoaError`.
extension CocoaError.Code {
  /// An object isn't valid for another reason than the following.
  public static var managedObjectValidation: CocoaError.Code { CocoaError.Code(rawValue: 1550) }
  /// A constraint isn't valid.
  public static var managedObjectConstraintValidation: CocoaError.Code {
    CocoaError.Code(rawValue: 1551)
  }
  /// There are several errors, which are under `NSDetailedErrorsKey`.
  public static var validationMultipleErrors: CocoaError.Code { CocoaError.Code(rawValue: 1560) }
  /// A property must have a value.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    CocoaError.Code(rawValue: 1570)
  }
  /// A relationship has too few objects.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    CocoaError.Code(rawValue: 1580)
  }
  /// A relationship has too many objects.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    CocoaError.Code(rawValue: 1590)
  }
  /// A relationship's rule denies a deletion.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    CocoaError.Code(rawValue: 1600)
  }
  /// A number is too large.
  public static var validationNumberTooLarge: CocoaError.Code { CocoaError.Code(rawValue: 1610) }
  /// A number is too small.
  public static var validationNumberTooSmall: CocoaError.Code { CocoaError.Code(rawValue: 1620) }
  /// A date is too late.
  public static var validationDateTooLate: CocoaError.Code { CocoaError.Code(rawValue: 1630) }
  /// A date is too early.
  public static var validationDateTooSoon: CocoaError.Code { CocoaError.Code(rawValue: 1640) }
  /// A date isn't one.
  public static var validationInvalidDate: CocoaError.Code { CocoaError.Code(rawValue: 1650) }
  /// A text is too long.
  public static var validationStringTooLong: CocoaError.Code { CocoaError.Code(rawValue: 1660) }
  /// A text is too short.
  public static var validationStringTooShort: CocoaError.Code { CocoaError.Code(rawValue: 1670) }
  /// A text doesn't match its pattern.
  public static var validationStringPatternMatching: CocoaError.Code {
    CocoaError.Code(rawValue: 1680)
  }
  /// A URI isn't one.
  public static var validationInvalidURI: CocoaError.Code { CocoaError.Code(rawValue: 1690) }
  /// A coordinator has no stores.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    CocoaError.Code(rawValue: 132000)
  }
  /// An object doesn't exist.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    CocoaError.Code(rawValue: 133000)
  }
  /// A relationship leads to another context's object.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    CocoaError.Code(rawValue: 133010)
  }
  /// Another context has changed the same.
  public static var managedObjectMerge: CocoaError.Code { CocoaError.Code(rawValue: 133020) }
  /// Unique values are in conflict.
  public static var managedObjectConstraintMerge: CocoaError.Code {
    CocoaError.Code(rawValue: 133021)
  }
  /// A store is of a type that isn't supported.
  public static var persistentStoreInvalidType: CocoaError.Code {
    CocoaError.Code(rawValue: 134000)
  }
  /// A store is of another type than its description says.
  public static var persistentStoreTypeMismatch: CocoaError.Code {
    CocoaError.Code(rawValue: 134010)
  }
  /// A store's tables don't fit the model.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    CocoaError.Code(rawValue: 134020)
  }
  /// A store can't be written to.
  public static var persistentStoreSave: CocoaError.Code { CocoaError.Code(rawValue: 134030) }
  /// Not all stores could be saved.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    CocoaError.Code(rawValue: 134040)
  }
  /// A save has conflicts that nothing has resolved.
  public static var persistentStoreSaveConflicts: CocoaError.Code {
    CocoaError.Code(rawValue: 134050)
  }
  /// An operation isn't supported.
  public static var coreData: CocoaError.Code { CocoaError.Code(rawValue: 134060) }
  /// An operation on a store failed.
  public static var persistentStoreOperation: CocoaError.Code { CocoaError.Code(rawValue: 134070) }
  /// A store can't be opened.
  public static var persistentStoreOpen: CocoaError.Code { CocoaError.Code(rawValue: 134080) }
  /// Others kept a store locked for too long.
  public static var persistentStoreTimeout: CocoaError.Code { CocoaError.Code(rawValue: 134090) }
  /// A request isn't supported.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    CocoaError.Code(rawValue: 134091)
  }
  /// A store was saved with another version of the model.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    CocoaError.Code(rawValue: 134100)
  }
  /// A migration failed.
  public static var migration: CocoaError.Code { CocoaError.Code(rawValue: 134110) }
  /// A migration was cancelled.
  public static var migrationCancelled: CocoaError.Code { CocoaError.Code(rawValue: 134120) }
  /// A migration has no source model.
  public static var migrationMissingSourceModel: CocoaError.Code {
    CocoaError.Code(rawValue: 134130)
  }
  /// A migration has no mapping model.
  public static var migrationMissingMappingModel: CocoaError.Code {
    CocoaError.Code(rawValue: 134140)
  }
  /// A migration can't read its source.
  public static var migrationManagerSourceStore: CocoaError.Code {
    CocoaError.Code(rawValue: 134150)
  }
  /// A migration can't write its destination.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    CocoaError.Code(rawValue: 134160)
  }
  /// A migration policy failed.
  public static var entityMigrationPolicy: CocoaError.Code { CocoaError.Code(rawValue: 134170) }
  /// SQLite reports an error.
  public static var sqlite: CocoaError.Code { CocoaError.Code(rawValue: 134180) }
  /// A mapping model can't be inferred.
  public static var inferredMappingModel: CocoaError.Code { CocoaError.Code(rawValue: 134190) }
  /// An external record can't be read.
  public static var externalRecordImport: CocoaError.Code { CocoaError.Code(rawValue: 134200) }
}

extension CocoaError {
  /// An object isn't valid for another reason than the following.
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
  /// A constraint isn't valid.
  public static var managedObjectConstraintValidation: CocoaError.Code {
    .managedObjectConstraintValidation
  }
  /// There are several errors, which are under `NSDetailedErrorsKey`.
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
  /// A property must have a value.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .validationMissingMandatoryProperty
  }
  /// A relationship has too few objects.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// A relationship has too many objects.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// A relationship's rule denies a deletion.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }
  /// A number is too large.
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
  /// A number is too small.
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
  /// A date is too late.
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
  /// A date is too early.
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
  /// A date isn't one.
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
  /// A text is too long.
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
  /// A text is too short.
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
  /// A text doesn't match its pattern.
  public static var validationStringPatternMatching: CocoaError.Code {
    .validationStringPatternMatching
  }
  /// A URI isn't one.
  public static var validationInvalidURI: CocoaError.Code { .validationInvalidURI }
  /// A coordinator has no stores.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .persistentStoreCoordinatorLocking
  }
  /// An object doesn't exist.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .managedObjectReferentialIntegrity
  }
  /// A relationship leads to another context's object.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .managedObjectExternalRelationship
  }
  /// Another context has changed the same.
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
  /// Unique values are in conflict.
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
  /// A store is of a type that isn't supported.
  public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
  /// A store is of another type than its description says.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
  /// A store's tables don't fit the model.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .persistentStoreIncompatibleSchema
  }
  /// A store can't be written to.
  public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
  /// Not all stores could be saved.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .persistentStoreIncompleteSave
  }
  /// A save has conflicts that nothing has resolved.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
  /// An operation isn't supported.
  public static var coreData: CocoaError.Code { .coreData }
  /// An operation on a store failed.
  public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
  /// A store can't be opened.
  public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
  /// Others kept a store locked for too long.
  public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
  /// A request isn't supported.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }
  /// A store was saved with another version of the model.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// A migration failed.
  public static var migration: CocoaError.Code { .migration }
  /// A migration was cancelled.
  public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
  /// A migration has no source model.
  public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
  /// A migration has no mapping model.
  public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
  /// A migration can't read its source.
  public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
  /// A migration can't write its destination.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    .migrationManagerDestinationStore
  }
  /// A migration policy failed.
  public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
  /// SQLite reports an error.
  public static var sqlite: CocoaError.Code { .sqlite }
  /// A mapping model can't be inferred.
  public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
  /// An external record can't be read.
  public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
}
#endif
