package import StrataModel
package import StrataObservation
package import StrataSchema
package import StrataStorage

/// The object graph of one context: its objects in memory, their unsaved changes, and their
/// relationships.
///
/// Only code on the context's isolation may use it. Objects retain their graph, so that their links
/// can be followed. The graph itself retains only objects with unsaved changes.
package final class ObjectGraph {
  /// The name of the store's configuration.
  package let name: String
  // One isolation uses the graph, and each access to a property marked as unchecked is a statement
  // that calls no other code. Two accesses can't overlap, and checking each would cost more than
  // the access.
  package let store: Store
  package let reader: StoreReader
  package let logger: (any ModelLogger)?
  /// Called before each snapshot and each save.
  let onUse: (@Sendable () -> Void)?
  package let entities: [GraphEntity]
  private let identifiers: StoreIdentifiers?
  // By the entity's number in the process. Nil for entities of other containers.
  private let entityIndices: [EntityIndex?]
  private let entityIndicesByName: [String: EntityIndex]
  /// The root of each entity's hierarchy.
  let roots: [EntityIndex]
  package weak var context: (any GraphContext)?

  /// The objects in memory.
  @exclusivity(unchecked) var identities: Identities
  /// What the graph is doing.
  @exclusivity(unchecked) var phase: Phase = []
  /// The run of a program's own statements inside a save, or nil without one.
  @exclusivity(unchecked) var runningStatements: RunningStatements?
  /// Related objects that `insert(_:)` inserts after the current one.
  @exclusivity(unchecked) var waitingInserts: [any PersistentModel] = []
  /// Called when an object gets unsaved changes.
  @exclusivity(unchecked) package var onChange: (() -> Void)?
  package let releaseQueue = ReleaseQueue()
  /// Observers of the graph's changes.
  @exclusivity(unchecked) var observers = GraphObservers()

  /// The unsaved changes.
  @exclusivity(unchecked) var pending = PendingChanges()
  /// Arrays that were appended to in place and haven't been compared since.
  @exclusivity(unchecked) var unverified: [UnverifiedArray] = []
  /// True if the unverified arrays were registered as those of a main context.
  var isListedAsMain = false
  /// Incremented each time a save throws recorded errors. A snapshot (``PendingState``) compares
  /// it, so that going back to it doesn't report the same errors again.
  var reportCount = 0
  /// Incremented by each save, rollback and reset. A snapshot compares it to detect that its
  /// changes were saved or dropped.
  var generation = 0
  /// Incremented by each save that had changes.
  package var savedGeneration = 0
  /// The traces of recent fetches, and the error of a store that can't be read.
  @exclusivity(unchecked) var loading: Loading
  /// Queued notifications, which ``deliverNotices()`` delivers.
  @exclusivity(unchecked) var notices: [GraphNotice] = []
  /// True if a read during a relationship change found other contexts' saves. The graph merges them
  /// after the change.
  @exclusivity(unchecked) var isMergeDue = false
  /// The policy for new objects whose unique values conflict with another object's.
  package var uniqueConflictPolicy: UniqueConflictPolicy
  /// New objects that the last save merged into existing rows.
  package var resolvedUniqueConflicts: [ResolvedConflict] = []
  /// The last position assigned in each ordered relationship.
  @exclusivity(unchecked) var lastPositions: LastPositions
  /// The policy for objects that both this context and another one have changed.
  @exclusivity(unchecked) package var mergePolicy = MergePolicy.mergeByPropertyObjectTrump
  /// Merge conflicts that the last save resolved.
  package var resolvedMergeConflicts: [MergeConflict] = []
  /// Objects inserted or restored since conflict resolution began. Nil outside of it.
  @exclusivity(unchecked) var returning: [any PersistentModel]?
  /// The position in the store's history up to which the objects in memory are merged.
  @exclusivity(unchecked) var follower: HistoryFollower
  /// The features of saves that the classes need, in their order.
  let stages: [any SaveStage]
  /// True if any class has lifecycle methods (``LifecycleModel``).
  let hasLifecycle: Bool
  /// True if saves set properties of any class (``SaveStamp``).
  let hasStamps: Bool
  /// True if deletions set a property of any class.
  let hasDeletionDates: Bool
  /// The scopes of the objects that aren't deleted, of each class with `@Attribute(.deletedAt)`.
  let deletionScopes: [QueryScope]
  /// The conditions that the context adds to its queries.
  package var scopes: [QueryScope]
  /// The circumstances of the save that is running, or of the last one.
  @exclusivity(unchecked) var occasion: SaveOccasion?
  /// Objects whose lifecycle method for deletion the current delete has called already.
  var preparing: Set<ObjectIdentifier> = []

  /// An object's key with the root entity of its hierarchy.
  package struct ObjectKey: Hashable {
    package let entity: EntityIndex
    package let key: Int64

    package init(entity: EntityIndex, key: Int64) {
      self.entity = entity
      self.key = key
    }
  }

  func objectKey(of model: any PersistentModel) -> ObjectKey {
    ObjectKey(entity: roots[model._$state.entity], key: model._$state.key)
  }

  package struct LinkChange {
    package let table: LinkTable
    package let owner: any PersistentModel
    package let member: any PersistentModel
    package let isLinked: Bool
    /// The link's position among the others. Nil for the end.
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
    stages = origin.stages
    hasLifecycle = entities.contains(where: \.isLifecycle)
    hasStamps = entities.contains { !$0.stamps.isEmpty }
    deletionScopes = origin.deletionScopes
    hasDeletionDates = !deletionScopes.isEmpty
    scopes = []
    reader = store.makeReader()
    logger = origin.logger
    onUse = origin.onUse
    identifiers = origin.identifiers
    var indices = Array<EntityIndex?>(
      repeating: nil, count: 1 + (entities.map(\.entity.ordinal).max() ?? 0))
    for entity in entities { indices[entity.entity.ordinal] = entity.index }
    entityIndices = indices
    entityIndicesByName = .init(
      entities.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    roots = entities.map(\.root)
    identities = Identities(roots: roots)
    loading = Loading(entityCount: entities.count)
    lastPositions = LastPositions(entityCount: entities.count)
    follower = HistoryFollower(store, reader)
  }

  /// True if there are unsaved changes.
  package var hasChanges: Bool { !pending.isEmpty }

  package func index(of type: any PersistentModel.Type) throws(StackError) -> EntityIndex {
    guard let index = knownIndex(of: type) else { throw .unknownModel("\(type)") }
    return index
  }

  /// The entity of a class. Nil for a class of other containers.
  package func knownIndex(of type: any PersistentModel.Type) -> EntityIndex? {
    let ordinal = type._$entity.ordinal
    return ordinal < entityIndices.count ? entityIndices[ordinal] : nil
  }

  /// The destination entity of a relationship. Each relationship of a schema has one.
  package func destination(of relationship: ModelRelationship) -> EntityIndex? {
    knownIndex(of: relationship.destination)
  }

  package func index(named name: String) -> EntityIndex? { entityIndicesByName[name] }

  package func identifier(_ entity: EntityIndex, _ key: Int64) -> PersistentIdentifier {
    if let identifiers,
      let found = identifiers.identifier(of: ObjectKey(entity: roots[entity], key: key))
    {
      return found
    }
    return PersistentIdentifier(store: store.identifier, entity: entities[entity].name, key: key)
  }

  /// The key of the row that an identifier names, or nil if it names none of the graph's store.
  package func key(of identifier: PersistentIdentifier) -> Int64? {
    if let key = identifiers?.key(of: identifier) { return key }
    return identifier.isIn(store.identifier) ? identifier.key : nil
  }

  // MARK: Identity

  /// Number of objects in memory. O(number of entities).
  package var registeredCount: Int { identities.count }

  /// The object in memory with a key. In a hierarchy its class may be any of those that share the
  /// key sequence.
  func object(_ entity: EntityIndex, _ key: Int64) -> AnyObject? {
    identities.find(entity, key)
  }

  func register(_ model: some PersistentModel, entity: EntityIndex, key: Int64) {
    model._$state.attach(to: self, entity: entity, key: key)
    identities.insert(model, entity: entity, key: key)
  }

  func unregister(entity: EntityIndex, key: Int64) {
    // Zero marks an object that isn't in the graph any more.
    guard key != 0 else { return }
    identities.remove(entity, key)
  }

  /// Unregisters an object whose `deinit` runs.
  package func unregisterGoing(entity: EntityIndex, key: Int64) {
    if key != 0 { identities.removeGoing(entity, key) }
  }

  /// The first inconsistency in the identity maps. Nil if there is none.
  var brokenInvariant: String? { identities.brokenInvariant }

  /// Detaches an object from the graph. It retains its values.
  func detach(_ model: some PersistentModel) {
    unregister(entity: model._$state.entity, key: model._$state.key)
    model._$state.key = 0
    model._$state.graph = nil
    model._$state.flags.reset()
    model._$state.changed = PropertySet()
  }

  /// The objects in memory of an entity, and optionally of its subentities.
  package func registered(
    _ entity: EntityIndex, includingSubentities: Bool = false
  ) -> [(key: Int64, object: AnyObject)] {
    let all = identities.all(entity)
    guard entities[entity].isShared else { return all }
    return all.filter { _, object in
      guard let model = object as? any PersistentModel else { return false }
      let found = model._$state.entity
      return found == entity || (includingSubentities && entities[entity].kinds.contains(found))
    }
  }

  /// A key for a new object. If the store gives none, the object gets a provisional one, and the
  /// save tries again. Until then further objects don't wait for the store.
  func newKey(_ entity: EntityIndex) -> Int64 {
    let keys = entities[entity].keys
    // The error is dropped here. The save asks the store again and throws if it still gives no key.
    if let key = pending.hasProvisionalKeys ? keys.nextClaimed() : try? keys.next() { return key }
    return pending.nextProvisionalKey()
  }

  package func recordChange(of model: some PersistentModel, _ property: PropertyIndex) {
    runningStatements?.recordChange(of: model.persistentModelID)
    if !model._$state.flags.contains(.listed) {
      if pending.change(model),
        mergePolicy.keepsOriginals || entities[model._$state.entity].entity.keepsOriginals
      {
        keepOriginal(of: model)
      }
      onChange?()
    }
    guard !observers.isEmpty else {
      model._$state.flags.remove(.watched)
      return
    }
    model._$state.flags.insert(.watched)
    notify(
      .property(of: ObjectIdentifier(model), entity: model._$state.entity, property: property))
  }
}
