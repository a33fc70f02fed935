import StrataRuntime

extension Schema {
  /// A property that leads to another object, or to several.
  public struct Relationship: SchemaProperty {
    /// The property's name in the model class.
    public let name: String
    /// The name it had in an earlier version; the same as ``name`` when none is given.
    public let originalName: String
    /// The entity it leads to.
    public let destination: String
    /// The destination's property that leads back, if there is one.
    public let inverseName: String?
    /// Whether the inverse leads to one object; false where there is no inverse.
    public let inverseIsToOne: Bool
    /// How the inverse was found; nil where there is none.
    public let inverseOrigin: InverseOrigin?
    /// Whether it leads to at most one object.
    public let isToOne: Bool
    /// Whether it may lead nowhere.
    public let isOptional: Bool
    /// What happens to the objects it leads to when its owner is deleted.
    public let deleteRule: DeleteRule
    /// The column with the key that a to-one relationship leads to.
    public let columnName: String
    /// The entity that declares it; subentities inherit it. Set by the entity.
    public internal(set) var declaringEntity: String?
    /// What was asked for in `@Relationship(…)` without a label.
    public let options: [Option]
    /// How many objects it must lead to at least; 0 for no limit.
    public let minimumModelCount: Int?
    /// How many objects it may lead to at most; 0 for no limit.
    public let maximumModelCount: Int?
    /// Changed to tell versions apart that differ in nothing else.
    public let hashModifier: String?
    /// The Swift type of the property; `Any` where only its name is known.
    public var valueType: any Any.Type { type.type }
    private let type: NamedType
    private var keyPaths = KeyPaths()

    /// Leads to the property; nil for a schema that wasn't made of model classes.
    public var keypath: AnyKeyPath? { keyPaths.own }
    /// Leads to the property that leads back; nil where there is none, and for a schema that wasn't
    /// made of model classes.
    public var inverseKeyPath: AnyKeyPath? { keyPaths.inverse }

    private enum CodingKeys: String, CodingKey {
      case name, originalName, destination, inverseName, inverseIsToOne, inverseOrigin, isToOne
      case isOptional, deleteRule, columnName, declaringEntity, options, minimumModelCount,
        maximumModelCount, hashModifier, type
    }

    /// Describes a relationship.
    ///
    /// - Parameter columnName: The column of a to-one relationship; nil for one that is called as the
    ///   property.
    public init(
      name: String, originalName: String? = nil, destination: String, inverseName: String?,
      inverseIsToOne: Bool, inverseOrigin: InverseOrigin? = nil, isToOne: Bool, isOptional: Bool,
      deleteRule: DeleteRule, columnName: String? = nil, options: [Option] = [],
      minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, hashModifier: String? = nil, valueType: any Any.Type = Any.self,
      keypath: AnyKeyPath? = nil, inverseKeyPath: AnyKeyPath? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.destination = destination
      self.inverseName = inverseName
      self.inverseIsToOne = inverseIsToOne
      self.inverseOrigin = inverseName == nil ? nil : inverseOrigin ?? .explicit
      self.isToOne = isToOne
      self.isOptional = isOptional
      self.deleteRule = deleteRule
      self.columnName = columnName ?? name
      self.options = options
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.hashModifier = hashModifier
      type = NamedType(valueType)
      keyPaths = KeyPaths(own: keypath, inverse: inverseKeyPath)
    }

    /// What `@Relationship(…)` says, without the property that it says it of.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.init(
        name: "", originalName: originalName, destination: "", inverseName: nil,
        inverseIsToOne: false, isToOne: false, isOptional: false, deleteRule: deleteRule,
        options: options, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, hashModifier: hashModifier, inverseKeyPath: inverse)
    }

    /// False.
    public var isAttribute: Bool { false }
    /// Whether it leads to at most one object.
    public var isToOneRelationship: Bool { isToOne }
    /// Whether no two objects may lead to the same one.
    public var isUnique: Bool { options.contains(.unique) }

    /// Whether members keep a position beside their link, so that the other end's order lasts.
    public var isOrderedByMember: Bool { isToOne && inverseName != nil && !inverseIsToOne }

    /// Whether both ends are to-many, or this one is and has no other end: kept in a table of links.
    public var usesLinkTable: Bool { !isToOne && !(inverseName != nil && inverseIsToOne) }
  }
}

extension Schema.Relationship {
  /// How a relationship is treated beyond being kept.
  public struct Option: Sendable, Hashable, Codable {
    /// The option's name, as it is written in `@Relationship`.
    public let name: String

    /// No two objects lead to the same one.
    public static let unique = Option(name: "unique")
  }

  /// How the two ends of a relationship have found each other.
  public enum InverseOrigin: String, Sendable, Hashable, Codable {
    /// One end names the other.
    case explicit
    /// Exactly one pair of properties can be meant; SwiftData pairs them too.
    case inferred
    /// Exactly one pair of properties can be meant; SwiftData would leave them apart, as it pairs
    /// one-to-one and one-to-many relationships only where both ends are optional, and many-to-many
    /// ones only where at least one is.
    case inferredBeyondSwiftData
  }

  /// What happens to related objects when an object is deleted. SwiftData's rules.
  public enum DeleteRule: String, Sendable, Hashable, Codable {
    /// Related objects stay as they are. A link that still leads to the deleted object is cut by the
    /// save that deletes it.
    case noAction
    /// Links to the deleted object are cleared.
    case nullify
    /// Related objects are deleted too.
    case cascade
    /// The object can't be deleted while it has related objects.
    case deny
  }
}

extension Schema.Relationship {
  /// Key paths beside what a relationship says of itself: they can't be written down, and don't
  /// count when two are compared.
  // Made of literals, which can be sent; only their type doesn't say so.
  private struct KeyPaths: @unchecked Sendable, Hashable {
    var own: AnyKeyPath?
    var inverse: AnyKeyPath?

    static func == (lhs: KeyPaths, rhs: KeyPaths) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }
}
