/// A fetch request as a model states it: a template, or what a fetched property finds.
public struct FetchRequestDescription: Sendable, Hashable {
  /// The template's name.
  public var name: String
  /// The entity that is fetched.
  public var entityName: String?
  /// The predicate as text, which may have variables such as `$name`; nil for all objects.
  public var predicate: String?
  /// How many objects are fetched at most; 0 for no limit.
  public var fetchLimit = 0
  /// How many objects are fetched at once; 0 for all.
  public var fetchBatchSize = 0
  /// What is fetched of each object.
  public var resultType = ResultType.managedObject
  /// Whether objects of entities that inherit from the entity are fetched too.
  public var includesSubentities = true
  /// Whether values are fetched with the objects.
  public var includesPropertyValues = true
  /// Whether unsaved changes count.
  public var includesPendingChanges = true
  /// Whether objects are fetched without their values.
  public var returnsObjectsAsFaults = true
  /// Whether equal rows are fetched once.
  public var returnsDistinctResults = false

  /// Describes a fetch request; what isn't given here can be set afterwards.
  public init(name: String, entityName: String?, predicate: String? = nil) {
    self.name = name
    self.entityName = entityName
    self.predicate = predicate
  }

  /// What a fetch request gives. The raw values are those of Core Data's public headers.
  public enum ResultType: Int, Sendable, Hashable {
    case managedObject = 0
    case managedObjectID = 1
    case dictionary = 2
    case count = 4
  }
}
