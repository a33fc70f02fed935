import StrataContexts
import StrataModel

/// The objects that have changed in a context since its last notification.
final class ContextChanges: GraphObserver {
  let interests: Set<GraphInterest> = [.everything]
  /// Incremented by each change that affects an object in memory or a fetch's result.
  private(set) var revision = 0
  /// Objects that this context changed.
  private var changed: Set<ObjectIdentifier> = []
  /// Objects that a merge or refresh changed, and their entities.
  private var refreshed: Set<ObjectIdentifier> = []
  private var refreshedEntities: Set<EntityIndex> = []
  private var hasNewMembers = true
  /// True until the first notification, which reports all pending changes.
  private var isFirst = true
  /// The pending new and deleted objects that were already reported.
  private var inserted: [ObjectIdentifier: NSManagedObject] = [:]
  private var deleted: Set<ObjectIdentifier> = []
  /// Objects that other contexts deleted.
  private var lost: [NSManagedObject] = []
  /// The keys of objects that other contexts inserted, by entity.
  private var arrivals: [String: Set<Int64>] = [:]
  /// The objects that the last notification has reported so. Nothing else may retain them yet.
  private var arrived: [NSManagedObject] = []

  init(_ context: ModelContext) {
    for graph in context.graphs { graph.add(self) }
  }

  func graphDidChange(_ change: GraphChange) {
    switch change {
    case .property(let object, _, _): changed.insert(object)
    case .values(let object, let entity, _):
      refreshed.insert(object)
      refreshedEntities.insert(entity)
    case .membership, .rollback: hasNewMembers = true
    case .arrivals(_, let entity, let keys):
      hasNewMembers = true
      if NSManagedObjectContext.mayHaveObservers { arrivals[entity, default: []].formUnion(keys) }
    case .properties: break
    case .save: return
    }
    revision += 1
  }

  /// Records objects that another context inserted.
  func record(arrivals identifiers: Set<PersistentIdentifier>) {
    for identifier in identifiers {
      arrivals[identifier.entityName, default: []].insert(identifier.key)
    }
  }

  /// Records that another context deleted an object.
  func record(lost object: NSManagedObject) {
    lost.append(object)
    hasNewMembers = true
    revision += 1
  }

  /// The content of one notification.
  struct News {
    var inserted: Set<NSManagedObject> = []
    var updated: Set<NSManagedObject> = []
    var deleted: Set<NSManagedObject> = []
    var refreshed: Set<NSManagedObject> = []

    var isEmpty: Bool {
      inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
    }
  }

  /// Returns the changes since the last call.
  ///
  /// It reads the objects that other contexts inserted, so that they are registered, as in Core Data.
  ///
  /// O(number of pending changes). O(objects in memory) if other contexts' changes were merged.
  /// O(1) if nothing has changed.
  func take(from context: NSManagedObjectContext, _ made: ModelContext) -> News {
    var news = News()
    arrived = []
    if hasNewMembers { takeMembers(of: made, &news) }
    if !arrivals.isEmpty { takeArrivals(of: context, made, &news) }
    if isFirst || !changed.isEmpty { takeUpdates(of: made, &news) }
    if !refreshed.isEmpty { takeRefreshed(of: made, &news) }
    changed = []
    refreshed = []
    refreshedEntities = []
    hasNewMembers = false
    isFirst = false
    return news
  }

  /// Forgets the pending changes after a save, so that later ones are reported as new.
  func forgetPending() {
    inserted = [:]
    deleted = []
    changed = []
    hasNewMembers = true
    isFirst = false
  }

  /// Forgets all changes if there are no observers. The next notification reports all pending
  /// changes again.
  func discard() {
    changed = []
    refreshed = []
    refreshedEntities = []
    inserted = [:]
    deleted = []
    lost = []
    (arrivals, arrived) = ([:], [])
    hasNewMembers = true
    isFirst = true
  }

  /// Forgets all objects after a reset.
  func forgetAll() {
    forgetPending()
    lost = []
    (arrivals, arrived) = ([:], [])
    refreshed = []
    refreshedEntities = []
    revision += 1
  }

  private func takeMembers(of context: ModelContext, _ news: inout News) {
    var present: [ObjectIdentifier: NSManagedObject] = [:]
    for case let object as NSManagedObject in context.insertedModelsArray {
      present[ObjectIdentifier(object)] = object
      if inserted[ObjectIdentifier(object)] == nil { news.inserted.insert(object) }
    }
    // A new object that is deleted or rolled back leaves the list of inserted objects without an
    // entry among the deleted ones.
    for (identifier, object) in inserted where present[identifier] == nil {
      news.deleted.insert(object)
    }
    inserted = present
    var gone: Set<ObjectIdentifier> = []
    for case let object as NSManagedObject in context.deletedModelsArray {
      gone.insert(ObjectIdentifier(object))
      if !deleted.contains(ObjectIdentifier(object)) { news.deleted.insert(object) }
    }
    deleted = gone
    news.deleted.formUnion(lost)
    lost = []
  }

  private func takeArrivals(
    of context: NSManagedObjectContext, _ made: ModelContext, _ news: inout News
  ) {
    let all = arrivals
    arrivals = [:]
    for (name, keys) in all {
      func read<Model: PersistentModel>(_ type: Model.Type) throws -> [any PersistentModel] {
        try made.graph(of: type).readModels(type, keys: keys.sorted())
      }
      do {
        let found = try read(made.modelType(name)).compactMap { $0 as? NSManagedObject }
        context.retain(found)
        arrived += found
        // An object that this context has deleted or changed meanwhile is reported as such, and not as inserted.
        for object in found where !object.isDeleted && !object.isUpdated {
          news.inserted.insert(object)
        }
      } catch {
        context.report(error)
      }
    }
  }

  private func takeUpdates(of context: ModelContext, _ news: inout News) {
    let all = context.changedModelsArray + Array(inserted.values)
    for case let object as NSManagedObject in all
    where isFirst || changed.contains(ObjectIdentifier(object)) {
      if !news.inserted.contains(object), !object.isDeleted { news.updated.insert(object) }
    }
  }

  private func takeRefreshed(of context: ModelContext, _ news: inout News) {
    let refreshed = context.registeredModels.filter {
      self.refreshed.contains(ObjectIdentifier($0))
    }
    for case let object as NSManagedObject in refreshed
    where !news.updated.contains(object) && !news.inserted.contains(object) {
      // A child context's save leaves pending changes here, so those objects count as updated.
      if object.isUpdated { news.updated.insert(object) } else { news.refreshed.insert(object) }
    }
  }
}
