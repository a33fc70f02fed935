public import Foundation
public import StrataDescriptions
public import StrataModel

/// A type that a fetch can return: objects, their identifiers, dictionaries of values, or a number.
public protocol FetchRequestResult: SendableMetatype {}

extension ManagedObject: FetchRequestResult {}
extension PersistentIdentifier: FetchRequestResult {}
extension NSNumber: FetchRequestResult {}
extension NSDictionary: FetchRequestResult {}

/// A request for the objects of an entity, with a condition, an order and a form of the result.
///
///     let request = FetchRequest<ManagedObject>(entityName: "Trip")
///     request.predicate = NSPredicate(format: "nights > %d", 3)
///     request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
///     let trips = try context.fetch(request)
///
/// `ResultType` is a ``FetchRequestResult``, or `any FetchRequestResult` for a result of any
/// ``resultType``. A fetch of another type throws.
public final class FetchRequest<ResultType> {
  /// The form of the results.
  public typealias Kind = FetchRequestDescription.ResultType

  /// The entity's name.
  public let entityName: String
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
  /// ``ExpressionDescription``. Nil means all attributes, or all values that the objects are
  /// grouped by.
  public var propertiesToFetch: [any FetchedValue]?
  /// The values that the objects of a group have in common, for a result with one dictionary for
  /// each group.
  ///
  /// Give names, descriptions, or key paths along to-one relationships. Without any, aggregates are
  /// over all objects. Groups are sorted by these values, or by the name of an aggregate. Limit and
  /// offset count groups.
  public var propertiesToGroupBy: [any FetchedValue]?
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
    self.entityName = entityName
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

  /// Creates a request from a model's template.
  ///
  /// - Parameter substitutionVariables: Values for the variables of the template's predicate.
  /// - Throws: ``ManagedObjectError/unknownEntity(_:)`` for a template without an entity.
  public convenience init(
    template: FetchRequestDescription, substitutionVariables: [String: Any] = [:]
  ) throws(ManagedObjectError) {
    guard let entity = template.entityName else { throw .unknownEntity(template.name) }
    self.init(entityName: entity)
    if let text = template.predicate {
      predicate = FormatPredicate(text, []).substituting(substitutionVariables)
    }
    fetchLimit = template.fetchLimit
    includesSubentities = template.includesSubentities
    includesPendingChanges = template.includesPendingChanges
    returnsDistinctResults = template.returnsDistinctResults
    if ResultType.self == ManagedObject.self { resultType = template.resultType }
  }
}

extension ManagedObjectModel {
  /// Creates a request from the template with a name. Returns nil if the model has none.
  ///
  /// - Parameter variables: Values for the variables of the template's predicate.
  /// - Throws: ``ManagedObjectError/unknownEntity(_:)`` for a template without an entity.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any] = [:]
  ) throws(ManagedObjectError) -> FetchRequest<ManagedObject>? {
    guard let template = fetchRequestTemplate(forName: name) else { return nil }
    return try FetchRequest(template: template, substitutionVariables: variables)
  }
}
