import StrataModel
import StrataSchema
import StrataStack
import StrataStorage

extension ChildContext {
  /// What the child has changed in a graph, as what takes the parent's state there.
  func changes(
    of context: ModelContext, _ index: Int
  ) throws -> (own: GraphDifference, claim: Restoration.Claim) {
    let graph = context.graphs[index]
    try graph.placeLinks()
    let now = try graph.pendingState()
    var claim = Restoration.Claim(policy: context.mergePolicy, contested: contested[index])
    if bases[index] == nil, now == nil { return (GraphDifference(), claim) }
    if let now, let base = bases[index], now.isSame(as: base) { return (GraphDifference(), claim) }
    var own = try GraphDifference(from: now, to: bases[index], in: graph, layouts[index])
    let originals = originals[index]
    own.correct { originals[$0] ?? $1.model.flatMap { graph.original(of: $0) } }
    if claim.policy == .overwrite {
      var stored = StoredContent(graph, layouts[index])
      try stored.readRows(own.rows.map { ($0.key, $0.value.entity) })
      let rows = PendingRows(now, in: graph)
      for (key, row) in own.rows {
        claim.rows[key] = rows.values(key, over: stored, row.entity)
      }
    }
    return (own, claim)
  }

  /// Lets a graph show what the parent shows, with changes of the child's on top.
  ///
  /// - Throws: `StackError` and `StorageError`, with everything as it was as far as the store can be read.
  func merge(
    _ context: ModelContext, _ index: Int, own: GraphDifference, _ claim: Restoration.Claim
  ) throws {
    let (graph, source) = (context.graphs[index], parent.graphs[index])
    try source.replaceProvisionalKeys()
    try source.placeLinks()
    var inherited = GraphDifference()
    var theirs: PendingState?
    try source.reading {
      theirs = try source.pendingState()
      inherited = try GraphDifference(from: theirs, to: nil, in: source, layouts[index])
    }
    // What is there now is gone back to where the store can't be read, and keeps the objects.
    let before = try graph.pendingState()
    adoptSaved(graph, source, index)
    do {
      try graph.replacePending(with: graph.nothingPending)
      inherited.use(before.map { $0.inserted + $0.deleted } ?? [], in: graph)
      try graph.reading {
        try apply(
          Restoration(
            inherited, in: graph, layouts[index], .difference(Restoration.Claim())), context)
        let base = try graph.pendingState()
        let restoration = try Restoration(
          own, in: graph, layouts[index], .difference(claim))
        if !own.isEmpty { try apply(restoration, context) }
        bases[index] = base
        originals[index] = try values(of: own, base, in: graph, index, claim.policy)
        take(restoration.settlement, index)
      }
    } catch {
      try graph.replacePending(with: before ?? graph.nothingPending)
      throw error
    }
    newObjects[index] = theirs?.newObjects(in: source) ?? [:]
    withExtendedLifetime(before) {}
  }

  /// What objects with changes are in the parent.
  private func values(
    of own: GraphDifference, _ base: PendingState?, in graph: ObjectGraph, _ index: Int,
    _ policy: MergePolicy
  ) throws -> [ObjectGraph.ObjectKey: [ColumnValue]] {
    guard policy.keepsOriginals else { return [:] }
    let rows = PendingRows(base, in: graph)
    var subjects = own.rows.mapValues(\.entity)
    for (key, row) in rows.rows { subjects[key] = graph.entity(of: row.entry.model) }
    var stored = StoredContent(graph, layouts[index])
    try stored.readRows(subjects.map { ($0.key, $0.value) })
    var values: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
    for (key, entity) in subjects { values[key] = rows.values(key, over: stored, entity) }
    return values
  }

  private func apply(_ restoration: Restoration, _ context: ModelContext) throws {
    try restoration.apply()
    func delete(_ model: some PersistentModel) { context.delete(model) }
    for model in restoration.settlement.going { delete(model) }
  }

  private func take(_ settlement: Restoration.Settlement, _ index: Int) {
    lost += settlement.lost
    conflicts[index] = settlement.conflicts
    contested[index] = settlement.contested
  }

  /// New objects of the parent that it has saved meanwhile are saved ones here, too.
  private func adoptSaved(_ graph: ObjectGraph, _ source: ObjectGraph, _ index: Int) {
    var saved: Set<ObjectGraph.ObjectKey> = []
    for (key, model) in newObjects[index] {
      guard model._$state.modelGraph === source, model._$state.key == key.key,
        !model._$state.flags.contains(.inserted)
      else { continue }
      saved.insert(key)
    }
    graph.adopt(saved)
  }
}

extension ObjectGraph {
  fileprivate var nothingPending: PendingState {
    var state = emptyState()
    (state.linkChanges, state.linkKeys) = ([], [])
    return state
  }
}

extension PendingState {
  /// The new objects by their keys.
  func newObjects(in graph: ObjectGraph) -> [ObjectGraph.ObjectKey: any PersistentModel] {
    var objects: [ObjectGraph.ObjectKey: any PersistentModel] = [:]
    for entry in inserted { objects[graph.objectKey(of: entry)] = entry.model }
    return objects
  }
}

extension GraphDifference {
  /// Lets objects of a graph come back as the instances that it has had.
  mutating func use(_ entries: [PendingState.Entry], in graph: ObjectGraph) {
    for entry in entries {
      rows[
        ObjectGraph.ObjectKey(
          entity: graph.entities[graph.entity(of: entry.model)].root, key: entry.key)]?.model =
        entry.model
    }
  }
}
