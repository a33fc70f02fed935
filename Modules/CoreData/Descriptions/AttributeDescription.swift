/// The description of a property that holds a value.
public struct AttributeDescription: DescribedProperty {
  /// The property's name.
  public var name: String
  /// The type of the value.
  public var type: AttributeType
  /// True if the value may be nil.
  public var isOptional: Bool
  /// True if the value is never saved.
  public var isTransient = false
  /// The value of a new object, or nil for none.
  public var defaultValue: AttributeValue?
  /// The smallest value, or the smallest length of a text. Nil for no limit.
  public var minimumValue: AttributeValue?
  /// The greatest value, or the greatest length of a text. Nil for no limit.
  public var maximumValue: AttributeValue?
  /// The regular expression that the whole text must match, or nil for any text.
  public var regularExpression: String?
  /// The class of a transformable value.
  public var attributeValueClassName: String?
  /// The name of the transformer that converts the value to data, or nil for the default one.
  public var valueTransformerName: String?
  /// True if a generated class has a plain number instead of an `NSNumber`.
  public var usesScalarValueType = false
  /// True if large data may be stored in an external file.
  public var allowsExternalBinaryDataStorage = false
  /// True if the history preserves the value of a deleted object.
  public var preservesValueInHistoryOnDeletion = false
  /// True if CloudKit may store the value encrypted.
  public var allowsCloudEncryption = false
  /// The expression that the value is derived from, such as `articles.@count`. Nil for a value that
  /// is set.
  public var derivationExpression: String?
  /// The attributes that a composite consists of. Empty for other types.
  public var elements: [AttributeDescription] = []
  /// The name of the model's composite that ``elements`` come from, or nil for one without a name.
  public var compositeName: String?
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
  public init(
    name: String, type: AttributeType, isOptional: Bool = true,
    defaultValue: AttributeValue? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
  }

  /// Creates the description of a composite attribute.
  public init(
    name: String, composite elements: [AttributeDescription], named compositeName: String? = nil,
    isOptional: Bool = true
  ) {
    self.init(name: name, type: .composite, isOptional: isOptional)
    self.elements = elements
    self.compositeName = compositeName
  }

  /// True if the value is derived from others.
  public var isDerived: Bool { derivationExpression != nil }
}

/// A named group of attributes, which can be the type of an attribute.
public struct CompositeDescription: Sendable, Hashable {
  /// The composite's name.
  public var name: String
  /// The composite's attributes, in order.
  public var elements: [AttributeDescription]

  /// Creates a description.
  public init(name: String, elements: [AttributeDescription]) {
    self.name = name
    self.elements = elements
  }
}
