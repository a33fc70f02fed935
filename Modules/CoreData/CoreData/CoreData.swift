// Only names: the module and the types of Apple's framework, for platforms that lack it.
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
@_exported public import struct StrataHistory.DefaultHistoryToken

/// A managed object model: the entities of a store's objects.
public typealias NSManagedObjectModel = ManagedObjectModel
/// The description of a type of object.
public typealias NSEntityDescription = EntityDescription
/// The description of an entity's property.
public typealias NSPropertyDescription = PropertyDescription
/// The description of a property that holds a value.
public typealias NSAttributeDescription = AttributeDescription
/// The description of a property that refers to other objects.
public typealias NSRelationshipDescription = RelationshipDescription
/// The description of a property whose value is the result of a fetch request.
public typealias NSFetchedPropertyDescription = FetchedPropertyDescription
/// The description of an entity's index.
public typealias NSFetchIndexDescription = FetchIndexDescription
/// One property or expression of an index.
public typealias NSFetchIndexElementDescription = FetchIndexElementDescription
/// The type of an attribute's value.
public typealias NSAttributeType = AttributeType
/// The effect of deleting an object on related objects.
public typealias NSDeleteRule = Schema.Relationship.DeleteRule
/// An object whose properties you read and set by name.
public typealias NSManagedObject = ManagedObject
/// An object's identifier.
public typealias NSManagedObjectID = PersistentIdentifier
/// A context for working with objects, which has a queue.
public typealias NSManagedObjectContext = ManagedObjectContext
/// The policy for properties that both a context and another one have changed.
public typealias NSMergePolicy = MergePolicy
/// The kind of queue that a context is used on.
public typealias NSManagedObjectContextConcurrencyType = ManagedObjectContext.QueueType
/// A model with its store and contexts.
public typealias NSPersistentContainer = PersistentContainer
/// The stores of a model.
public typealias NSPersistentStoreCoordinator = PersistentStoreCoordinator
/// The URL, type and options with which a store is opened.
public typealias NSPersistentStoreDescription = PersistentStoreDescription
/// A store that a coordinator has opened.
public typealias NSPersistentStore = PersistentStore
/// A request that fetches or deletes transactions of the history.
public typealias NSPersistentHistoryChangeRequest = PersistentHistoryChangeRequest
/// The result of a request for the history.
public typealias NSPersistentHistoryResult = PersistentHistoryResult
/// One save in the history.
public typealias NSPersistentHistoryTransaction = PersistentHistoryTransaction
/// A change of one object in a save.
public typealias NSPersistentHistoryChange = PersistentHistoryChange
/// The kind of a change.
public typealias NSPersistentHistoryChangeType = PersistentHistoryChangeType
/// A position in the history.
public typealias NSPersistentHistoryToken = PersistentHistoryToken
/// A request for objects, with a condition, an order and a form of the result.
public typealias NSFetchRequest = FetchRequest
/// A computed value in the dictionaries that a fetch returns.
public typealias NSExpressionDescription = ExpressionDescription
/// A request that inserts many objects into the store.
public typealias NSBatchInsertRequest = BatchInsertRequest
/// A request that updates many objects in the store.
public typealias NSBatchUpdateRequest = BatchUpdateRequest
/// A request that deletes many objects in the store.
public typealias NSBatchDeleteRequest = BatchDeleteRequest
/// The result of a batch request.
public typealias NSBatchInsertResult = BatchResult
/// The result of a batch request.
public typealias NSBatchUpdateResult = BatchResult
/// The result of a batch request.
public typealias NSBatchDeleteResult = BatchResult
/// A fetch that runs without blocking the caller.
public typealias NSAsynchronousFetchRequest = AsynchronousFetchRequest
/// The result of an asynchronous fetch.
public typealias NSAsynchronousFetchResult = AsynchronousFetchResult
/// A controller that keeps the results of a fetch current.
public typealias NSFetchedResultsController = FetchedResultsController
/// A delegate that a fetched results controller notifies of changes.
public typealias NSFetchedResultsControllerDelegate = FetchedResultsControllerDelegate
/// The kind of a change to a fetch's results.
public typealias NSFetchedResultsChangeType = FetchedResultsChangeType
/// A type that a fetch can return.
public typealias NSFetchRequestResult = FetchRequestResult
#endif
