import StrataModel
import StrataStack
import StrataStorage

extension ChildContext {
  func save(_ context: ModelContext) throws -> [SavedChanges] {
    for _ in 0..<3 {
      do {
        return try handOn(context)
      } catch is UndoError {
        // Others have saved since the parent was looked at: it is looked at again.
      }
    }
    return try handOn(context)
  }

  private func handOn(_ context: ModelContext) throws -> [SavedChanges] {
    try merge(context)
    try checkConflicts()
    let inherited = inherited(by: context)
    for graph in context.graphs { try graph.checkSave(passingOver: inherited) }
    var saved: [SavedChanges] = []
    var differences: [GraphDifference] = []
    var states: [PendingState?] = []
    for (index, graph) in context.graphs.enumerated() {
      let state = try graph.pendingState()
      let difference = try GraphDifference(
        from: state, to: bases[index], in: graph, layouts[index])
      if !difference.isEmpty {
        saved.append(graph.changes(difference, state, passingOver: inherited))
      }
      states.append(state)
      differences.append(difference)
    }
    guard !saved.isEmpty else { return [] }
    try Restoration.apply(differences, to: parent, layouts)
    saveCount += 1
    bases = states
    newObjects = try parent.graphs.map { try $0.pendingState()?.newObjects(in: $0) ?? [:] }
    return saved
  }

  /// Throws everything at once that the child and its parent don't agree on.
  private func checkConflicts() throws {
    var errors = lost.map { StackError.deletedElsewhere(object: $0) }
    lost = []
    let conflicts = conflicts.flatMap(\.self)
    if !conflicts.isEmpty { errors.append(.mergeConflicts(conflicts)) }
    guard let first = errors.first else { return }
    throw errors.count == 1 ? first : StackError.several(errors)
  }
}

extension ObjectGraph {
  /// What a difference hands on, as those hear it who are told of saves.
  fileprivate func changes(
    _ difference: GraphDifference, _ state: PendingState?, passingOver others: Set<ObjectIdentifier>
  ) -> SavedChanges {
    func own(_ entries: [PendingState.Entry]) -> [any PersistentModel] {
      entries.map(\.model).filter { !others.contains(ObjectIdentifier($0)) }
    }
    let gone = difference.rows.compactMap { key, row in
      if case .inserted = row.change { identifier(row.entity, key.key) } else { nil }
    }
    let known = Set((state?.inserted ?? []).map { ObjectIdentifier($0.model) })
    return SavedChanges(
      inserted: own(state?.inserted ?? []),
      updated: own(state?.changed ?? []).filter { !known.contains(ObjectIdentifier($0)) },
      deleted: gone.sorted { "\($0)" < "\($1)" }, in: self)
  }
}
