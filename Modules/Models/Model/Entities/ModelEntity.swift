internal import Synchronization
package import StrataSchema

/// The run-time description of a model class: its properties, and the inverses of its
/// relationships.
///
/// There is one for each class. It is made at its first use.
public final class _ModelEntity: Sendable {
  /// The entity's name, which is the class's unqualified name.
  public let name: String
  package let type: any PersistentModel.Type
  /// The entity of the model class that this one inherits from.
  package let superentity: _ModelEntity?
  /// The persisted properties, inherited ones first, so that a property has the same position in
  /// all classes that inherit it.
  // Key paths and closures are not `Sendable` by type. These are made once and only read
  // afterwards.
  package nonisolated(unsafe) let properties: [Schema.PropertyMetadata]
  // Written once, under the lock, before `isResolved` is set.
  private nonisolated(unsafe) var resolved: [ModelRelationship?] = []
  private let isResolved = Atomic<Bool>(false)
  /// The relationships of ``ownProperties``, if a description determines them, or nil if the
  /// properties' own options do.
  private let describedRelationships: (@Sendable (_ModelEntity) -> [ModelRelationship?])?
  private let resolving = Mutex(())
  /// The entity's number among all entities of the process, in order of their first use.
  package let ordinal: Int
  private static let count = Atomic<Int>(0)

  /// Creates the entity of a class from its metadata.
  ///
  /// - Parameter superclass: The model class that it inherits from.
  public init(_ type: any PersistentModel.Type, superclass: (any PersistentModel.Type)? = nil) {
    let name = "\(type)"
    self.name = name
    self.type = type
    superentity = superclass?._$entity
    describedRelationships = nil
    hearsLifecycle = true
    keepsOriginals = false
    let inherited = superentity?.properties ?? []
    let stated = type.schemaMetadata
    isBacked = !(type is any _ModelRoot.Type)
    backed = isBacked ? stated.compactMap(\.backed) : []
    properties =
      inherited
      + Self.described(stated, of: type).dropFirst(inherited.count).map {
        superclass == nil ? $0 : $0.owned(by: name)
      }
    backedIndices = Dictionary(
      isBacked ? properties.map { ($0.keypath, $0.index) } : [],
      uniquingKeysWith: { first, _ in first })
    ordinal = Self.count.add(1, ordering: .relaxed).oldValue
  }

  /// Creates the entity of a class whose properties are described elsewhere.
  ///
  /// - Parameters:
  ///   - own: The properties that the entity adds to those of its superentity.
  ///   - hearsLifecycle: True if the class has lifecycle methods for fetches, saves or deletions.
  ///   - keepsOriginals: True if objects can be asked for their values before the first unsaved
  ///     change.
  ///   - relationships: Returns the relationships of these properties, nil for attributes. Called
  ///     at the first use, since entities may lead to each other.
  package init(
    _ type: any PersistentModel.Type, name: String, superentity: _ModelEntity?,
    own: [Schema.PropertyMetadata], hearsLifecycle: Bool, keepsOriginals: Bool = false,
    relationships: @escaping @Sendable (_ModelEntity) -> [ModelRelationship?]
  ) {
    self.name = name
    self.type = type
    self.superentity = superentity
    properties = (superentity?.properties ?? []) + own
    describedRelationships = relationships
    isBacked = false
    backed = []
    backedIndices = [:]
    self.hearsLifecycle = hearsLifecycle
    self.keepsOriginals = keepsOriginals
    ordinal = Self.count.add(1, ordering: .relaxed).oldValue
  }

  /// True if a description determines the inverses of the relationships.
  package var isDescribed: Bool { describedRelationships != nil }

  /// True if the class may have lifecycle methods for fetches, saves or deletions.
  package let hearsLifecycle: Bool
  /// True if a graph preserves the values from before the first unsaved change, whatever its merge
  /// policy.
  package let keepsOriginals: Bool

  /// True if the class conforms without the macro and stores its values in its backing data.
  let isBacked: Bool
  /// The properties of such a class, as its backing data stores them.
  // Like `properties`: made once and only read afterwards.
  nonisolated(unsafe) let backed: [BackedProperty]
  nonisolated(unsafe) let backedIndices: [AnyKeyPath: PropertyIndex]
  /// True if such a class gives any property an initial value.
  var hasBackedDefaults: Bool { backed.contains(where: \.hasDefault) }

  /// The properties as the class describes them now.
  ///
  /// Their initial values may differ from earlier ones.
  package var metadataNow: [Schema.PropertyMetadata] {
    Self.described(type.schemaMetadata, of: type)
  }

