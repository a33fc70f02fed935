internal import Synchronization
package import StrataSchema

/// A model class as its graph sees it: its properties, and how its relationships fit together with
/// those of other classes. One for each class, made when it is first needed.
public final class ModelEntity: Sendable {
  /// The class's unqualified name, which is the entity's.
  public let name: String
  package let type: any PersistentModel.Type
  /// The entity of the model class that this one inherits from.
  package let superentity: ModelEntity?
  /// The persisted properties, inherited ones first: a property has the same position in all classes
  /// that inherit it.
  // Key paths and closures are not Sendable by type; these are made once, of literals, and only read.
  package nonisolated(unsafe) let properties: [Schema.PropertyMetadata]
  // Written once, under the lock, before the flag says that it is there.
  private nonisolated(unsafe) var resolved: [ModelRelationship?] = []
  private let isResolved = Atomic<Bool>(false)
  /// The relationships of ``ownProperties``, where a description says how they fit together; nil where the
  /// properties themselves do.
  private let describedRelationships: (@Sendable (ModelEntity) -> [ModelRelationship?])?
  private let resolving = Mutex(())
  /// The entity's number among all entities of the process, in order of their first use.
  package let ordinal: Int
  private static let count = Atomic<Int>(0)

  /// Reads a class's metadata.
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

