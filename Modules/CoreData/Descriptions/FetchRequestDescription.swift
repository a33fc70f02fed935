/// A fetch request in a model: a template, or the request of a fetched property.
public struct FetchRequestDescription: Sendable, Hashable {
  /// The template's name.
  public var name: String
  /// The name of the entity to fetch.
  public var entityName: String?
  /// The predicate's text, which may have variables such as `$name`. Nil for all objects.
  public var predicate: String?
  /// The greatest number of objects, or 0 for no limit.
  public var fetchLimit = 0
  /// The number of objects to fetch at once, or 0 for all.
  public var fetchBatchSize = 0
  /// The form of the results.
  public var resultType = ResultType.managedObject
  /// True to fetch objects of subentities as well.
  public var includesSubentities = true
  /// True to fetch values with the objects.
  public var includesPropertyValues = true
  /// True to include unsaved changes.
  public var includesPendingChanges = true
  /// True to fetch objects without their values.
  public var returnsObjectsAsFaults = true
  /// True to return equal rows only once.
  public var returnsDistinctResults = false

  /// Creates a description. Set other properties afterwards.
  public init(name: String, entityName: String?, predicate: String? = nil) {
    self.name = name
    self.entityName = entityName
    self.predicate = predicate
  }

  /// The form of a fetch request's results. The raw values are those of Core Data's public headers.
  public enum ResultType: Int, Sendable, Hashable {
    case managedObject = 0
    case managedObjectID = 1
    case dictionary = 2
    case count = 4
  }
}
