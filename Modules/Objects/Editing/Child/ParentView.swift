import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

/// The state of a parent's graph that a child's graph shows below its own changes, for one store.
struct ParentView {
  let layouts: RowLayouts
  /// The parent's pending changes at the last merge, with the objects of the child's graph.
  private(set) var base: PendingState?
  /// The same pending changes with the objects of the parent's graph.
  private var parentState: PendingState?
  /// The parent's new objects among them, by their keys in the child.
  private var newObjects: [ObjectGraph.ObjectKey: any PersistentModel] = [:]
  /// Permanent keys of objects that the parent has saved, where they differ from the keys that the
  /// child's changes still use.
  private var renamed: [ObjectGraph.ObjectKey: Int64] = [:]
  /// The parent's `changeGeneration` at the last merge.
  private var parentGeneration = -1
  /// The last transaction that the parent had merged by then.
  private var parentTransaction: Int64 = 0
  /// Rows as the parent showed them at the last merge. Only policies that need original values fill
  /// it.
  private var originals: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
  /// Conflicts that remain unresolved under `MergePolicy.error`.
  private(set) var conflicts: [MergeConflict] = []
  private var contested: Restoration.Contested = [:]
  /// Objects with changes of the child that the parent has deleted. The child's next save reports
  /// them.
  var lost: [PersistentIdentifier] = []

  init(_ layouts: RowLayouts) { self.layouts = layouts }

  /// The child's changes, as a difference that a ``Restoration`` reverts to turn the parent's state
  /// into the child's, with the values that the merge policy needs to resolve conflicts.
  func changes(
    in graph: ObjectGraph, _ policy: MergePolicy
  ) throws -> (own: GraphDifference, claim: Restoration.Claim) {
    // The merge reads in the history which unread properties other contexts have saved.
    if graph.hasUnreadOriginals { try graph.reading {} }
    try graph.placeLinks()
    let now = try graph.pendingState()
    var own = try GraphDifference(from: now, to: base, in: graph, layouts)
    var claim = Restoration.Claim(policy: policy, contested: contested)
    own.correct { key, row in
      if let values = originals[key] { return values.map { .known($0) } }
      guard let model = row.model, let values = graph.original(of: model) else { return nil }
      // An unread property is contested if another context has saved it.
      let others = graph.recordedConflicts(of: model)
      for (column, value) in values.enumerated() where value.value == nil {
        guard others.contains(layouts[row.entity].columns[column].property) else { continue }
        claim.contested[key, default: [:]][column] = .unread
      }
      return values
    }
    if policy == .overwrite {
      claim.rows = try values(of: own.rows.mapValues(\.entity), now, in: graph)
    }
    return (own, claim)
  }

  /// The objects whose pending changes in the child are exactly those of the parent.
  func inherited(by graph: ObjectGraph) throws -> Set<ObjectIdentifier> {
    guard base != nil, let now = try graph.pendingState() else { return [] }
    let own = try GraphDifference(from: now, to: base, in: graph, layouts).touched(layouts)
    let stored = StoredContent(graph, layouts)
    let parents = GraphContent(base, over: stored).rows
    return Set(
      GraphContent(now, over: stored).rows.compactMap { key, row in
        guard let other = parents[key], other.kind == row.kind, row.entry.isSame(as: other.entry),
          !own.contains(key)
        else { return nil }
        return ObjectIdentifier(row.entry.model)
      })
  }

  /// Shows the parent's present state with the child's changes on top.
  ///
  /// - Parameter object: An object whose changes in the child are dropped.
  /// - Throws: `StackError` and `StorageError`. The child then shows the same as before.
  mutating func merge(
    into graph: ObjectGraph, from source: ObjectGraph, _ context: ModelContext,
    dropping object: ObjectGraph.ObjectKey? = nil
  ) throws {
    adoptSaved(in: graph, from: source)
    let policy = context.mergePolicy
    if object == nil, try isCurrent(source), contested.isEmpty, !policy.keepsOriginals {
      return try graph.reading {}
    }
    var (own, claim) = try changes(in: graph, policy)
    for (key, new) in renamed { own.replaceKey(key.key, with: new, of: key.entity, in: layouts) }
    if let object { own.remove(object) }
    try show(source, in: graph, own, claim, context)
  }

