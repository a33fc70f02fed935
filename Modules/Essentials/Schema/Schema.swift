/// The entities that a store can have, by name.
public final class Schema: Sendable {
  /// All entities, in order of their names.
  public let entities: [Entity]
  /// All entities by name.
  public let entitiesByName: [String: Entity]
  /// The model classes that the schema was made of, or nil if it wasn't made of classes.
  package let modelTypes: [AnyClass]?
  /// True if the schema was decoded, so that it may differ from the current model classes.
  package let wasRead: Bool
  /// The version of this schema, `1.0.0` by default.
  public let version: Version
  /// The error that the model classes caused, or nil if they fit together.
  ///
  /// With an error there are no entities, and creating a container throws it.
  public let problem: SchemaError?

  /// Creates a schema of entities.
  ///
  /// - Throws: ``SchemaError/duplicateEntity(_:)`` if two entities have the same name, ignoring
  ///   case, ``SchemaError/unknownSuperentity(entity:superentity:)`` if the superentity of one is
  ///   missing, ``SchemaError/duplicateColumn(entity:column:)`` if entities of a hierarchy need the
  ///   same column, ``SchemaError/unknownDestination(entity:relationship:destination:)`` if the
  ///   destination of a relationship is missing,
  ///   ``SchemaError/invalidInverse(entity:relationship:reason:)`` if an inverse doesn't lead back,
  ///   ``SchemaError/duplicateTable(_:entity:relationship:)`` if the links of a relationship need a
  ///   table that something else needs as well.
  public convenience init(
    entities: [Entity], version: Version = Version(1, 0, 0)
  ) throws(SchemaError) {
    try self.init(entities: entities, version: version, modelTypes: nil)
  }

  /// - Parameters:
  ///   - wasRead: True if the schema was decoded.
  ///   - isRecorded: True if others have declared some of the entities, whose relationships and
  ///     tables aren't checked then.
  package init(
    entities: [Entity], version: Version, modelTypes: [AnyClass]?, wasRead: Bool = false,
    isRecorded: Bool = false
  ) throws(SchemaError) {
    self.modelTypes = modelTypes
    problem = nil
    self.wasRead = wasRead
    self.entities = entities.sorted { $0.name < $1.name }
    self.version = version
    var byName: [String: Entity] = [:]
    // Tables have the entities' names, and SQLite ignores their case.
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
    // Others have declared what a store records, and a store must open to be mended.
    guard !wasRead, !isRecorded else { return }
    try checkInverses()
    try checkLinkTables()
  }

  /// Creates the schema of classes that don't fit together.
  package init(problem: SchemaError, version: Version) {
    self.problem = problem
    wasRead = false
    self.version = version
    (entities, entitiesByName, modelTypes) = ([], [:], nil)
  }
}

extension Schema {
  /// A version number of a schema, such as 1.2.0.
  public struct Version: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// Incremented when older programs can no longer read the stores.
    public let major: Int
    /// Incremented when something is added.
    public let minor: Int
    /// Incremented when something is corrected.
    public let patch: Int

    /// Creates a version from its three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Orders versions by major, then minor, then patch.
    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }

    /// The three numbers, separated by dots.
    public var description: String { "\(major).\(minor).\(patch)" }
  }
}
