extension Schema {
  /// One kind of object: its attributes, its relationships and the rules over them.
  public final class Entity: Sendable {
    /// The model class's name, without the types around it; also the table's name.
    public let name: String
    /// The name that this entity had in an earlier version; the same as ``name`` when none is given.
    public let originalName: String
    /// Attributes and relationships in the order in which the class declares them.
    public let properties: [Property]
    /// Groups of properties whose values together are unique.
    public let uniquenessConstraints: [[String]]
    /// Groups of properties that have an index.
    public let indices: [[String]]

    /// Describes an entity.
    ///
    /// - Throws: ``SchemaError/reservedName(entity:property:)`` or
    ///   ``SchemaError/duplicateColumn(entity:column:)``.
    public init(
      name: String, originalName: String? = nil, properties: [Property],
      uniquenessConstraints: [[String]] = [], indices: [[String]] = []
    ) throws(SchemaError) {
      self.name = name
      self.originalName = originalName ?? name
      self.properties = properties
      self.uniquenessConstraints = uniquenessConstraints
      self.indices = indices
      guard !Self.isReserved(name) else { throw .reservedName(entity: name, property: nil) }
      var columns: Set<String> = []
      for property in properties {
        guard !Self.isReserved(property.name) else {
          throw .reservedName(entity: name, property: property.name)
        }
        for column in property.columnNames where !columns.insert(column.lowercased()).inserted {
          throw .duplicateColumn(entity: name, column: column)
        }
      }
    }

    private static func isReserved(_ name: String) -> Bool {
      let lowered = name.lowercased()
      return lowered.hasPrefix("strata_") || lowered.hasPrefix("sqlite_")
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
}
