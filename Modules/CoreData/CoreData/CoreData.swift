// The module and the types of Apple's framework, for platforms that lack it. Its declarations have
// Core Data's shapes: a call that doesn't throw there doesn't throw here, and descriptions are
// objects.
#if !canImport(ObjectiveC)
@_exported public import Foundation
// Names and not modules, so that an import adds Core Data's names and hardly others. One name of a module makes the
// members of the module's types visible, too.
@_exported public import enum StrataDescriptions.ModelMergeError  // Members
@_exported public import class StrataEditing.UndoManager  // Members
@_exported public import struct StrataHistory.DefaultHistoryToken  // Members
@_exported public import struct StrataManagedObjects.FetchExpression
@_exported public import enum StrataManagedObjects.ManagedObjectError
@_exported public import class StrataManagedObjects.MutableObjectOrderedSet
@_exported public import class StrataManagedObjects.MutableObjectSet
@_exported public import class StrataManagedObjects.MutableObjects
@_exported public import class StrataManagedObjects.NSAsynchronousFetchRequest
@_exported public import class StrataManagedObjects.NSAsynchronousFetchResult
@_exported public import class StrataManagedObjects.NSAttributeDescription
@_exported public import class StrataManagedObjects.NSBatchDeleteRequest
@_exported public import class StrataManagedObjects.NSBatchInsertRequest
@_exported public import class StrataManagedObjects.NSBatchUpdateRequest
@_exported public import class StrataManagedObjects.NSCompositeAttributeDescription
@_exported public import class StrataManagedObjects.NSDerivedAttributeDescription
@_exported public import class StrataManagedObjects.NSEntityDescription
@_exported public import class StrataManagedObjects.NSExpressionDescription
@_exported public import class StrataManagedObjects.NSFetchIndexDescription
@_exported public import class StrataManagedObjects.NSFetchIndexElementDescription
@_exported public import class StrataManagedObjects.NSFetchRequest
@_exported public import protocol StrataManagedObjects.NSFetchRequestResult
@_exported public import class StrataManagedObjects.NSFetchedPropertyDescription
@_exported public import enum StrataManagedObjects.NSFetchedResultsChangeType
@_exported public import class StrataManagedObjects.NSManagedObject
@_exported public import class StrataManagedObjects.NSManagedObjectContext
@_exported public import class StrataManagedObjects.NSManagedObjectModel
@_exported public import class StrataManagedObjects.NSPersistentContainer
@_exported public import struct StrataManagedObjects.NSPersistentHistoryChange
@_exported public import class StrataManagedObjects.NSPersistentHistoryChangeRequest
@_exported public import enum StrataManagedObjects.NSPersistentHistoryChangeType
@_exported public import struct StrataManagedObjects.NSPersistentHistoryResult
@_exported public import typealias StrataManagedObjects.NSPersistentHistoryToken
@_exported public import struct StrataManagedObjects.NSPersistentHistoryTransaction
@_exported public import class StrataManagedObjects.NSPersistentStore
@_exported public import class StrataManagedObjects.NSPersistentStoreCoordinator
@_exported public import class StrataManagedObjects.NSPersistentStoreDescription
@_exported public import class StrataManagedObjects.NSPropertyDescription
@_exported public import class StrataManagedObjects.NSRelationshipDescription
@_exported public import struct StrataModel.NSValueTransformerName
@_exported public import class StrataModel.NSSecureUnarchiveFromDataTransformer
@_exported public import struct StrataModel.PersistentIdentifier  // Members
@_exported public import class StrataModel.ValueTransformer
@_exported public import enum StrataSchema.SchemaError  // Members
@_exported public import enum StrataContexts.StackError  // Members
public import StrataDescriptions
public import StrataManagedObjects
public import StrataModel

extension NSManagedObject {
  /// The error of an object that the model's rules reject. It has no name of its own in this module, since others have one.
  public typealias ValidationError = StrataManagedObjects.ValidationError
}

/// The kind of an index.
public typealias NSFetchIndexElementType = FetchIndexElementDescription.CollationType
/// An object's identifier.
public typealias NSManagedObjectID = PersistentIdentifier
/// The kind of queue that a context is used on.
public typealias NSManagedObjectContextConcurrencyType = NSManagedObjectContext.ConcurrencyType
/// The form of the result of a request for the history.
public typealias NSPersistentHistoryResultType = NSPersistentHistoryChangeRequest.ResultType
/// The form of a fetch's results.
public typealias NSFetchRequestResultType = FetchRequestDescription.ResultType
/// An expression of a computed value, under the name that Foundation has without an implementation
/// elsewhere than on Apple's platforms.
public typealias NSExpression = FetchExpression
/// A predicate that compares two expressions. Foundation has the same name without an initializer
/// elsewhere than on Apple's platforms, so write `CoreData.NSComparisonPredicate`.
public typealias NSComparisonPredicate = ComparisonPredicate
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

/// Implements a property by the model's attribute or relationship of the same name, like
/// `@NSManaged` on platforms with Objective-C.
///
/// - Parameter key: The property's name in the model, if it differs from the Swift name.
@attached(accessor)
@attached(peer, names: prefixed(_ManagedKey_))
public macro Managed(_ key: String? = nil) =
  #externalMacro(module: "StrataMacros", type: "ManagedPropertyMacro")
#endif
