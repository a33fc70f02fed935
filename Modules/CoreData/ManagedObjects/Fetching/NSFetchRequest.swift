public import Foundation
public import StrataDescriptions
public import StrataModel

/// A type that a fetch can return: objects, their identifiers, dictionaries of values, or a number.
public protocol NSFetchRequestResult: SendableMetatype {}

extension NSManagedObject: NSFetchRequestResult {}
extension PersistentIdentifier: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}

/// A request for the objects of an entity, with a condition, an order and a form of the result.
///
///     let request = NSFetchRequest<NSManagedObject>(entityName: "Trip")
///     request.predicate = NSPredicate(format: "nights > %d", 3)
///     request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
///     let trips = try context.fetch(request)
///
/// `ResultType` is a ``NSFetchRequestResult``, or `any NSFetchRequestResult` for a result of any
/// ``resultType``. A fetch of another type throws.
open class NSFetchRequest<ResultType> {
  /// The form of the results.
  public typealias Kind = FetchRequestDescription.ResultType

  /// The entity's name. Empty before it is set.
  @_disfavoredOverload
  package var entityName: String { named }
  /// The entity's name, or empty before it is set.
  package var named: String
  /// The entity, if the request got its description.
  package var described: NSEntityDescription?
  /// The stores to fetch from, or nil for all of the coordinator's.
  public var affectedStores: [NSPersistentStore]?
  /// The condition that the objects must meet, or nil for all objects.
  public var predicate: NSPredicate?
  /// The order of the results. Make the descriptors with `NSSortDescriptor(key:ascending:)`.
  public var sortDescriptors: [NSSortDescriptor]?
  /// The greatest number of results, or 0 for all.
  public var fetchLimit = 0
  /// The number of results to skip at the start.
  public var fetchOffset = 0
  /// The form of the results. The default follows from `ResultType`.
  public var resultType: Kind
  /// True to fetch objects of subentities as well.
  public var includesSubentities = true
  /// True to include unsaved changes of the context.
  public var includesPendingChanges = true
  /// The values in dictionaries: names or descriptions of properties, key paths, and
  /// ``NSExpressionDescription``. Nil means all attributes, or all values that the objects are
  /// grouped by.
  @_disfavoredOverload
  package var propertiesToFetch: [any FetchedValue]?
  /// The values that the objects of a group have in common, for a result with one dictionary for
  /// each group.
  ///
  /// Give names, descriptions, or key paths along to-one relationships. Without any, aggregates are
  /// over all objects. Groups are sorted by these values, or by the name of an aggregate. Limit and
  /// offset count groups.
  @_disfavoredOverload
  package var propertiesToGroupBy: [any FetchedValue]?
  /// The condition that a group must meet, or nil for all groups. It compares aggregates with
  /// constants, by the names of their descriptions, as in `total > 5` or `$total > 5`.
  public var havingPredicate: NSPredicate?
  /// True to return equal dictionaries only once.
  public var returnsDistinctResults = false
  /// Ignored: objects are always fetched with their values.
  public var returnsObjectsAsFaults = true
  /// Ignored: all objects are fetched at once.
  public var fetchBatchSize = 0
  /// Ignored: objects are always fetched with their values.
  public var includesPropertyValues = true
  /// Ignored: a fetch always merges other contexts' saves into objects in memory.
  public var shouldRefreshRefetchedObjects = true
  /// Relationships whose objects the fetch loads as well, with few queries for each relationship. A
  /// path such as `stops.place` loads the objects of each relationship in it.
  public var relationshipKeyPathsForPrefetching: [String]?

  /// Creates a request for the objects of an entity.
  public init(entityName: String) {
    named = entityName
    resultType =
      if ResultType.self == PersistentIdentifier.self {
        .managedObjectID
      } else if ResultType.self == NSDictionary.self {
        .dictionary
      } else if ResultType.self == NSNumber.self {
        .count
      } else {
        .managedObject
      }
  }

  /// Creates a request of the same content.
  package func copied() -> NSFetchRequest { converted() }

