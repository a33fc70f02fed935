import StrataRuntime

extension Schema {
  /// A property that leads to another object, or to several.
  public struct Relationship: SchemaProperty {
    /// The property's name in the model class.
    public let name: String
    /// The name in an earlier version, or ``name`` if none is given.
    public let originalName: String
    /// The name of the entity that it leads to.
    public let destination: String
    /// The name of the inverse in the destination, or nil if there is none.
    public let inverseName: String?
    /// True if the inverse leads to one object.
    ///
    /// False if there is no inverse.
    public let inverseIsToOne: Bool
    /// The way in which the inverse was determined, or nil if there is none.
    public let inverseOrigin: InverseOrigin?
    /// True if it leads to at most one object.
    public let isToOne: Bool
    /// True if it may lead to no object.
    public let isOptional: Bool
    /// The effect on related objects when an object is deleted.
    public let deleteRule: DeleteRule
    /// The column with a to-one relationship's key.
    public let columnName: String
    /// The name of the entity that declares it, which subentities inherit.
    ///
    /// The entity sets it.
    public internal(set) var declaringEntity: String?
    /// The options of `@Relationship(…)`.
    public let options: [Option]
    /// The minimum number of objects that it leads to, or 0 for no limit.
    public let minimumModelCount: Int?
    /// The maximum number of objects that it leads to, or 0 for no limit.
    public let maximumModelCount: Int?
    /// A text that you change to distinguish versions without other differences.
    public let hashModifier: String?
    /// The Swift type of the property, or `Any` if only its name is known.
    public var valueType: any Any.Type { type.type }
    private let type: NamedType
    private var keyPaths = KeyPaths()

    /// The key path of the property, or nil if the schema wasn't made of model classes.
    public var keypath: AnyKeyPath? { keyPaths.own }
    /// The key path of the inverse, or nil if there is none or the schema wasn't made of model
    /// classes.
    public var inverseKeyPath: AnyKeyPath? { keyPaths.inverse }

    private enum CodingKeys: String, CodingKey {
      case name, originalName, destination, inverseName, inverseIsToOne, inverseOrigin, isToOne
      case isOptional, deleteRule, columnName, declaringEntity, options, minimumModelCount,
        maximumModelCount, hashModifier, type
    }

    /// Creates a relationship.
    ///
    /// - Parameter columnName: The column of a to-one relationship, or nil if it has the property's
    ///   name.
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

    /// Creates a relationship from the arguments of `@Relationship(…)`, without a property.
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

    /// False for a relationship.
    public var isAttribute: Bool { false }
    /// True if it leads to at most one object.
    public var isToOneRelationship: Bool { isToOne }
    /// True if no two objects may lead to the same one.
    public var isUnique: Bool { options.contains(.unique) }

    /// True if members store a position beside their link, which preserves the order of the
    /// inverse.
    public var isOrderedByMember: Bool { isToOne && inverseName != nil && !inverseIsToOne }

    /// True if the links are rows of a link table: both ends are to-many, or this one is and has no
    /// inverse.
    public var usesLinkTable: Bool { !isToOne && !(inverseName != nil && inverseIsToOne) }
  }
}

extension Schema.Relationship {
  /// An option for a relationship.
  public struct Option: Sendable, Hashable, Codable {
    /// The option's name, as you write it in `@Relationship`.
    public let name: String

    /// Requires that no two objects lead to the same one.
    public static let unique = Option(name: "unique")
  }

  /// The way in which the inverse of a relationship was determined.
  public enum InverseOrigin: String, Sendable, Hashable, Codable {
    /// One end names the other.
    case explicit
    /// Exactly one pair of properties is possible, and SwiftData pairs them too.
    case inferred
    /// Exactly one pair of properties is possible, but SwiftData doesn't pair them.
    ///
    /// It pairs one-to-one and one-to-many relationships only if both ends are optional, and
    /// many-to-many ones only if at least one is.
    case inferredBeyondSwiftData
  }

  /// The effect on related objects when an object is deleted, as in SwiftData.
  public enum DeleteRule: String, Sendable, Hashable, Codable {
    /// Leaves related objects unchanged.
    ///
    /// The save that deletes the object sets links that still lead to it to nil.
    case noAction
    /// Sets links to the deleted object to nil.
    case nullify
    /// Deletes related objects too.
    case cascade
    /// Prevents the deletion while the object has related objects.
    case deny
  }
}

extension Schema.Relationship {
  /// The key paths of a relationship, which can't be encoded and are ignored by comparisons.
  // Unchecked: key paths of literals are immutable, but their type isn't `Sendable`.
  private struct KeyPaths: @unchecked Sendable, Hashable {
    var own: AnyKeyPath?
    var inverse: AnyKeyPath?

    static func == (lhs: KeyPaths, rhs: KeyPaths) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }
}
