public import StrataGraph
internal import StrataModel

extension ModelContext {
  /// What a save does where others have changed what was changed here;
  /// ``MergePolicy/mergeByPropertyObjectTrump`` at first.
  ///
  /// Set it before the first change: what objects were is kept from then on, and
  /// ``MergePolicy/overwrite`` is about what others save from then on.
  public var mergePolicy: MergePolicy {
    get { graph.mergePolicy }
    set { for graph in graphs { graph.mergePolicy = newValue } }
  }

  /// The objects with unsaved changes that others have changed or deleted too, as far as it is known here;
  /// every read and ``mergeChanges()`` look at what others have saved. The next save settles them by
  /// ``mergePolicy``.
  ///
  /// O(number of conflicts).
  public var mergeConflicts: [MergeConflict] { graphs.flatMap { $0.currentConflicts() } }

  /// The conflicts that the last save has settled by ``mergePolicy``, or that were settled one by one before
  /// it: whose change gave way, and with which values. Empty when there were none.
  public var settledConflicts: [MergeConflict] { graphs.flatMap(\.settledConflicts) }

  /// Settles one conflict as a policy says, and leaves the others for the save.
  ///
  /// ``MergePolicy/error`` leaves it as it is. ``MergePolicy/mergeByPropertyObjectTrump`` keeps what was
  /// changed here, ``MergePolicy/mergeByPropertyStoreTrump`` what others have saved. An object that others
  /// have deleted is gone under each.
  ///
  /// - Throws: `StorageError` where what others have saved can't be read; the conflict stays then.
  public func settle(_ conflict: MergeConflict, by policy: MergePolicy) throws {
    let graph = graph(named: conflict.object.entityName)
    defer { graph.deliverNotices() }
    // At one state: what others have saved meanwhile is part of the conflict.
    try graph.reading { try graph.resolveConflicts(of: conflict.object, by: policy) }
  }
}
