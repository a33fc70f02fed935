/// A property whose value is what a fetch request finds.
///
/// In its predicate `$FETCH_SOURCE` is the object and `$FETCHED_PROPERTY` this description.
public struct FetchedPropertyDescription: DescribedProperty {
  public var name: String
  /// What is fetched; nil where nothing is said, which is a problem of the model.
  public var fetchRequest: FetchRequestDescription?
  public var isOptional = true
  public var isTransient = false
  public var renamingIdentifier: String?
  public var versionHashModifier: String?
  public var userInfo: [String: String] = [:]
  public var isIndexed = false
  public var isIndexedBySpotlight = false
  public var elementID: String?
  public var isSyncable = true

  /// Describes a fetched property; what isn't given here can be set afterwards.
  public init(name: String, fetchRequest: FetchRequestDescription?) {
    self.name = name
    self.fetchRequest = fetchRequest
  }
}
