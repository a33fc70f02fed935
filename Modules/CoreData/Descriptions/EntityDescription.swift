/// The description of a type of object: its name, its properties and their rules.
public struct EntityDescription: Sendable, Hashable {
  /// The entity's name.
  public var name: String
  /// The class of its objects, or nil for objects without a class of their own.
  public var managedObjectClassName: String?
  /// The name of the superentity, whose properties this entity inherits, or nil.
  public var superentityName: String?
  /// True if all objects are of subentities.
  public var isAbstract: Bool
  /// The properties that the entity itself declares, in the order of their declarations.
  public var properties: [PropertyDescription]
  /// Groups of properties whose values together are unique.
  public var uniquenessConstraints: [[String]]
  /// The entity's indexes.
  public var indexes: [FetchIndexDescription]
  /// Groups of properties that have an index. Models used this before there were ``indexes``.
  public var compoundIndexes: [[String]]
  /// Values of your own, by key.
  public var userInfo: [String: String]
  /// The entity's name in an earlier version of the model, or nil if it is unchanged.
  public var renamingIdentifier: String?
  /// A text that changes the version hash, for versions that differ in nothing else.
  public var versionHashModifier: String?
  /// The model editor's renaming identifier. See ``formerName``.
  public var elementID: String?
  /// True if objects may be synchronized.
  public var isSyncable: Bool
  /// The source that the model editor generates for the entity.
  public var codeGeneration: CodeGeneration
  var origin = Origin.none

  /// Creates a description.
  public init(
    name: String, managedObjectClassName: String? = nil, superentityName: String? = nil,
    isAbstract: Bool = false, properties: [PropertyDescription] = [],
    uniquenessConstraints: [[String]] = [], indexes: [FetchIndexDescription] = [],
    compoundIndexes: [[String]] = [], userInfo: [String: String] = [:],
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    elementID: String? = nil, isSyncable: Bool = true, codeGeneration: CodeGeneration = .manual
  ) {
    self.name = name
    self.managedObjectClassName = managedObjectClassName
    self.superentityName = superentityName
    self.isAbstract = isAbstract
    self.properties = properties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.compoundIndexes = compoundIndexes
    self.userInfo = userInfo
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.elementID = elementID
    self.isSyncable = isSyncable
    self.codeGeneration = codeGeneration
  }

  /// The source that the model editor generates for an entity.
  public enum CodeGeneration: String, Sendable, Hashable {
    /// No source. The developer writes the class.
    case manual
    /// The class and its properties.
    case classDefinition
    /// An extension with the properties. The developer writes the class.
    case category
  }
}

extension EntityDescription {
  /// The attributes that the entity itself declares, including derived and composite ones.
  public var attributes: [AttributeDescription] {
    properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// The relationships that the entity itself declares.
  public var relationships: [RelationshipDescription] {
    properties.compactMap { if case .relationship(let one) = $0 { one } else { nil } }
  }

  /// The fetched properties that the entity itself declares.
  public var fetchedProperties: [FetchedPropertyDescription] {
    properties.compactMap { if case .fetchedProperty(let one) = $0 { one } else { nil } }
  }

  /// Finds a property that the entity itself declares. O(number of properties).
  public func property(named name: String) -> PropertyDescription? {
    properties.first { $0.name == name }
  }
}
