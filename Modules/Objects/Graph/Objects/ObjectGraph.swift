package import StrataModel
package import StrataObservation
package import StrataSchema
package import StrataStorage

/// The objects of one context: which are in memory, which have changed, and how they hang together.
///
/// Used on the isolation of its context alone. Objects keep their graph alive, so that links can be
/// followed for as long as there is an object; the graph keeps only changed objects alive.
package final class ObjectGraph {
  /// The name of the store's configuration.
  package let name: String
  // The graph is used on one isolation, and each access to what is marked as unchecked is a statement
  // that calls nobody else: two can't overlap, and checking each would cost more than the access.
  package let store: Store
  package let reader: StoreReader
  package let logger: (any ModelLogger)?
  package let entities: [GraphEntity]
  // By the entity's number in the process; nil for those of other containers.
  private let entityIndices: [EntityIndex?]
  private let entityIndicesByName: [String: EntityIndex]
  // Keys are one sequence in a hierarchy, whose objects are in the map of its root.
  private let identities: [IdentityMap]
  let roots: [EntityIndex]
  package weak var context: (any GraphContext)?

  @exclusivity(unchecked) var isInserting = false
  /// Objects that are to be inserted when the one at hand is.
  @exclusivity(unchecked) var waitingInserts: [any PersistentModel] = []
  /// Called when something has changed that waits to be saved.
  package var onChange: (() -> Void)?
  package let releaseQueue = ReleaseQueue()
  /// Who is told of each change.
  var observers = GraphObservers()

  /// All that is unsaved. A closure that is passed to one of its mutating methods must not access it.
  @exclusivity(unchecked) var pending = PendingChanges()
  /// Arrays that were changed in place as an append changes them, and haven't been compared since.
  @exclusivity(unchecked) var unverified: [UnverifiedArray] = []
  /// True if they were recorded as those of a main context.
  var isListedAsMain = false
  /// How often a save has thrown what stood.
  var reportCount = 0
  /// How often what waited to be saved was saved or dropped.
  var generation = 0
  /// How often it was saved.
  package var savedGeneration = 0
  /// How many objects are in memory. O(number of entities).
  package var registeredCount: Int { identities.reduce(0) { $0 + $1.count } }
  /// No fewer than there are in memory: how many have come since they were counted, and were there.
  @exclusivity(unchecked) var registrationCount = 0
  /// How many may be before those are looked for that only keep each other.
  var collectionThreshold = ObjectGraph.smallestCollection
  /// Why the store can't be read, while a change is made that would have to.
  var readingError: (any Error)?
  /// What waits to be told.
  @exclusivity(unchecked) var notices: [GraphNotice] = []
  /// Whether what is told now has to wait.
  package var holdsNotices = false
  /// Whether a snapshot of the store is open, to which all objects in memory belong.
  @exclusivity(unchecked) var isReading = false
  var isSaving = false
  /// How many changes of relationships are at work inside each other.
  @exclusivity(unchecked) var changeDepth = 0
  /// Whether others have saved while a relationship was changed.
  @exclusivity(unchecked) var isMergeDue = false
  /// What a save does with new objects whose unique values are another object's already.
  package var uniqueConflictPolicy: UniqueConflictPolicy
  /// The new objects of the last save that others stand for now.
  package var resolvedConflicts: [ResolvedConflict] = []
  /// The last place given in each ordered relationship, by the root of its members' hierarchy.
  @exclusivity(unchecked) var lastPositions: [[Int64]]
  /// What was read together lately, by the root of the hierarchy, with what is followed in front.
  @exclusivity(unchecked) var traces: [[FetchTrace]]
  /// Whether what is read is for objects that nobody has asked for yet.
  var isReadingAhead = false
  /// What a save does where others have changed what was changed here.
  package var mergePolicy = MergePolicy.mergeByPropertyObjectTrump
  /// The conflicts that the last save has settled.
  package var settledConflicts: [MergeConflict] = []
  /// Objects that came back since conflicts began to be settled; nil while none are.
  var returning: [any PersistentModel]?
  /// Up to where the objects in memory show what the store's history tells.
  @exclusivity(unchecked) var follower: HistoryFollower
  /// Whether a save has to count what any relationship leads to.
  let hasLimits: Bool
  /// Whether objects of any class hear what becomes of them.
  let hasLifecycle: Bool
  /// Whether objects of any class are asked whether they may be saved.
  let hasValidation: Bool
  /// Objects that hear that they will be deleted.
  var preparing: Set<ObjectIdentifier> = []

  /// Names an object by the entity at the top of its hierarchy.
  package struct ObjectKey: Hashable {
    package let entity: EntityIndex
    package let key: Int64

    package init(entity: EntityIndex, key: Int64) {
      self.entity = entity
      self.key = key
    }
  }

  package struct LinkChange {
    package let table: LinkTable
    package let owner: any PersistentModel
    package let member: any PersistentModel
    package let isLinked: Bool
    /// Where a link that comes back stands among the others; nil for the end.
    package var place: Int64?

    package init(
      table: LinkTable, owner: any PersistentModel, member: any PersistentModel, isLinked: Bool,
      place: Int64? = nil
    ) {
      self.table = table
      self.owner = owner
      self.member = member
      self.isLinked = isLinked
      self.place = place
    }
  }

  package init(_ origin: GraphStore) {
    name = origin.name
    store = origin.store
    entities = origin.entities
    uniqueConflictPolicy = origin.uniqueConflictPolicy
    hasLimits = entities.contains { !$0.limitedRelationships.isEmpty }
    hasLifecycle = entities.contains(where: \.isLifecycle)
    hasValidation = entities.contains(where: \.isValidated)
    reader = store.makeReader()
    logger = origin.logger
    var indices = Array<EntityIndex?>(
      repeating: nil, count: 1 + (entities.map(\.entity.ordinal).max() ?? 0))
    for entity in entities { indices[entity.entity.ordinal] = entity.index }
    entityIndices = indices
    entityIndicesByName = .init(
      entities.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    identities = entities.map { _ in IdentityMap() }
    roots = entities.map(\.root)
    lastPositions = entities.map { _ in [] }
    traces = entities.map { _ in [] }
    follower = HistoryFollower(store, reader)
  }

  deinit {
    for map in identities { map.deallocate() }
  }

  /// Whether anything is to be saved.
  package var hasChanges: Bool { !pending.isEmpty }

  package func index(of type: any PersistentModel.Type) throws(StackError) -> EntityIndex {
    guard let index = knownIndex(of: type) else { throw .unknownModel("\(type)") }
    return index
  }

  /// The entity of a class; nil for a class of other containers.
  package func knownIndex(of type: any PersistentModel.Type) -> EntityIndex? {
    let ordinal = type._$entity.ordinal
    return ordinal < entityIndices.count ? entityIndices[ordinal] : nil
  }

  /// The entity that a relationship leads to, which each relationship of a schema has.
  package func destination(of relationship: ModelRelationship) -> EntityIndex? {
    knownIndex(of: relationship.destination)
  }

  package func index(named name: String) -> EntityIndex? { entityIndicesByName[name] }

  package func identifier(_ entity: EntityIndex, _ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(store: store.identifier, entity: entities[entity].name, key: key)
  }

  // MARK: Identity

  /// The object with a key; of a hierarchy it may be one of any class.
  func object(_ entity: EntityIndex, _ key: Int64) -> AnyObject? {
    identities[roots[entity]].find(key)
  }

  func register(_ model: some PersistentModel, entity: EntityIndex, key: Int64) {
    model._$state.attach(to: self, entity: entity, key: key)
    identities[roots[entity]].insert(model, key: key)
    registrationCount += 1
  }

  func unregister(entity: EntityIndex, key: Int64) {
    // Zero marks an object that has left the graph already.
    guard key != 0 else { return }
    identities[roots[entity]].remove(key)
  }

  /// The same for an object whose `deinit` runs.
  package func unregisterGoing(entity: EntityIndex, key: Int64) {
    if key != 0 { identities[roots[entity]].removeGoing(key) }
  }

  /// The first inconsistency in the identity maps; nil if there is none.
  var brokenInvariant: String? { identities.lazy.compactMap(\.brokenInvariant).first }

  /// Ends a debug build where the unsaved changes and the objects disagree. O(number of unsaved changes).
  func checkInvariants() {
    assert(pending.brokenInvariant(in: self) == nil, pending.brokenInvariant(in: self) ?? "")
  }

  /// Lets an object go its own way, with the values it has.
  func detach(_ model: some PersistentModel) {
    unregister(entity: model._$state.entity, key: model._$state.key)
    model._$state.key = 0
    model._$state.graph = nil
    model._$state.flags = []
    model._$state.changed = PropertySet()
  }

  /// The objects in memory of an entity, and of those below it where they are asked for.
  package func registered(
    _ entity: EntityIndex, includingSubentities: Bool = false
  ) -> [(key: Int64, object: AnyObject)] {
    let all = identities[roots[entity]].all
    guard entities[entity].isShared else { return all }
    return all.filter { _, object in
      guard let model = object as? any PersistentModel else { return false }
      let found = model._$state.entity
      return found == entity || (includingSubentities && entities[entity].kinds.contains(found))
    }
  }

  /// A key for a new object. When the store gives none, a provisional one is used, and the save
  /// tries again. Until then nobody waits for the store a second time.
  func newKey(_ entity: EntityIndex) -> Int64 {
    let keys = entities[entity].keys
    // Why the store gives none is thrown by the save, should it give none then either.
    if let key = pending.hasProvisionalKeys ? keys.nextClaimed() : try? keys.next() { return key }
    pending.provisionalKey += 1
    return pending.provisionalKey
  }

  /// Takes an object off the list of those to be deleted, with many others at once when somebody looks.
  func recordReturn(of model: some PersistentModel) {
    model._$state.flags.remove(.deleted)
    pending.recordReturn()
    returning?.append(model)
  }

  package func recordChange(of model: some PersistentModel, _ property: PropertyIndex) {
    if !model._$state.flags.contains(.listed) {
      // A deleted object is saved as one that is gone, and listed if it comes back.
      if !model._$state.flags.contains(.deleted) {
        model._$state.flags.insert(.listed)
        // A new one is saved whole.
        if !model._$state.flags.contains(.inserted) {
          pending.changed.append(model)
          if mergePolicy.keepsOriginals || entities[model._$state.entity].entity.keepsOriginals {
            keepOriginal(of: model)
          }
        }
      }
      onChange?()
    }
    guard !observers.isEmpty else {
      model._$state.flags.remove(.watched)
      return
    }
    model._$state.flags.insert(.watched)
    tell(
      .property(of: ObjectIdentifier(model), entity: model._$state.entity, property: property))
  }
}

/// An entity as a graph uses it.
package final class GraphEntity: Sendable {
  package let index: EntityIndex
  package let entity: ModelEntity
  /// The entity at the top of the hierarchy, among those of the graph.
  package let root: EntityIndex
  /// The entities whose objects are of this one too, as the table's kinds are: itself first.
  package let kinds: [EntityIndex]
  package let table: EntityTable
  let keys: KeySequence
  package let relationships: [ModelRelationship]
  /// The properties that no save writes for these objects: ephemeral ones, and to-many relationships
  /// whose links are the members' own, of which the history tells.
  let memberKept: PropertySet
  /// Of these, the ephemeral ones.
  let ephemeral: PropertySet
  /// Whether there is anything to follow from objects of the entity.
  let leadsOn: Bool
  /// Those that a save has to count.
  let limitedRelationships: [ModelRelationship]
  /// Whether objects hear what becomes of them.
  let isLifecycle: Bool
  /// Whether objects are asked whether they may be saved.
  let isValidated: Bool
  /// The link tables that objects of the entity are in, with the end they stand at.
  package let links: [(table: LinkTable, isOwner: Bool)]
  package let linksByProperty: [PropertyIndex: (table: LinkTable, isOwner: Bool)]

  package var name: String { entity.name }
  /// Whether other classes have rows in the table.
  var isShared: Bool { table.isShared }
  package var type: any PersistentModel.Type { entity.type }

  /// - Parameter indices: Where each entity is among those of the graph, by name.
  init(
    _ index: EntityIndex, _ entity: ModelEntity, schema: Schema, store: Store,
    indices: [String: EntityIndex]
  ) throws {
    self.index = index
    self.entity = entity
    table = try store.tables.table(entity.name)
    root = indices[table.name] ?? index
    kinds = table.kinds.compactMap { indices[$0.entity.name] }
    keys = store.keySequence(for: table.name)
    relationships = entity.relationships.compactMap { $0 }
    leadsOn = table.kinds.contains { !$0.entity.relationships.isEmpty }
    limitedRelationships = relationships.filter(\.isLimited)
    isLifecycle = entity.hearsLifecycle && entity.type is any LifecycleModel.Type
    isValidated = entity.type is any ValidatedModel.Type
    var memberKept = PropertySet()
    for relationship in relationships where !relationship.isToOne && !relationship.usesLinkTable {
      memberKept.insert(relationship.index)
    }
    var ephemeral = PropertySet()
    for case .attribute(let attribute) in table.entity.properties where attribute.isEphemeral {
      if let index = table.index(of: attribute.name) { ephemeral.insert(index) }
    }
    memberKept.formUnion(ephemeral)
    self.memberKept = memberKept
    self.ephemeral = ephemeral
    var byProperty: [PropertyIndex: (table: LinkTable, isOwner: Bool)] = [:]
    for case .relationship(let relationship) in table.entity.properties
    where relationship.usesLinkTable {
      if let index = table.index(of: relationship.name) {
        byProperty[index] = LinkTable.make(for: relationship, of: entity.name, in: schema)
      }
    }
    linksByProperty = byProperty
    // Links that others have to these objects, without a way back, go with the objects too.
    let names = Set(table.entity.lineage.map(\.name))
    links = schema.linkTables.flatMap { link in
      (names.contains(link.ownerEntity) ? [(link, true)] : [])
        + (names.contains(link.memberEntity) ? [(link, false)] : [])
    }
  }
}
