import StrataModel
import StrataStack

/// What has changed in a context since somebody was last told of it.
final class ContextChanges: GraphObserver {
  let interests: Set<GraphInterest> = [.everything]
  /// How often anything has changed that an object in memory shows, or that a fetch may give.
  private(set) var revision = 0
  /// Objects with changes that were made here.
  private var changed: Set<ObjectIdentifier> = []
  /// Objects with values that weren't set here, and their entities, store by store.
  private var refreshed: Set<ObjectIdentifier> = []
  private var refreshedEntities: Set<EntityIndex> = []
  private var hasNewMembers = true
  /// Whether all that waits is news, as it is at first.
  private var isFirst = true
  /// The new objects and the deleted ones that were told of and wait to be saved.
  private var inserted: [ObjectIdentifier: ManagedObject] = [:]
  private var deleted: Set<ObjectIdentifier> = []
  /// Objects that others have deleted.
  private var lost: [ManagedObject] = []

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
    case .properties: break
    case .save: return
    }
    revision += 1
  }

  /// Records that others have deleted an object.
  func record(lost object: ManagedObject) {
    lost.append(object)
    hasNewMembers = true
    revision += 1
  }

  /// What somebody is told.
  struct News {
    var inserted: Set<ManagedObject> = []
    var updated: Set<ManagedObject> = []
    var deleted: Set<ManagedObject> = []
    var refreshed: Set<ManagedObject> = []

    var isEmpty: Bool {
      inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
    }
  }

  /// What has changed since this was last asked. O(what waits to be saved); O(objects in memory) where others'
  /// changes were merged; O(1) where nothing has changed.
  func take(from context: ModelContext) -> News {
    var news = News()
    if hasNewMembers { takeMembers(of: context, &news) }
    if isFirst || !changed.isEmpty { takeUpdates(of: context, &news) }
    if !refreshed.isEmpty { takeRefreshed(of: context, &news) }
    changed = []
    refreshed = []
    refreshedEntities = []
    hasNewMembers = false
    isFirst = false
    return news
  }

  /// What waited was saved: what waits from now on is new.
  func forgetPending() {
    inserted = [:]
    deleted = []
    changed = []
    hasNewMembers = true
    isFirst = false
  }

  /// Forgets what has changed, where nobody wants to be told: the next time all that waits is news again.
  func discard() {
    changed = []
    refreshed = []
    refreshedEntities = []
    inserted = [:]
    deleted = []
    lost = []
    hasNewMembers = true
    isFirst = true
  }

  /// Nothing that was told of is there any more.
  func forgetAll() {
    forgetPending()
    lost = []
    refreshed = []
    refreshedEntities = []
    revision += 1
  }

  private func takeMembers(of context: ModelContext, _ news: inout News) {
    var present: [ObjectIdentifier: ManagedObject] = [:]
    for case let object as ManagedObject in context.insertedModelsArray {
      present[ObjectIdentifier(object)] = object
      if inserted[ObjectIdentifier(object)] == nil { news.inserted.insert(object) }
    }
    // A new object that is deleted or dropped leaves no other trace.
    for (identifier, object) in inserted where present[identifier] == nil {
      news.deleted.insert(object)
    }
    inserted = present
    var gone: Set<ObjectIdentifier> = []
    for case let object as ManagedObject in context.deletedModelsArray {
      gone.insert(ObjectIdentifier(object))
      if !deleted.contains(ObjectIdentifier(object)) { news.deleted.insert(object) }
    }
    deleted = gone
    news.deleted.formUnion(lost)
    lost = []
  }

  private func takeUpdates(of context: ModelContext, _ news: inout News) {
    let all = context.changedModelsArray + Array(inserted.values)
    for case let object as ManagedObject in all
    where isFirst || changed.contains(ObjectIdentifier(object)) {
      if !news.inserted.contains(object), !object.isDeleted { news.updated.insert(object) }
    }
  }

  private func takeRefreshed(of context: ModelContext, _ news: inout News) {
    let refreshed = context.registeredModels.filter {
      self.refreshed.contains(ObjectIdentifier($0))
    }
    for case let object as ManagedObject in refreshed
    where !news.updated.contains(object) && !news.inserted.contains(object) {
      // What a child context has handed on waits to be saved.
      if object.isUpdated { news.updated.insert(object) } else { news.refreshed.insert(object) }
    }
  }
}