  // A class without the macro doesn't know the positions of its properties. They are assigned here.
  private static func described(
    _ stated: [Schema.PropertyMetadata], of type: any PersistentModel.Type
  ) -> [Schema.PropertyMetadata] {
    guard !(type is any _ModelRoot.Type) else { return stated }
    return stated.enumerated().map { position, property in
      property.backed?.describe(PropertyIndex(position), type) ?? property
    }
  }

  /// The number of persisted properties, including inherited ones.
  public var propertyCount: Int { properties.count }

  /// The number of columns that a row has after its key, including inherited ones.
  public var columnCount: Int {
    properties.reduce(0) { count, property in
      switch property.kind {
      case .attribute(_, let columns, _, _): count + columns.count
      case .relationship(_, let isToOne, _): count + (isToOne ? 1 : 0)
      }
    }
  }

  /// The class's relationships by position of property, nil for attributes.
  package var relationships: [ModelRelationship?] {
    if !isResolved.load(ordering: .acquiring) { resolve() }
    return resolved
  }

  private func resolve() {
    // Resolving reads the properties of other entities, but the relationships only of
    // superentities, so that it can't recurse endlessly.
    let made =
      (superentity?.relationships ?? [])
      + (describedRelationships?(self)
        ?? ownProperties.map { ModelRelationship(property: $0, of: self) })
    resolving.withLock { _ in
      guard !isResolved.load(ordering: .relaxed) else { return }
      resolved = made
      isResolved.store(true, ordering: .releasing)
    }
  }
}

extension _ModelEntity {
  /// The properties that the class declares itself.
  var ownProperties: ArraySlice<Schema.PropertyMetadata> {
    properties.dropFirst(superentity?.properties.count ?? 0)
  }

  /// Returns true if the class is the same as another or inherits from it.
  ///
  /// O(depth of the hierarchy).
  package func isKind(of other: _ModelEntity) -> Bool {
    self === other || superentity?.isKind(of: other) ?? false
  }
}

/// A relationship and its inverse.
@usableFromInline
package struct ModelRelationship: Sendable {
  /// The position of the property.
  package let index: PropertyIndex
  package let destination: any PersistentModel.Type
  /// The position of the inverse in the destination, or nil if there is none.
  package let inverse: PropertyIndex?
  package let isToOne: Bool
  package let isOptional: Bool
  package let inverseIsToOne: Bool
  package let deleteRule: Schema.Relationship.DeleteRule
  /// The way in which the inverse was determined, or nil if there is none.
  package let inverseOrigin: Schema.Relationship.InverseOrigin?
  /// The least number of members, or 0 for no limit.
  package let minimumCount: Int
  /// The greatest number of members, or 0 for no limit.
  package let maximumCount: Int

  /// True if a save must check the number of objects that the relationship leads to.
  package var isLimited: Bool {
    (isToOne && !isOptional) || minimumCount > 0 || (!isToOne && maximumCount > 0)
  }

  /// True if the links are rows of a link table.
  package var usesLinkTable: Bool { !isToOne && !(inverse != nil && inverseIsToOne) }
  /// True if each member stores its position beside its link.
  package var isOrderedByMember: Bool { isToOne && inverse != nil && !inverseIsToOne }

  /// Creates a relationship whose inverse a description determines.
  package init(
    _ relationship: Schema.Relationship, _ index: PropertyIndex,
    to destination: any PersistentModel.Type, inverse: PropertyIndex?
  ) {
    self.index = index
    self.destination = destination
    self.inverse = inverse
    isToOne = relationship.isToOne
    isOptional = relationship.isOptional
    inverseIsToOne = relationship.inverseIsToOne
    deleteRule = relationship.deleteRule
    inverseOrigin = relationship.inverseOrigin
    minimumCount = relationship.minimumModelCount ?? 0
    maximumCount = relationship.maximumModelCount ?? 0
  }

  init?(property: Schema.PropertyMetadata, of entity: _ModelEntity) {
    guard case .relationship(let destination, let isToOne, let isOptional) = property.kind else {
      return nil
    }
    index = property.index
    self.destination = destination
    self.isToOne = isToOne
    self.isOptional = isOptional
    deleteRule = property.options.deleteRule
    minimumCount = property.options.minimumCount
    maximumCount = property.options.maximumCount
    let other = destination._$entity
    let explicit = InverseRules.explicitInverse(of: property, in: entity, destination: other)
    inverse = explicit ?? InverseRules.inferredInverse(of: property, in: entity, destination: other)
    guard let inverse,
      case .relationship(_, let toOne, let optional) = other.properties[inverse].kind
    else {
      inverseIsToOne = false
      inverseOrigin = nil
      return
    }
    inverseIsToOne = toOne
    if explicit != nil {
      inverseOrigin = .explicit
    } else {
      let isManyToMany = !isToOne && !toOne
      let isPaired = isManyToMany ? isOptional || optional : isOptional && optional
      inverseOrigin = isPaired ? .inferred : .inferredBeyondSwiftData
    }
  }
}

