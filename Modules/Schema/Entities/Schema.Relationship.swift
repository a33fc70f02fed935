extension Schema {
  /// A property that leads to another object, or to several.
  public struct Relationship: Sendable {
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

    /// Describes a relationship.
    ///
    /// - Parameter columnName: The column of a to-one relationship; nil for one that is called as the
    ///   property.
    public init(
      name: String, originalName: String? = nil, destination: String, inverseName: String?,
      inverseIsToOne: Bool, inverseOrigin: InverseOrigin? = nil, isToOne: Bool, isOptional: Bool,
      deleteRule: DeleteRule, columnName: String? = nil
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
    }

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
    /// Links to the deleted object are left as they are.
    case noAction
    /// Links to the deleted object are cleared.
    case nullify
    /// Related objects are deleted too.
    case cascade
    /// The object can't be deleted while it has related objects.
    case deny
  }
}
