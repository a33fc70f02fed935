/// The types of Core Data, by whose names a source is seen to use the framework, and those of Foundation
/// that the product has because Foundation on Linux lacks them.
///
/// On Apple's platforms a source gets the types of Core Data with UIKit, AppKit or XCTest, too.
enum CoreDataNames {
  static func contains(_ name: String) -> Bool { names.contains(name) }

  /// The labels of initializers that the product adds to Foundation's types, by type.
  static let initializers = ["NSPredicate": "format", "NSSortDescriptor": "key"]

  // https://developer.apple.com/documentation/coredata
  private static let names: Set<String> = [
    "NSAsynchronousFetchRequest", "NSAsynchronousFetchResult", "NSAtomicStore",
    "NSAtomicStoreCacheNode", "NSAttributeDescription", "NSAttributeType", "NSBatchDeleteRequest",
    "NSBatchDeleteRequestResultType", "NSBatchDeleteResult", "NSBatchInsertRequest",
    "NSBatchInsertRequestResultType", "NSBatchInsertResult", "NSBatchUpdateRequest",
    "NSBatchUpdateRequestResultType", "NSBatchUpdateResult", "NSCompositeAttributeDescription",
    "NSConstraintConflict", "NSCustomMigrationStage", "NSDeleteRule",
    "NSDerivedAttributeDescription",
    "NSEntityDescription", "NSEntityMapping", "NSEntityMappingType", "NSEntityMigrationPolicy",
    "NSExpressionDescription", "NSFetchIndexDescription", "NSFetchIndexElementDescription",
    "NSFetchIndexElementType", "NSFetchRequest", "NSFetchRequestExpression",
    "NSFetchRequestResult", "NSFetchRequestResultType", "NSFetchedPropertyDescription",
    "NSFetchedResultsChangeType", "NSFetchedResultsController",
    "NSFetchedResultsControllerDelegate", "NSFetchedResultsSectionInfo", "NSIncrementalStore",
    "NSIncrementalStoreNode", "NSLightweightMigrationStage", "NSManagedObject",
    "NSManagedObjectContext", "NSManagedObjectContextConcurrencyType", "NSManagedObjectID",
    "NSManagedObjectModel", "NSManagedObjectModelReference", "NSMappingModel", "NSMergeConflict",
    "NSMergePolicy", "NSMergePolicyType", "NSMigrationManager", "NSMigrationStage",
    "NSPersistentCloudKitContainer", "NSPersistentContainer", "NSPersistentHistoryChange",
    "NSPersistentHistoryChangeRequest", "NSPersistentHistoryChangeType",
    "NSPersistentHistoryResult", "NSPersistentHistoryResultType", "NSPersistentHistoryToken",
    "NSPersistentHistoryTransaction", "NSPersistentStore", "NSPersistentStoreAsynchronousResult",
    "NSPersistentStoreCoordinator", "NSPersistentStoreDescription", "NSPersistentStoreRequest",
    "NSPersistentStoreResult", "NSPropertyDescription", "NSPropertyMapping",
    "NSQueryGenerationToken", "NSRelationshipDescription", "NSSaveChangesRequest",
    "NSSecureUnarchiveFromDataTransformer", "NSStagedMigrationManager", "NSValueTransformerName",
    "ValueTransformer",
  ]
}
