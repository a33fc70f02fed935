/// A property that holds a value.
public struct AttributeDescription: DescribedProperty {
  /// The property's name.
  public var name: String
  /// What kind of value it is.
  public var type: AttributeType
  /// Whether there may be no value.
  public var isOptional: Bool
  /// Whether the value is never saved.
  public var isTransient = false
  /// The value of a new object; nil for none.
  public var defaultValue: AttributeValue?
  /// The least value, or the least length of a text; nil for no limit.
  public var minimumValue: AttributeValue?
  /// The greatest value, or the greatest length of a text; nil for no limit.
  public var maximumValue: AttributeValue?
  /// The regular expression that a text must match as a whole; nil for any text.
  public var regularExpression: String?
  /// The class of the value, for transformed ones.
  public var attributeValueClassName: String?
  /// The transformer that makes data of the value, by name; nil for the usual one.
  public var valueTransformerName: String?
  /// Whether a generated class has the plain number rather than an object around it.
  public var usesScalarValueType = false
  /// Whether large data may be kept in a file of its own.
  public var allowsExternalBinaryDataStorage = false
  /// Whether the history keeps the value of a deleted object.
  public var preservesValueInHistoryOnDeletion = false
  /// Whether a cloud may keep the value encrypted.
  public var allowsCloudEncryption = false
  /// What the value is worked out from, such as `articles.@count`; nil for one that is set.
  public var derivationExpression: String?
  /// The attributes that a composite value consists of; empty for any other.
  public var elements: [AttributeDescription] = []
  /// The model's composite that ``elements`` are of; nil for one without a name.
  public var compositeName: String?
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

  /// Describes an attribute; what isn't given here can be set afterwards.
  public init(
    name: String, type: AttributeType, isOptional: Bool = true,
    defaultValue: AttributeValue? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
  }

  /// Describes an attribute whose value consists of others.
  public init(
    name: String, composite elements: [AttributeDescription], named compositeName: String? = nil,
    isOptional: Bool = true
  ) {
    self.init(name: name, type: .composite, isOptional: isOptional)
    self.elements = elements
    self.compositeName = compositeName
  }

  /// Whether the value is worked out from others.
  public var isDerived: Bool { derivationExpression != nil }
}