  /// Creates a request of the same content, for another type of result.
  package func converted<Other>() -> NSFetchRequest<Other> {
    let copy = NSFetchRequest<Other>(entityName: named)
    (copy.described, copy.affectedStores) = (described, affectedStores)
    (copy.predicate, copy.sortDescriptors) = (predicate, sortDescriptors)
    (copy.fetchLimit, copy.fetchOffset, copy.resultType) = (fetchLimit, fetchOffset, resultType)
    copy.includesSubentities = includesSubentities
    copy.includesPendingChanges = includesPendingChanges
    (copy.propertiesToFetch, copy.propertiesToGroupBy) = (propertiesToFetch, propertiesToGroupBy)
    copy.havingPredicate = havingPredicate
    copy.returnsDistinctResults = returnsDistinctResults
    copy.returnsObjectsAsFaults = returnsObjectsAsFaults
    copy.fetchBatchSize = fetchBatchSize
    copy.includesPropertyValues = includesPropertyValues
    copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
    copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
    return copy
  }

  /// Creates a request of the same content, for objects of any class.
  package func asObjects() -> NSFetchRequest<NSManagedObject> { converted() }

  /// Creates a request of the same content, for any form of result.
  package func erased() -> NSFetchRequest<any NSFetchRequestResult> { converted() }

  /// Creates a request from a model's template.
  ///
  /// - Parameter substitutionVariables: Values for the variables of the template's predicate.
  /// - Throws: ``ManagedObjectError/unknownEntity(_:)`` for a template without an entity.
  public convenience init(
    template: FetchRequestDescription, substitutionVariables: [String: Any] = [:]
  ) throws(ManagedObjectError) {
    guard let entity = template.entityName else { throw .unknownEntity(template.name) }
    self.init(entityName: entity)
    take(template)
    if !substitutionVariables.isEmpty {
      predicate = predicate?.withSubstitutionVariables(substitutionVariables)
    }
  }

  /// Takes the content of a model's template, but for its entity.
  func take(_ template: FetchRequestDescription) {
    predicate = template.predicate.map { FormatPredicate($0, []) }
    fetchLimit = template.fetchLimit
    includesSubentities = template.includesSubentities
    includesPendingChanges = template.includesPendingChanges
    returnsDistinctResults = template.returnsDistinctResults
    if ResultType.self == NSManagedObject.self || ResultType.self == (any NSFetchRequestResult).self
    {
      resultType = template.resultType
    }
  }

  /// The request as a model's template.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for a predicate that has no text of its own.
  func template(named name: String) throws(ManagedObjectError) -> FetchRequestDescription {
    var template = FetchRequestDescription(
      name: name, entityName: named, predicate: try predicate?.text())
    template.fetchLimit = fetchLimit
    template.fetchBatchSize = fetchBatchSize
    template.resultType = resultType
    template.includesSubentities = includesSubentities
    template.includesPropertyValues = includesPropertyValues
    template.includesPendingChanges = includesPendingChanges
    template.returnsObjectsAsFaults = returnsObjectsAsFaults
    template.returnsDistinctResults = returnsDistinctResults
    return template
  }
}

extension NSPredicate {
  /// The predicate's text, for a model's file.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for a predicate with arguments, and for one
  ///   that wasn't made from text.
  func text() throws(ManagedObjectError) -> String {
    guard let predicate = textual as? FormatPredicate else {
      throw .unsupported(
        "a model keeps predicates as texts; make this one by NSPredicate(format:)")
    }
    _ = try predicate.syntax()
    guard predicate.arguments.isEmpty else {
      throw .unsupported(
        "a model keeps predicates without arguments; write the values of '\(predicate.format)' into its text"
      )
    }
    return predicate.format
  }
}

extension ManagedObjectModel {
  /// Creates a request from the template with a name. Returns nil if the model has none.
  ///
  /// - Parameter variables: Values for the variables of the template's predicate.
  /// - Throws: ``ManagedObjectError/unknownEntity(_:)`` for a template without an entity.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any] = [:]
  ) throws(ManagedObjectError) -> NSFetchRequest<NSManagedObject>? {
    guard let template = fetchRequestTemplate(forName: name) else { return nil }
    return try NSFetchRequest(template: template, substitutionVariables: variables)
  }
}