/// The rules that determine the inverse of a relationship.
///
/// An inverse is explicit if either end names the other. It is inferred if exactly one pair of
/// properties is possible: on each side one property without an explicit inverse leads to the other
/// class. Both ends must be declared by exactly the classes that they lead to. An inherited
/// property belongs to the superclass's relationship, since an object of a sibling class could be
/// at the other end.
enum InverseRules {
  static func explicitInverse(
    of property: Schema.PropertyMetadata, in entity: _ModelEntity, destination: _ModelEntity
  ) -> PropertyIndex? {
    if let inverse = namedInverse(of: property, in: destination) {
      // If another relationship has claimed the inverse, it leads back to that one.
      return first(in: entity, naming: destination.properties[inverse], of: destination)
        == property.index ? inverse : nil
    }
    guard property.options.inverse == nil else { return nil }
    return destination.ownProperties.first { other in
      other.options.inverse == property.keypath && leads(other, to: entity)
        && !(destination === entity && other.index == property.index)
    }?.index
  }

  /// Returns the property that a relationship names as its inverse.
  static func namedInverse(
    of property: Schema.PropertyMetadata, in destination: _ModelEntity
  ) -> PropertyIndex? {
    guard let inverse = property.options.inverse,
      let index = destination.property(at: inverse)?.index
    else { return nil }
    return destination.ownProperties.contains { $0.index == index } ? index : nil
  }

  /// Returns the relationship that an inverse leads back to: the one that it names, or else the
  /// first one that names it.
  static func first(
    in entity: _ModelEntity, naming inverse: Schema.PropertyMetadata, of destination: _ModelEntity
  ) -> PropertyIndex? {
    if let named = namedInverse(of: inverse, in: entity) { return named }
    return entity.ownProperties.first {
      leads($0, to: destination) && $0.options.inverse == inverse.keypath
        && !(destination === entity && $0.index == inverse.index)
    }?.index
  }

  static func inferredInverse(
    of property: Schema.PropertyMetadata, in entity: _ModelEntity, destination: _ModelEntity
  ) -> PropertyIndex? {
    // A relationship to its own class could be its own inverse or another's, so that none is
    // inferred.
    guard destination !== entity, property.options.inverse == nil else { return nil }
    let mine = candidates(in: entity, leadingTo: destination)
    let theirs = candidates(in: destination, leadingTo: entity)
    guard mine.count == 1, theirs.count == 1, mine[0].index == property.index else { return nil }
    return theirs[0].index
  }

  static func candidates(
    in entity: _ModelEntity, leadingTo destination: _ModelEntity
  ) -> [Schema.PropertyMetadata] {
    entity.ownProperties.filter {
      leads($0, to: destination)
        && explicitInverse(of: $0, in: entity, destination: destination) == nil
        && $0.options.inverse == nil
    }
  }

  private static func leads(_ property: Schema.PropertyMetadata, to entity: _ModelEntity) -> Bool {
    if case .relationship(let destination, _, _) = property.kind {
      return destination == entity.type
    }
    return false
  }
}

extension _ModelEntity {
  private static let entities = Mutex<[ObjectIdentifier: _ModelEntity]>([:])

  /// Returns the entity of a class that is nested in a generic type.
  ///
  /// There is one class for each set of type arguments, and a generic type can't have static
  /// storage, so that the entities are in a dictionary.
  ///
  /// - Parameter superclass: The model class that it inherits from.
  public static func of(
    _ type: any PersistentModel.Type, superclass: (any PersistentModel.Type)? = nil
  ) -> _ModelEntity {
    let key = ObjectIdentifier(type)
    if let entity = entities.withLock({ $0[key] }) { return entity }
    // Reading a class's metadata may ask for other entities, so that it happens outside the lock.
    // If two threads make the entity, the first one is used.
    let made = _ModelEntity(type, superclass: superclass)
    return entities.withLock { entities in
      let entity = entities[key] ?? made
      entities[key] = entity
      return entity
    }
  }
}
