internal import Synchronization

extension Schema {
  /// A class of objects: its attributes, its relationships, and their constraints.
  public final class Entity: Sendable {
    /// The model class's unqualified name.
    ///
    /// It is also the table's name, except for a subentity, whose rows are in the table of its
    /// hierarchy's root.
    public let name: String
    /// The name in an earlier version, or ``name`` if none is given.
    public let originalName: String
    /// The entity that this one inherits from, or nil if it is a root.
    public let superentity: Entity?
    /// The attributes and relationships in order of declaration, inherited ones first.
    public let properties: [Property]
    /// The groups of properties with unique combinations of values, inherited ones first.
    ///
    /// A part of a composite value follows a dot: `dataContent.value1`.
    public let uniquenessConstraints: [[String]]
    /// The groups of properties with an index, inherited ones first, in the form of
    /// ``uniquenessConstraints``.
    public let indices: [[String]]
    /// The full-text index, perhaps an inherited one, or nil if there is none.
    public let search: SearchIndex?
    private let links = Mutex<[WeakEntity]>([])

    private struct WeakEntity {
      weak var entity: Entity?
    }

    /// Creates an entity.
    ///
    /// - Parameters:
    ///   - superentity: The entity that this one inherits all properties and constraints from.
    ///   - properties: The properties that the entity adds.
    ///   - uniquenessConstraints: The constraints that the entity adds, which may name inherited
    ///     properties.
    ///   - indices: The indices that the entity adds, which may name inherited properties.
    ///   - search: The full-text index that the entity adds, which may name inherited properties.
    /// - Throws: ``SchemaError/reservedName(entity:property:)``,
    ///   ``SchemaError/duplicateColumn(entity:column:)`` or
    ///   ``SchemaError/invalidSearch(entity:reason:)``.
    public init(
      name: String, originalName: String? = nil, superentity: Entity? = nil,
      properties: [Property], uniquenessConstraints: [[String]] = [], indices: [[String]] = [],
      search: SearchIndex? = nil
    ) throws(SchemaError) {
      self.name = name
      self.originalName = originalName ?? name
      self.superentity = superentity
      self.properties = (superentity?.properties ?? []) + properties.map { $0.declared(by: name) }
      self.uniquenessConstraints =
        (superentity?.uniquenessConstraints ?? []) + uniquenessConstraints
      self.indices = (superentity?.indices ?? []) + indices
      self.search = superentity?.search ?? search
      guard !Self.isReserved(name) else { throw .reservedName(entity: name, property: nil) }
      for property in properties where Self.isReserved(property.name) {
        throw .reservedName(entity: name, property: property.name)
      }
      var columns: Set<String> = []
      for column in self.properties.flatMap(\.columnNames)
      where !columns.insert(column.lowercased()).inserted {
        throw .duplicateColumn(entity: name, column: column)
      }
      try checkTimestamps(addedBy: properties)
      guard let search else { return }
      if let owner = superentity?.searchOwner {
        throw .invalidSearch(
          entity: name, reason: "is a second one: \(name) inherits that of \(owner.name)")
      }
      try check(search)
    }

    private static func isReserved(_ name: String) -> Bool {
      let lowered = name.lowercased()
      return lowered.hasPrefix("strata_") || lowered.hasPrefix("sqlite_")
    }

    /// The entities that directly inherit from this one, in order of their names.
    ///
    /// The last schema that the entity was added to determines them.
    public var subentities: [Entity] { links.withLock { $0.compactMap(\.entity) } }

    // Weak references, since entities retain their superentities.
    func link(_ subentities: [Entity]) {
      links.withLock { $0 = subentities.map { WeakEntity(entity: $0) } }
    }
  }
}

extension Schema.Entity {
  /// The attribute with `@Attribute(.createdAt)`, `.updatedAt` or `.deletedAt`, perhaps an inherited
  /// one.
  package func timestamp(_ option: Schema.Attribute.Option) -> Schema.Attribute? {
    attributes.first { $0.options.contains(option) }
  }

  /// Checks the attributes that saves and deletions set.
  ///
  /// - Throws: ``SchemaError/invalidOption(entity:property:reason:)``.
  private func checkTimestamps(addedBy added: [Schema.Property]) throws(SchemaError) {
    for case .attribute(let attribute) in added {
      let found = attribute.options.filter(Schema.Attribute.Option.timestamps.contains)
      guard let option = found.first else { continue }
      func invalid(_ reason: String) -> SchemaError {
        .invalidOption(entity: name, property: attribute.name, reason: reason)
      }
      guard found.count == 1 else {
        throw invalid(
          "is both \(found[0].name) and \(found[1].name); give each a property of its own")
      }
      guard !attribute.isEphemeral else {
        throw invalid("is ephemeral, and \(option.name) is set by saves; leave one of them out")
      }
      guard attribute.columns.count == 1, attribute.columns[0].meaning == .date,
        !attribute.isTransformable
      else {
        throw invalid("is \(option.name) and no date; declare it as Date or Date?")
      }
      guard option != .deletedAt || attribute.columns[0].isOptional else {
        throw invalid("is deletedAt, and nil for objects that aren't deleted; declare it as Date?")
      }
      let first = timestamp(option)
      guard first?.name == attribute.name else {
        throw invalid(
          "is the second \(option.name) of \(name), beside \(first?.name ?? ""); a class has one, which "
            + "subclasses inherit")
      }
    }
  }

  /// The attributes, in order of declaration.
  public var attributes: [Schema.Attribute] {
    properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// The relationships, in order of declaration.
  public var relationships: [Schema.Relationship] {
    properties.compactMap { if case .relationship(let one) = $0 { one } else { nil } }
  }

  /// Returns the attribute or relationship with a name.
  ///
  /// O(number of properties).
  public func property(named name: String) -> Schema.Property? {
    properties.first { $0.name == name }
  }

  /// Returns the columns for a path in ``indices`` or ``uniquenessConstraints``: all of a property,
  /// or the one of a part.
  ///
  /// Returns none for any other path.
  package func columnNames(at path: String) -> [String] {
    let names = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard let name = names.first, let property = property(named: name) else { return [] }
    guard names.count > 1 else { return property.columnNames }
    guard case .attribute(let attribute) = property else { return [] }
    return attribute.columns.filter { $0.part == names[1] }.map { $0.name(of: name) }
  }
}
