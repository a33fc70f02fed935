// The module and the types of Apple's framework, for platforms that lack it. Its declarations have
// Core Data's shapes: a call that doesn't throw there doesn't throw here, and descriptions are
// objects. `StrataManagedObjects` has the typed forms.
#if !canImport(ObjectiveC)
@_exported public import Foundation
// One name of each module, and not the modules, so that an import adds Core Data's names and hardly
// others. It makes the members of the module's types visible, too.
@_exported public import enum StrataDescriptions.ModelMergeError  // Members
@_exported public import class StrataEditing.UndoManager  // Members
@_exported public import struct StrataHistory.DefaultHistoryToken  // Members
@_exported public import enum StrataManagedObjects.ManagedObjectError  // Members
@_exported public import struct StrataManagedObjects.FetchExpression  // Members
@_exported public import struct StrataModel.NSValueTransformerName
@_exported public import class StrataModel.NSSecureUnarchiveFromDataTransformer
@_exported public import struct StrataModel.PersistentIdentifier  // Members
@_exported public import class StrataModel.ValueTransformer
@_exported public import enum StrataSchema.SchemaError  // Members
@_exported public import enum StrataContexts.StackError  // Members
public import StrataDescriptions
public import StrataHistory
public import StrataManagedObjects
public import StrataModel

/// A managed object model: the entities of a store's objects.
public typealias NSManagedObjectModel = MutableManagedObjectModel
/// The description of a type of object.
public typealias NSEntityDescription = MutableEntityDescription
/// The description of an entity's property.
public typealias NSPropertyDescription = MutablePropertyDescription
/// The description of a property that holds a value.
public typealias NSAttributeDescription = MutableAttributeDescription
/// The description of an attribute that a store computes.
public typealias NSDerivedAttributeDescription = MutableDerivedDescription
/// The description of an attribute that is made of others.
public typealias NSCompositeAttributeDescription = MutableCompositeDescription
/// The description of a property that refers to other objects.
public typealias NSRelationshipDescription = MutableRelationshipDescription
/// The description of a property whose value is the result of a fetch request.
public typealias NSFetchedPropertyDescription = MutableFetchedPropertyDescription
/// The description of an entity's index.
public typealias NSFetchIndexDescription = MutableFetchIndexDescription
/// One property or expression of an index.
public typealias NSFetchIndexElementDescription = MutableFetchIndexElementDescription
/// The kind of an index.
public typealias NSFetchIndexElementType = FetchIndexElementDescription.CollationType
/// An object whose properties you read and set by name.
public typealias NSManagedObject = ManagedObject
/// An object's identifier.
public typealias NSManagedObjectID = PersistentIdentifier
/// A context for working with objects, which has a queue.
public typealias NSManagedObjectContext = ManagedObjectContext
/// The kind of queue that a context is used on.
public typealias NSManagedObjectContextConcurrencyType = ManagedObjectContext.ConcurrencyType
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
/// The form of the result of a request for the history.
public typealias NSPersistentHistoryResultType = PersistentHistoryChangeRequest.ResultType
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
/// The form of a fetch's results.
public typealias NSFetchRequestResultType = FetchRequestDescription.ResultType
/// A computed value in the dictionaries that a fetch returns.
public typealias NSExpressionDescription = ExpressionDescription
/// An expression of a computed value, under the name that Foundation has without an implementation
/// elsewhere than on Apple's platforms.
public typealias NSExpression = FetchExpression
/// A predicate that compares two expressions. Foundation has the same name without an initializer
/// elsewhere than on Apple's platforms, so write `CoreData.NSComparisonPredicate`.
public typealias NSComparisonPredicate = ComparisonPredicate
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
/// The form of the result of a batch request.
public typealias NSBatchInsertRequestResultType = BatchResultType
/// The form of the result of a batch request.
public typealias NSBatchUpdateRequestResultType = BatchResultType
/// A fetch that runs without blocking the caller.
public typealias NSAsynchronousFetchRequest = AsynchronousFetchRequest
/// The result of an asynchronous fetch.
public typealias NSAsynchronousFetchResult = AsynchronousFetchResult
/// The kind of a change to a fetch's results.
public typealias NSFetchedResultsChangeType = FetchedResultsChangeType
/// A type that a fetch can return.
public typealias NSFetchRequestResult = FetchRequestResult

/// Implements a property by the model's attribute or relationship of the same name, like
/// `@NSManaged` on platforms with Objective-C.
///
/// - Parameter key: The property's name in the model, if it differs from the Swift name.
@attached(accessor)
@attached(peer, names: prefixed(_ManagedKey_))
public macro Managed(_ key: String? = nil) =
  #externalMacro(module: "StrataMacros", type: "ManagedPropertyMacro")
#endif