  /// Shows the parent's present state and drops the child's changes.
  mutating func drop(
    in graph: ObjectGraph, to source: ObjectGraph, _ context: ModelContext
  ) throws {
    adoptSaved(in: graph, from: source)
    try show(
      source, in: graph, GraphDifference(), Restoration.Claim(), context, forgetsFailures: true)
    lost = []
  }

  /// Records the pending states of both graphs after the child's changes were handed to the parent.
  mutating func take(_ state: PendingState?, as parent: PendingState, of source: ObjectGraph) {
    base = state
    parentState = nil
    parentGeneration = -1
    newObjects = parent.newObjects(in: source)
    for entry in state?.inserted ?? [] where entry.model._$state.flags.contains(.standsAlone) {
      if let model = newObjects[source.objectKey(of: entry)] {
        model._$state.flags.insert(.standsAlone)
      }
    }
  }

  /// Records that the parent has the child's pending changes already: those that the child's save
  /// doesn't hand over, since they change no value. The next merge drops them.
  mutating func takeUnchanged(_ state: PendingState?) {
    guard !state.isSame(as: base) else { return }
    base = state
    parentGeneration = -1
  }

  /// True if the parent has the same pending changes, over the same rows, as at the last merge.
  private func isCurrent(_ source: ObjectGraph) throws -> Bool {
    guard source.changeGeneration == parentGeneration else { return false }
    let now = try source.pendingState()
    // A property that was set to what its row had is a difference once others save another value.
    return now.isSame(as: parentState)
      && (now == nil || source.mergedTransaction == parentTransaction)
  }
}

extension ParentView {
  /// Replaces the child's pending changes by the parent's, with a difference on top, or changes
  /// nothing if it throws.
  ///
  /// - Parameter forgetsFailures: True if recorded read failures and errors are dropped as well.
  mutating func show(
    _ source: ObjectGraph, in graph: ObjectGraph, _ own: GraphDifference,
    _ claim: Restoration.Claim, _ context: ModelContext, forgetsFailures: Bool = false
  ) throws {
    try source.replaceProvisionalKeys()
    try source.placeLinks()
    let (theirs, inherited) = try source.reading {
      let state = try source.pendingState()
      return (state, try GraphDifference(from: state, to: nil, in: source, layouts))
    }
    // The state to restore if the store can't be read. It also retains the objects, which would be
    // released while nothing is pending.
    let before: PendingState?
    do {
      before = try graph.pendingState()
    } catch {
      // Dropped if the caller drops all failures: changes that can't be encoded have no state.
      guard forgetsFailures else { throw error }
      before = nil
    }
    var next = self
    do {
      try graph.replacePending(with: graph.nothingPending(forgetsFailures: forgetsFailures))
      try graph.reading {
        try next.show(
          inherited.with(
            (base?.inserted ?? []) + (before?.inserted ?? []) + (before?.deleted ?? []), in: graph),
          own, claim, in: graph, context)
      }
    } catch {
      try graph.replacePending(with: before ?? graph.nothingPending())
      throw error
    }
    next.renamed = [:]
    next.parentState = theirs
    next.parentGeneration = source.changeGeneration
    next.parentTransaction = source.mergedTransaction
    next.newObjects = theirs?.newObjects(in: source) ?? [:]
    self = next
    withExtendedLifetime(before) {}
  }

