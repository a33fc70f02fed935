// Nothing but names: the import line and the words of Apple's framework, on platforms that lack it.
#if !canImport(ObjectiveC)
@_exported public import Foundation
@_exported public import StrataDescriptions
@_exported public import StrataManagedObjects
@_exported public import StrataModelFiles
@_exported public import StrataModel
@_exported public import StrataSchema
@_exported public import StrataStack
@_exported public import StrataEditing
@_exported public import enum StrataSQLite.StorageError

public typealias NSManagedObjectModel = ManagedObjectModel
public typealias NSEntityDescription = EntityDescription
public typealias NSPropertyDescription = PropertyDescription
public typealias NSAttributeDescription = AttributeDescription
public typealias NSRelationshipDescription = RelationshipDescription
public typealias NSFetchedPropertyDescription = FetchedPropertyDescription
public typealias NSFetchIndexDescription = FetchIndexDescription
public typealias NSFetchIndexElementDescription = FetchIndexElementDescription
public typealias NSAttributeType = AttributeType
public typealias NSDeleteRule = Schema.Relationship.DeleteRule
public typealias NSManagedObject = ManagedObject
public typealias NSManagedObjectID = PersistentIdentifier
public typealias NSManagedObjectContext = ManagedObjectContext
public typealias NSMergePolicy = MergePolicy
public typealias NSPersistentContainer = PersistentContainer
public typealias NSPersistentStoreCoordinator = PersistentStoreCoordinator
public typealias NSPersistentStoreDescription = PersistentStoreDescription
public typealias NSFetchRequest = FetchRequest
public typealias NSBatchUpdateRequest = BatchUpdateRequest
public typealias NSBatchDeleteRequest = BatchDeleteRequest
public typealias NSFetchRequestResult = FetchRequestResult
#endif
