/// One kind of object: its name, its properties and the rules over them.
public struct EntityDescription: Sendable, Hashable {
  /// The entity's name.
  public var name: String
  /// The class of its objects; nil for objects without a class of their own.
  public var managedObjectClassName: String?
  /// The entity that this one inherits all properties from; nil for one that stands alone.
  public var superentityName: String?
  /// Whether no object is of this entity itself, but of those that inherit from it.
  public var isAbstract: Bool
  /// The properties that the entity declares itself, in the order in which they were written.
  public var properties: [PropertyDescription]
  /// Groups of properties whose values together are unique.
  public var uniquenessConstraints: [[String]]
  /// The indexes that were asked for.
  public var indexes: [FetchIndexDescription]
  /// Groups of properties that have an index, as models said it before there were ``indexes``.
  public var compoundIndexes: [[String]]
  /// What the developer noted, by key.
  public var userInfo: [String: String]
  /// The name that the entity had in an earlier version; nil where it is the same.
  public var renamingIdentifier: String?
  /// Changed to tell versions apart that differ in nothing else.
  public var versionHashModifier: String?
  /// What the model editor keeps the renaming identifier as; see ``formerName``.
  public var elementID: String?
  /// Whether the developer allows that objects are synchronized.
  public var isSyncable: Bool
  /// Which source the model editor was to write for the entity.
  public var codeGeneration: CodeGeneration
  var origin = Origin.none

  /// Describes an entity.
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

  /// Which source the model editor writes for an entity.
  public enum CodeGeneration: String, Sendable, Hashable {
    /// None; the class is written by hand.
    case manual
    /// The class and its properties.
    case classDefinition
    /// The properties, as an extension of a class that is written by hand.
    case category
  }
}

extension EntityDescription {
  /// The attributes that the entity declares itself, derived and composite ones too.
  public var attributes: [AttributeDescription] {
    properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// The relationships that the entity declares itself.
  public var relationships: [RelationshipDescription] {
    properties.compactMap { if case .relationship(let one) = $0 { one } else { nil } }
  }

  /// The fetched properties that the entity declares itself.
  public var fetchedProperties: [FetchedPropertyDescription] {
    properties.compactMap { if case .fetchedProperty(let one) = $0 { one } else { nil } }
  }

  /// Finds a property that the entity declares itself. O(number of properties).
  public func property(named name: String) -> PropertyDescription? {
    properties.first { $0.name == name }
  }
}
