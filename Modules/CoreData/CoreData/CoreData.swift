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
@_exported public import struct StrataHistory.DefaultHistoryToken

/// What the objects of a store are.
public typealias NSManagedObjectModel = ManagedObjectModel
/// One kind of object.
public typealias NSEntityDescription = EntityDescription
/// A property of an entity.
public typealias NSPropertyDescription = PropertyDescription
/// A property that holds a value.
public typealias NSAttributeDescription = AttributeDescription
/// A property that leads to other objects.
public typealias NSRelationshipDescription = RelationshipDescription
/// A property that a request answers.
public typealias NSFetchedPropertyDescription = FetchedPropertyDescription
/// An index that an entity asks for.
public typealias NSFetchIndexDescription = FetchIndexDescription
/// What an index is over.
public typealias NSFetchIndexElementDescription = FetchIndexElementDescription
/// The kind of an attribute's value.
public typealias NSAttributeType = AttributeType
/// What happens to related objects when an object is deleted.
public typealias NSDeleteRule = Schema.Relationship.DeleteRule
/// An object whose properties are read and set by name.
public typealias NSManagedObject = ManagedObject
/// An object's identifier.
public typealias NSManagedObjectID = PersistentIdentifier
/// A place to work with objects, with a queue of its own.
public typealias NSManagedObjectContext = ManagedObjectContext
/// What a save does where others have saved changes of the same.
public typealias NSMergePolicy = MergePolicy
/// Which queue a context is used on.
public typealias NSManagedObjectContextConcurrencyType = ManagedObjectContext.QueueType
/// A model, its store and the contexts on it.
public typealias NSPersistentContainer = PersistentContainer
/// A model and its store.
public typealias NSPersistentStoreCoordinator = PersistentStoreCoordinator
/// A store that a container is to open.
public typealias NSPersistentStoreDescription = PersistentStoreDescription
/// A store that a coordinator has opened.
public typealias NSPersistentStore = PersistentStore
/// Asks for what was saved, or removes what nobody needs of that.
public typealias NSPersistentHistoryChangeRequest = PersistentHistoryChangeRequest
/// What a request for the history has found or done.
public typealias NSPersistentHistoryResult = PersistentHistoryResult
/// One save.
public typealias NSPersistentHistoryTransaction = PersistentHistoryTransaction
/// What happened to one object in a save.
public typealias NSPersistentHistoryChange = PersistentHistoryChange
/// What happened to an object.
public typealias NSPersistentHistoryChangeType = PersistentHistoryChangeType
/// A place in the history.
public typealias NSPersistentHistoryToken = PersistentHistoryToken
/// Which objects are wanted, in which order, and what of them.
public typealias NSFetchRequest = FetchRequest
/// A value that a fetch of dictionaries works out.
public typealias NSExpressionDescription = ExpressionDescription
/// Writes many new objects into the store.
public typealias NSBatchInsertRequest = BatchInsertRequest
/// Changes many objects in the store.
public typealias NSBatchUpdateRequest = BatchUpdateRequest
/// Deletes many objects in the store.
public typealias NSBatchDeleteRequest = BatchDeleteRequest
/// What a request for many objects has done.
public typealias NSBatchInsertResult = BatchResult
/// What a request for many objects has done.
public typealias NSBatchUpdateResult = BatchResult
/// What a request for many objects has done.
public typealias NSBatchDeleteResult = BatchResult
/// A fetch that is done while the program goes on.
public typealias NSAsynchronousFetchRequest = AsynchronousFetchRequest
/// What such a fetch has found.
public typealias NSAsynchronousFetchResult = AsynchronousFetchResult
/// Keeps the results of a fetch current.
public typealias NSFetchedResultsController = FetchedResultsController
/// Who is told what has changed among the results of a fetch.
public typealias NSFetchedResultsControllerDelegate = FetchedResultsControllerDelegate
/// What has become of an object among the results of a fetch.
public typealias NSFetchedResultsChangeType = FetchedResultsChangeType
/// What a fetch may give.
public typealias NSFetchRequestResult = FetchRequestResult
#endif
