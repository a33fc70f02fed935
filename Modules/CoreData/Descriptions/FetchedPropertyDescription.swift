/// A property whose value is what a fetch request finds.
///
/// In its predicate `$FETCH_SOURCE` is the object and `$FETCHED_PROPERTY` this description.
public struct FetchedPropertyDescription: DescribedProperty {
  /// The property's name.
  public var name: String
  /// What is fetched; nil where nothing is said, which is a problem of the model.
  public var fetchRequest: FetchRequestDescription?
  /// Whether there may be no value.
  public var isOptional = true
  /// Whether the value is never saved.
  public var isTransient = false
  /// The name that the property had in an earlier version; nil where it is the same.
  public var renamingIdentifier: String?
  /// Changed to tell versions apart that differ in nothing else.
  public var versionHashModifier: String?
  /// What the developer noted, by key.
  public var userInfo: [String: String] = [:]
  /// Whether an index was asked for, as models said it before there were fetch indexes.
  public var isIndexed = false
  /// Whether a search index of another platform was to have the value.
  public var isIndexedBySpotlight = false
  /// What the model editor tells elements apart by; nothing else reads it.
  public var elementID: String?
  /// Whether the developer allows that the value is synchronized.
  public var isSyncable = true

  /// Describes a fetched property; what isn't given here can be set afterwards.
  public init(name: String, fetchRequest: FetchRequestDescription?) {
    self.name = name
    self.fetchRequest = fetchRequest
  }
}
