internal import Synchronization

extension Schema {
  /// One kind of object: its attributes, its relationships and the rules over them.
  public final class Entity: Sendable {
    /// The model class's name, without the types around it; also the table's name, but for a
    /// subentity, whose rows are in the table of its hierarchy's root.
    public let name: String
    /// The name that this entity had in an earlier version; the same as ``name`` when none is given.
    public let originalName: String
    /// The entity that this one inherits from.
    public let superentity: Entity?
    /// Attributes and relationships in the order in which the class declares them, inherited ones
    /// first.
    public let properties: [Property]
    /// Groups of properties whose values together are unique, inherited ones first. A part of a value
    /// of several columns stands behind a point: `dataContent.value1`.
    public let uniquenessConstraints: [[String]]
    /// Groups of properties that have an index, inherited ones first; parts as in
    /// ``uniquenessConstraints``.
    public let indices: [[String]]
    private let links = Mutex<[WeakEntity]>([])

    private struct WeakEntity {
      weak var entity: Entity?
    }

    /// Describes an entity.
    ///
    /// - Parameters:
    ///   - superentity: The entity that this one inherits all properties and rules of.
    ///   - properties: What the entity adds.
    ///   - uniquenessConstraints: What the entity adds; may name inherited properties.
    ///   - indices: What the entity adds; may name inherited properties.
    /// - Throws: ``SchemaError/reservedName(entity:property:)`` or
    ///   ``SchemaError/duplicateColumn(entity:column:)``.
    public init(
      name: String, originalName: String? = nil, superentity: Entity? = nil,
      properties: [Property], uniquenessConstraints: [[String]] = [], indices: [[String]] = []
    ) throws(SchemaError) {
      self.name = name
      self.originalName = originalName ?? name
      self.superentity = superentity
      self.properties = (superentity?.properties ?? []) + properties.map { $0.declared(by: name) }
      self.uniquenessConstraints =
        (superentity?.uniquenessConstraints ?? []) + uniquenessConstraints
      self.indices = (superentity?.indices ?? []) + indices
      guard !Self.isReserved(name) else { throw .reservedName(entity: name, property: nil) }
      for property in properties where Self.isReserved(property.name) {
        throw .reservedName(entity: name, property: property.name)
      }
      var columns: Set<String> = []
      for column in self.properties.flatMap(\.columnNames)
      where !columns.insert(column.lowercased()).inserted {
        throw .duplicateColumn(entity: name, column: column)
      }
    }

    private static func isReserved(_ name: String) -> Bool {
      let lowered = name.lowercased()
      return lowered.hasPrefix("strata_") || lowered.hasPrefix("sqlite_")
    }

    /// The entities that inherit from this one directly, in order of their names, as of the schema
    /// that the entity was put into last.
    public var subentities: [Entity] { links.withLock { $0.compactMap(\.entity) } }

    // Entities keep the ones above them, so that those below are not kept.
    func link(_ subentities: [Entity]) {
      links.withLock { $0 = subentities.map { WeakEntity(entity: $0) } }
    }
  }
}

extension Schema.Entity {
  /// The attributes, in order of declaration.
  public var attributes: [Schema.Attribute] {
    properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// The relationships, in order of declaration.
  public var relationships: [Schema.Relationship] {
    properties.compactMap { if case .relationship(let one) = $0 { one } else { nil } }
  }

  /// Finds an attribute or relationship by name. O(number of properties).
  public func property(named name: String) -> Schema.Property? {
    properties.first { $0.name == name }
  }

  /// The columns of what a group of ``indices`` or ``uniquenessConstraints`` names: all of a property,
  /// or the one of its part; none for anything else.
  package func columnNames(at path: String) -> [String] {
    let names = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard let name = names.first, let property = property(named: name) else { return [] }
    guard names.count > 1 else { return property.columnNames }
    guard case .attribute(let attribute) = property else { return [] }
    return attribute.columns.filter { $0.part == names[1] }.map { $0.name(of: name) }
  }
}
