public import Foundation
public import StrataDescriptions
public import StrataModel

/// What a fetch may give: objects, their identifiers, dictionaries of their values, or a number.
public protocol FetchRequestResult: SendableMetatype {}

extension ManagedObject: FetchRequestResult {}
extension PersistentIdentifier: FetchRequestResult {}
extension NSNumber: FetchRequestResult {}
extension NSDictionary: FetchRequestResult {}

/// Which objects of an entity are wanted, in which order, and what of them.
///
/// `ResultType` is a ``FetchRequestResult``, or `any FetchRequestResult` for whatever ``resultType`` says; a fetch of
/// anything else throws.
public final class FetchRequest<ResultType> {
  /// What of each object is wanted.
  public typealias Kind = FetchRequestDescription.ResultType

  /// The entity's name.
  public let entityName: String
  /// What the objects must meet; nil for all.
  public var predicate: NSPredicate?
  /// What they are ordered by, made by `NSSortDescriptor(key:ascending:)`.
  public var sortDescriptors: [NSSortDescriptor]?
  /// At most so many; 0 for all.
  public var fetchLimit = 0
  /// So many are left out at the start.
  public var fetchOffset = 0
  /// What of each object is wanted: what `ResultType` is, unless something else is set.
  public var resultType: Kind
  /// Whether objects of entities that inherit from the entity are wanted too.
  public var includesSubentities = true
  /// Whether changes that aren't saved count.
  public var includesPendingChanges = true
  /// What dictionaries have: properties and key paths by name, descriptions of properties, and
  /// ``ExpressionDescription``; nil for all attributes, or all that objects are grouped by.
  public var propertiesToFetch: [any FetchedValue]?
  /// What the objects of a group have alike, where a dictionary is wanted for each group: names, key paths to one
  /// value, or descriptions. Without any, aggregates are over all objects. Limit and offset count groups, which
  /// are ordered by what they are grouped by, or by the name of an aggregate.
  public var propertiesToGroupBy: [any FetchedValue]?
  /// What a group must meet: aggregates compared with constants, by the names of their descriptions as in
  /// `total > 5` or `$total > 5`; nil for all groups.
  public var havingPredicate: NSPredicate?
  /// Whether equal dictionaries are given once.
  public var returnsDistinctResults = false
  /// Whether objects are given without their values. Rows are read whole here, so that this changes nothing.
  public var returnsObjectsAsFaults = true
  /// How many objects are read at once. All of them are here, so that this changes nothing.
  public var fetchBatchSize = 0
  /// Whether values are read with the objects. Rows are read whole here, so that this changes nothing.
  public var includesPropertyValues = true
  /// Whether objects in memory get what others have saved. They do here in any case.
  public var shouldRefreshRefetchedObjects = true
  /// Relationships whose objects are read along, in few queries each; of a path such as `stops.place` each in
  /// turn.
  public var relationshipKeyPathsForPrefetching: [String]?

  /// Asks for the objects of an entity.
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

  /// The request that a model keeps as a template; its variables stand for some values.
  ///
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
  /// A request that is kept with the model, whose variables stand for some values; nil where there is none of
  /// the name.
  ///
  /// - Throws: ``ManagedObjectError/unknownEntity(_:)`` for one without an entity.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any] = [:]
  ) throws(ManagedObjectError) -> FetchRequest<ManagedObject>? {
    guard let template = fetchRequestTemplate(forName: name) else { return nil }
    return try FetchRequest(template: template, substitutionVariables: variables)
  }
}