  private mutating func show(
    _ inherited: GraphDifference, _ own: GraphDifference, _ claim: Restoration.Claim,
    in graph: ObjectGraph, _ context: ModelContext
  ) throws {
    func apply(_ restoration: Restoration) throws {
      func delete(_ model: some PersistentModel) { context.purge(model) }
      try restoration.apply()
      for key in restoration.settlement.deletions.keys.sorted(by: Restoration.isBefore) {
        if let model = restoration.models[key] { delete(model) }
      }
    }
    if !inherited.isEmpty {
      try apply(
        Restoration(
          inherited, in: graph, layouts, .difference(Restoration.Claim(isInherited: true))))
    }
    base = try graph.pendingState()
    originals = [:]
    if claim.policy.keepsOriginals {
      var subjects = own.rows.mapValues(\.entity)
      for entry in base?.changed ?? [] {
        subjects[graph.objectKey(of: entry)] = graph.entity(of: entry.model)
      }
      originals = try values(of: subjects, base, in: graph)
    }
    (conflicts, contested) = ([], [:])
    guard !own.isEmpty else { return }
    let restoration = try Restoration(own, in: graph, layouts, .difference(claim))
    try apply(restoration)
    (conflicts, contested) = (restoration.settlement.conflicts, restoration.settlement.contested)
    lost += restoration.settlement.lost
  }

  /// The rows of objects with their pending changes applied.
  private func values(
    of objects: [ObjectGraph.ObjectKey: EntityIndex], _ state: PendingState?, in graph: ObjectGraph
  ) throws -> [ObjectGraph.ObjectKey: [ColumnValue]] {
    let content = GraphContent(state, over: StoredContent(graph, layouts))
    try content.stored.readRows(objects.map { ($0.key, $0.value) })
    var values: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
    for (key, entity) in objects { values[key] = content.values(key, entity) }
    return values
  }

  /// Turns new objects whose counterparts the parent has saved into saved ones: the same instances,
  /// under the keys of their rows. The keys differ where the save merged an object into an existing
  /// row.
  private mutating func adoptSaved(in graph: ObjectGraph, from source: ObjectGraph) {
    var saved: [ObjectGraph.ObjectKey: Int64] = [:]
    let replacements = source.replacements
    for (key, model) in newObjects {
      if model._$state.modelGraph === source {
        if !model._$state.flags.contains(.inserted) { saved[key] = model._$state.key }
      } else if let existing = replacements[key] {
        saved[key] = existing
      }
    }
    guard !saved.isEmpty else { return }
    graph.adopt(saved)
    for key in saved.keys { newObjects[key] = nil }
    base?.adopt(saved, in: graph)
    parentGeneration = -1
    renamed.merge(saved.filter { $0.key.key != $0.value }) { $1 }
  }
}

extension ObjectGraph {
  /// A state without pending changes.
  func nothingPending(forgetsFailures: Bool = false) -> PendingState {
    var state = emptyState(forgetsFailures: forgetsFailures)
    (state.linkChanges, state.linkKeys) = ([], [])
    return state
  }
}

extension PendingState {
  /// Moves new objects to the changed ones, as ``ObjectGraph/adopt(_:)`` does.
  fileprivate mutating func adopt(
    _ keys: [ObjectGraph.ObjectKey: Int64], in graph: ObjectGraph
  ) {
    inserted.removeAll { entry in
      // A deleted one has left the graph. One whose row already has an object here has stayed new.
      guard let key = keys[graph.objectKey(of: entry)],
        entry.model._$state.modelGraph === graph,
        !entry.model._$state.flags.contains(.inserted)
      else { return false }
      changed.append(
        Entry(
          entry.model, key: key, changed: entry.properties, properties: entry.properties,
          values: entry.values))
      return true
    }
  }

  /// The new objects by their keys.
  fileprivate func newObjects(
    in graph: ObjectGraph
  ) -> [ObjectGraph.ObjectKey: any PersistentModel] {
    var objects: [ObjectGraph.ObjectKey: any PersistentModel] = [:]
    for entry in inserted { objects[graph.objectKey(of: entry)] = entry.model }
    return objects
  }
}

extension GraphDifference {
  /// A copy whose rows refer to existing instances, so that returning objects keep their identity.
  fileprivate func with(_ entries: [PendingState.Entry], in graph: ObjectGraph) -> Self {
    var difference = self
    for entry in entries {
      difference.rows[graph.objectKey(of: entry)]?.model = entry.model
    }
    return difference
  }
}
