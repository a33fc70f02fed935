/// The entities of a store, by name: what a container can hold.
public final class Schema: Sendable {
  /// All entities, in order of their names.
  public let entities: [Entity]
  /// All entities by name.
  public let entitiesByName: [String: Entity]
  /// The model classes that the schema was made of, erased; nil for one made of descriptions.
  package let modelTypes: [AnyClass]?
  /// Whether the schema was read from where it was written down, and may say otherwise than its model
  /// classes do by now.
  package let wasRead: Bool
  /// The version of this schema; `1.0.0` unless a versioned schema says otherwise.
  public let version: Version
  /// What is wrong with the model classes that the schema was to be made of; nil when they fit
  /// together. With a problem there are no entities, and making a container throws it.
  public let problem: SchemaError?

  /// Puts entities together.
  ///
  /// - Throws: ``SchemaError/duplicateEntity(_:)`` when two entities have one name, whatever its case,
  ///   ``SchemaError/unknownSuperentity(entity:superentity:)`` when one inherits from an entity that
  ///   isn't there, ``SchemaError/duplicateColumn(entity:column:)`` when relatives want one column,
  ///   ``SchemaError/unknownDestination(entity:relationship:destination:)`` when a relationship
  ///   leads to an entity that isn't there.
  public convenience init(
    entities: [Entity], version: Version = Version(1, 0, 0)
  ) throws(SchemaError) {
    try self.init(entities: entities, version: version, modelTypes: nil)
  }

  package init(
    entities: [Entity], version: Version, modelTypes: [AnyClass]?, wasRead: Bool = false
  ) throws(SchemaError) {
    self.modelTypes = modelTypes
    problem = nil
    self.wasRead = wasRead
    self.entities = entities.sorted { $0.name < $1.name }
    self.version = version
    var byName: [String: Entity] = [:]
    // Tables are named after entities, and SQLite overlooks the case of names.
    var tables: Set<String> = []
    for entity in entities {
      guard tables.insert(entity.name.lowercased()).inserted else {
        throw .duplicateEntity(entity.name)
      }
      byName[entity.name] = entity
    }
    entitiesByName = byName
    try linkHierarchies()
    for entity in entities {
      for relationship in entity.relationships where byName[relationship.destination] == nil {
        throw .unknownDestination(
          entity: entity.name, relationship: relationship.name,
          destination: relationship.destination)
      }
    }
  }

  /// The schema of classes that don't fit together.
  package init(problem: SchemaError, version: Version) {
    self.problem = problem
    wasRead = false
    self.version = version
    (entities, entitiesByName, modelTypes) = ([], [:], nil)
  }
}

extension Schema {
  /// A schema's version number, such as 1.2.0.
  public struct Version: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// Rises when stores can no longer be read by older programs.
    public let major: Int
    /// Rises when something is added.
    public let minor: Int
    /// Rises when something is mended.
    public let patch: Int

    /// Makes a version from its three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Orders versions by major, then minor, then patch.
    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }

    /// The three numbers with dots between.
    public var description: String { "\(major).\(minor).\(patch)" }
  }
}