  /// The entity of a class whose properties are described elsewhere.
  ///
  /// - Parameters:
  ///   - own: What the entity adds to its superentity's properties.
  ///   - hearsLifecycle: Whether the class has something to do when its objects are fetched, saved or deleted.
  ///   - keepsOriginals: Whether objects can be asked for the values that they had before they were changed.
  ///   - relationships: The relationships of these properties; nil for attributes. Asked for when they are
  ///     first needed, since entities may lead to each other.
  package init(
    _ type: any PersistentModel.Type, name: String, superentity: ModelEntity?,
    own: [Schema.PropertyMetadata], hearsLifecycle: Bool, keepsOriginals: Bool = false,
    relationships: @escaping @Sendable (ModelEntity) -> [ModelRelationship?]
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

  /// Whether a description says which relationships belong together.
  package var isDescribed: Bool { describedRelationships != nil }

  /// Whether the class may have something to do when its objects are fetched, saved or deleted.
  package let hearsLifecycle: Bool
  /// Whether a graph keeps what objects were before their first unsaved change, whatever its merge policy.
  package let keepsOriginals: Bool

  /// Whether the class conforms by hand, and keeps its values in its backing data.
  let isBacked: Bool
  /// How such a class keeps its properties.
  // As with the properties: made once, and only read.
  nonisolated(unsafe) let backed: [BackedProperty]
  nonisolated(unsafe) let backedIndices: [AnyKeyPath: PropertyIndex]
  /// Whether such a class gives any property an initial value.
  var hasBackedDefaults: Bool { backed.contains(where: \.hasDefault) }

  /// The properties as the class says them now: initial values may be others than they were.
  package var metadataNow: [Schema.PropertyMetadata] {
    Self.described(type.schemaMetadata, of: type)
  }

  // What a class says by hand is told its position here.
  private static func described(
    _ stated: [Schema.PropertyMetadata], of type: any PersistentModel.Type
  ) -> [Schema.PropertyMetadata] {
    guard !(type is any _ModelRoot.Type) else { return stated }
    return stated.enumerated().map { position, property in
      property.backed?.describe(PropertyIndex(position), type) ?? property
    }
  }

  /// How many persisted properties the class has, inherited ones included.
  public var propertyCount: Int { properties.count }

  /// How many columns a row of the class has behind its key, inherited ones included.
  public var columnCount: Int {
    properties.reduce(0) { count, property in
      switch property.kind {
      case .attribute(_, let columns, _, _): count + columns.count
      case .relationship(_, let isToOne, _): count + (isToOne ? 1 : 0)
      }
    }
  }

  /// The class's relationships by position of property; nil for attributes.
  package var relationships: [ModelRelationship?] {
    if !isResolved.load(ordering: .acquiring) { resolve() }
    return resolved
  }

  private func resolve() {
    // Resolving looks at other entities' properties, and at the relationships of those above alone.
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

extension ModelEntity {
  /// The properties that the class declares itself.
  var ownProperties: ArraySlice<Schema.PropertyMetadata> {
    properties.dropFirst(superentity?.properties.count ?? 0)
  }

  /// Whether the class is another or inherits from it. O(depth of the hierarchy).
  package func isKind(of other: ModelEntity) -> Bool {
    self === other || superentity?.isKind(of: other) ?? false
  }
}

/// One relationship and its other end.
@usableFromInline
package struct ModelRelationship: Sendable {
  /// The position of the property.
  package let index: PropertyIndex
  package let destination: any PersistentModel.Type
  /// The position of the destination's property that leads back.
  package let inverse: PropertyIndex?
  package let isToOne: Bool
  package let isOptional: Bool
  package let inverseIsToOne: Bool
  package let deleteRule: Schema.Relationship.DeleteRule
  /// How the inverse was found; nil where there is none.
  package let inverseOrigin: Schema.Relationship.InverseOrigin?
  /// How many members there must be at least; 0 for no limit.
  package let minimumCount: Int
  /// How many members there may be at most; 0 for no limit.
  package let maximumCount: Int

  /// Whether a save has to look at how many objects it leads to.
  package var isLimited: Bool {
    (isToOne && !isOptional) || minimumCount > 0 || (!isToOne && maximumCount > 0)
  }

  /// Whether links stand in a table of their own.
  package var usesLinkTable: Bool { !isToOne && !(inverse != nil && inverseIsToOne) }
  /// Whether members keep their place beside the link.
  package var isOrderedByMember: Bool { isToOne && inverse != nil && !inverseIsToOne }

  /// A relationship that a description has worked out.
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

  init?(property: Schema.PropertyMetadata, of entity: ModelEntity) {
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

/// How the two ends of a relationship find each other.
///
/// An inverse is explicit when either end names the other. It is inferred where exactly one pair of
/// properties can be meant: one unclaimed property on each side leads to the other class. What a class
/// inherits is its superclass's: both ends are declared by just the classes that they lead to, so that
/// whatever stands at one end is fit to stand at the other.
enum InverseRules {
  static func explicitInverse(
    of property: Schema.PropertyMetadata, in entity: ModelEntity, destination: ModelEntity
  ) -> PropertyIndex? {
    if let inverse = namedInverse(of: property, in: destination) {
      // One that another relationship has already leads back to that.
      return first(in: entity, naming: destination.properties[inverse], of: destination)
        == property.index ? inverse : nil
    }
    guard property.options.inverse == nil else { return nil }
    return destination.ownProperties.first { other in
      other.options.inverse == property.keypath && leads(other, to: entity)
        && !(destination === entity && other.index == property.index)
    }?.index
  }

  /// The property that a relationship names as its inverse.
  static func namedInverse(
    of property: Schema.PropertyMetadata, in destination: ModelEntity
  ) -> PropertyIndex? {
    guard let inverse = property.options.inverse,
      let index = destination.property(at: inverse)?.index
    else { return nil }
    return destination.ownProperties.contains { $0.index == index } ? index : nil
  }

  /// The relationship that an inverse leads back to: the one that it names itself, or the first that
  /// names it.
  static func first(
    in entity: ModelEntity, naming inverse: Schema.PropertyMetadata, of destination: ModelEntity
  ) -> PropertyIndex? {
    if let named = namedInverse(of: inverse, in: entity) { return named }
    return entity.ownProperties.first {
      leads($0, to: destination) && $0.options.inverse == inverse.keypath
        && !(destination === entity && $0.index == inverse.index)
    }?.index
  }

  static func inferredInverse(
    of property: Schema.PropertyMetadata, in entity: ModelEntity, destination: ModelEntity
  ) -> PropertyIndex? {
    // A relationship to the own class may be its own inverse or another's; nobody can tell.
    guard destination !== entity, property.options.inverse == nil else { return nil }
    let mine = candidates(in: entity, leadingTo: destination)
    let theirs = candidates(in: destination, leadingTo: entity)
    guard mine.count == 1, theirs.count == 1, mine[0].index == property.index else { return nil }
    return theirs[0].index
  }

  static func candidates(
    in entity: ModelEntity, leadingTo destination: ModelEntity
  ) -> [Schema.PropertyMetadata] {
    entity.ownProperties.filter {
      leads($0, to: destination)
        && explicitInverse(of: $0, in: entity, destination: destination) == nil
        && $0.options.inverse == nil
    }
  }

  private static func leads(_ property: Schema.PropertyMetadata, to entity: ModelEntity) -> Bool {
    if case .relationship(let destination, _, _) = property.kind {
      return destination == entity.type
    }
    return false
  }
}
