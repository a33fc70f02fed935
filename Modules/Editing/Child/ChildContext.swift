import StrataModel
import StrataSchema
import StrataStack
import StrataStorage

/// What a child context keeps of its parent.
final class ChildContext: ParentLink {
  let parent: ModelContext
  let layouts: [RowLayouts]
  /// For each graph, the parent's unsaved changes as the child has them, below its own.
  var bases: [PendingState?]
  /// The parent's new objects by then.
  var newObjects: [[ObjectGraph.ObjectKey: any PersistentModel]]
  /// What objects with changes were in the parent by then, where the policy asks for it: what others have saved
  /// since is in the rows.
  var originals: [[ObjectGraph.ObjectKey: [ColumnValue]]]
  /// What of the child's changes is in conflict with the parent's, under a policy that settles nothing.
  var conflicts: [[MergeConflict]]
  var contested: [[ObjectGraph.ObjectKey: Set<Int>]]
  /// Objects with changes of the child that have gone from the parent, of which nobody was told yet.
  var lost: [PersistentIdentifier] = []

  init(of parent: ModelContext) {
    self.parent = parent
    layouts = parent.graphs.map { RowLayouts($0) }
    bases = parent.graphs.map { _ in nil }
    newObjects = parent.graphs.map { _ in [:] }
    originals = parent.graphs.map { _ in [:] }
    conflicts = parent.graphs.map { _ in [] }
    contested = parent.graphs.map { _ in [:] }
  }

  func hasChanges(in context: ModelContext) -> Bool {
    zip(context.graphs, bases).contains { graph, base in
      guard let base else { return graph.hasChanges }
      do {
        guard let now = try graph.pendingState() else { return true }
        return !now.isSame(as: base)
      } catch {
        // What can't be saved isn't the parent's, which could be read when the child began.
        return true
      }
    }
  }

  func inherited(by context: ModelContext) -> Set<ObjectIdentifier> {
    var inherited: Set<ObjectIdentifier> = []
    for (graph, base) in zip(context.graphs, bases) {
      // Where something can't be saved, all changes count as the child's; its save says why.
      guard let base, let now = try? graph.pendingState() else { continue }
      func add(_ entries: [PendingState.Entry], _ known: [PendingState.Entry]) {
        let known = Dictionary(
          known.map { (ObjectIdentifier($0.model), $0) }, uniquingKeysWith: { first, _ in first })
        for entry in entries {
          let identity = ObjectIdentifier(entry.model)
          if let other = known[identity], entry.isSame(as: other) { inherited.insert(identity) }
        }
      }
      add(now.inserted, base.inserted)
      add(now.changed, base.changed)
      add(now.deleted, base.deleted)
    }
    return inherited
  }

  func rollback(_ context: ModelContext) throws {
    for index in context.graphs.indices {
      try merge(context, index, own: GraphDifference(), Restoration.Claim())
      conflicts[index] = []
      contested[index] = [:]
    }
    lost = []
  }

  func reset(_ context: ModelContext) throws {
    bases = bases.map { _ in nil }
    try rollback(context)
  }

  func merge(_ context: ModelContext) throws {
    for index in context.graphs.indices {
      let (own, claim) = try changes(of: context, index)
      try merge(context, index, own: own, claim)
    }
  }

  func willTransact(_ context: ModelContext) throws -> () -> Void {
    let before = try context.graphs.indices.map { try changes(of: context, $0) }
    let saveCount = saveCount
    return { [self] in
      for (index, (own, claim)) in before.enumerated() {
        // What the body has saved itself stays so.
        let own = saveCount == self.saveCount ? own : GraphDifference()
        do { try merge(context, index, own: own, claim) } catch { context.report(error) }
      }
    }
  }

  /// How often changes were handed on.
  var saveCount = 0
}
