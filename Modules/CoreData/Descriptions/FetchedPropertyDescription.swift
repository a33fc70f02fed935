/// The description of a property whose value is the result of a fetch request.
///
/// In its predicate `$FETCH_SOURCE` is the object and `$FETCHED_PROPERTY` this description.
public struct FetchedPropertyDescription: DescribedProperty {
  /// The property's name.
  public var name: String
  /// The request. Nil is a problem of the model.
  public var fetchRequest: FetchRequestDescription?
  /// True if the value may be nil.
  public var isOptional = true
  /// True if the value is never saved.
  public var isTransient = false
  /// The property's name in an earlier version of the model, or nil if it is unchanged.
  public var renamingIdentifier: String?
  /// A text that changes the version hash, for versions that differ in nothing else.
  public var versionHashModifier: String?
  /// Values of your own, by key.
  public var userInfo: [String: String] = [:]
  /// True if the property has an index. Models used this before there were fetch indexes.
  public var isIndexed = false
  /// True if Spotlight should index the value, on Apple's platforms.
  public var isIndexedBySpotlight = false
  /// The model editor's identifier for the property. See `formerName`.
  public var elementID: String?
  /// True if the value may be synchronized.
  public var isSyncable = true

  /// Creates a description. Set other properties afterwards.
  public init(name: String, fetchRequest: FetchRequestDescription?) {
    self.name = name
    self.fetchRequest = fetchRequest
  }
}
