public import StrataSchema

extension Schema {
  /// Creates the schema of model classes, of their superclasses, and of all classes that their
  /// relationships lead to.
  ///
  /// As in SwiftData, subclasses aren't included by themselves. If the classes don't fit together,
  /// ``problem`` is the error that creating a container throws.
  public convenience init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    let models = Self.closure(of: types)
    do throws(SchemaError) {
      try self.init(
        entities: Self.entities(of: models), version: version,
        modelTypes: models.map { $0 as AnyClass })
    } catch {
      self.init(problem: error, version: version)
    }
  }

  /// Creates the schema of a list of model classes, as for an array of them.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// Creates the schema of a version's model classes.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// The model classes that the schema was made of, or nil if it wasn't made of classes.
  package var models: [any PersistentModel.Type]? {
    modelTypes?.compactMap { $0 as? any PersistentModel.Type }
  }

  /// Returns the entity of a model class, or nil if the schema doesn't include it.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    entitiesByName[type._$entity.name]
  }

  /// Returns the name of a model class's entity.
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
    type._$entity.name
  }

  private static func entities(
    of models: [any PersistentModel.Type]
  ) throws(SchemaError) -> [Entity] {
    var entities: [ObjectIdentifier: Entity] = [:]
    func entity(_ model: _ModelEntity) throws(SchemaError) -> Entity {
      if let made = entities[ObjectIdentifier(model)] { return made }
      var superentity: Entity?
      if let above = model.superentity { superentity = try entity(above) }
      let made = try Entity(model, superentity: superentity)
      entities[ObjectIdentifier(model)] = made
      return made
    }
    var all: [Entity] = []
    for type in models { all.append(try entity(type._$entity)) }
    return all
  }

  /// Returns the classes and all that can be reached from them, each once.
  static func closure(of types: [any PersistentModel.Type]) -> [any PersistentModel.Type] {
    var found: [any PersistentModel.Type] = []
    var seen: Set<ObjectIdentifier> = []
    var open = Array(types.reversed())
    while let type = open.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      found.append(type)
      open += type._$entity.relationships.compactMap { $0?.destination }
      if let superentity = type._$entity.superentity { open.append(superentity.type) }
    }
    return found
  }
}

extension Schema.Entity {
  convenience init(_ entity: _ModelEntity, superentity: Schema.Entity?) throws(SchemaError) {
    try Self.checkSuperclass(of: entity)
    var properties: [Schema.Property] = []
    for property in entity.ownProperties {
      let relationship = entity.relationships[property.index]
      if let inverse = property.options.inverse, relationship?.inverse == nil,
        // An inverse that another relationship has claimed is reported by the container instead.
        relationship.flatMap({
          InverseRules.namedInverse(of: property, in: $0.destination._$entity)
        }) == nil
      {
        throw .invalidInverse(
          entity: entity.name, relationship: property.name,
          reason: Self.reason(inverse, relationship?.destination._$entity))
      }
      try Self.checkOptions(property, of: entity)
      properties.append(Self.property(property, relationship, of: entity))
    }
    let inherited = entity.superentity?.type._$schemaConstraints.count ?? 0
    var unique: [[String]] = []
    var indices: [[String]] = []
    for constraint in entity.type._$schemaConstraints.dropFirst(inherited)
    where constraint.searchTokenizer == nil {
      let groups = try constraint.groups(in: entity)
      if constraint.isUnique { unique += groups } else { indices += groups }
    }
    try self.init(
      name: entity.name, superentity: superentity, properties: properties,
      uniquenessConstraints: unique, indices: indices, search: try entity.ownSearch())
  }

  private static func checkSuperclass(of entity: _ModelEntity) throws(SchemaError) {
    guard entity.isBacked, let superclass = _getSuperclass(entity.type) as? any PersistentModel.Type
    else { return }
    throw .invalidOption(
      entity: entity.name, property: "schemaMetadata",
      reason:
        "doesn't say what \(entity.name) inherits from \(superclass): classes that conform to "
        + "PersistentModel by hand are in no hierarchy; mark both with @Model")
  }

  private static func checkOptions(
    _ property: Schema.PropertyMetadata, of entity: _ModelEntity
  ) throws(SchemaError) {
    if let problem = property.problem {
      throw .invalidOption(entity: entity.name, property: property.name, reason: problem)
    }
    if case .relationship = property.kind,
      let option = property.options.options.first(
        where: Schema.Attribute.Option.timestamps.contains)
    {
      throw .invalidOption(
        entity: entity.name, property: property.name,
        reason: "leads to objects and can't be \(option.name); declare a property of type Date")
    }
    guard property.isEphemeral else { return }
    var reason: String?
    switch property.kind {
    case .relationship:
      reason = "leads to objects and can't be ephemeral; mark it @Transient"
    case .attribute(_, let columns, _, _):
      if property.options.options.contains(.unique) {
        reason = "is ephemeral, and what is never saved can't be unique"
      } else if !columns.isEmpty {
        reason = "is ephemeral, which @Model has to see: write @Attribute(.ephemeral)"
      }
    }
    if let reason {
      throw .invalidOption(entity: entity.name, property: property.name, reason: reason)
    }
  }

  private static func reason(_ inverse: AnyKeyPath, _ destination: _ModelEntity?) -> String {
    guard let name = destination?.property(at: inverse)?.name, let destination,
      let superentity = destination.superentity
    else {
      return
        "is no persisted property of \(destination?.name ?? "the class it leads to"); name one "
        + "that leads back"
    }
    return
      "is \(name), which \(destination.name) inherits, so that it leads here from all objects of "
      + "\(superentity.name) or a class above it; let the relationship lead to that class"
  }

  private static func property(
    _ property: Schema.PropertyMetadata, _ relationship: ModelRelationship?, of entity: _ModelEntity
  ) -> Schema.Property {
    switch property.kind {
    case .attribute(let valueType, let columns, let check, let defaultColumns):
      .attribute(
        Schema.Attribute(
          name: property.name, originalName: property.options.originalName,
          options: property.options.options, valueType: valueType, columns: columns,
          defaultColumns: defaultColumns, check: check?(columns),
          hashModifier: property.options.hashModifier
        ).evaluating(property.evaluation).shaped(property.shape, property.conversion))
    case .relationship(let destination, let isToOne, let isOptional):
      .relationship(
        Schema.Relationship(
          name: property.name, originalName: property.options.originalName,
          destination: destination._$entity.name,
          inverseName: relationship?.inverse.map { destination._$entity.properties[$0].name },
          inverseIsToOne: relationship?.inverseIsToOne ?? false,
          inverseOrigin: relationship?.inverseOrigin, isToOne: isToOne,
          isOptional: isOptional, deleteRule: property.options.deleteRule,
          columnName: entity.superentity == nil ? nil : "\(entity.name)_\(property.name)",
          options: property.options.options.contains(.unique) ? [.unique] : [],
          minimumModelCount: property.options.minimumCount,
          maximumModelCount: property.options.maximumCount,
          hashModifier: property.options.hashModifier,
          valueType: Swift.type(of: property.keypath).valueType, keypath: property.keypath,
          inverseKeyPath: relationship?.inverse.map {
            destination._$entity.properties[$0].keypath
          }))
    }
  }
}

/// A version of a program's models.
public protocol VersionedSchema: SendableMetatype {
  /// The model classes of the version.
  static var models: [any PersistentModel.Type] { get }
  /// The version's number.
  static var versionIdentifier: Schema.Version { get }
}
