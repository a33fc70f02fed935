public import StrataGraph
internal import StrataModel

extension ModelContext {
  /// The policy by which a save resolves conflicts with what others have saved.
  ///
  /// The default is ``MergePolicy/mergeByPropertyObjectTrump``. Set the policy before the first
  /// change: the context preserves former values from then on, and ``MergePolicy/overwrite``
  /// applies to what others save from then on.
  public var mergePolicy: MergePolicy {
    get { graph.mergePolicy }
    set { for graph in graphs { graph.mergePolicy = newValue } }
  }

  /// The conflicts of unsaved changes with what others have saved, up to the last merge.
  ///
  /// Every read and ``mergeChanges()`` merge. The next save resolves the conflicts by
  /// ``mergePolicy``. O(number of conflicts).
  public var mergeConflicts: [MergeConflict] { graphs.flatMap { $0.currentConflicts() } }

  /// The conflicts that the last save has resolved by ``mergePolicy``, and those that you resolved
  /// with ``resolve(_:by:)`` before it.
  ///
  /// Each names the side whose change was dropped, and the values.
  public var resolvedMergeConflicts: [MergeConflict] { graphs.flatMap(\.resolvedMergeConflicts) }

  /// Resolves one conflict by a policy. The save resolves the others.
  ///
  /// ``MergePolicy/error`` leaves the conflict. With ``MergePolicy/mergeByPropertyObjectTrump`` your
  /// changes win, with ``MergePolicy/mergeByPropertyStoreTrump`` those of others. An object that
  /// others have deleted stays deleted under each policy.
  ///
  /// - Throws: `StorageError` if the others' changes can't be read. The conflict remains then.
  public func resolve(_ conflict: MergeConflict, by policy: MergePolicy) throws {
    let graph = graph(named: conflict.object.entityName)
    defer { graph.deliverNotices() }
    // One snapshot, since what others have saved in the meantime is part of the conflict.
    try graph.reading { try graph.resolveConflicts(of: conflict.object, by: policy) }
  }
}

// Names of earlier versions.
extension ModelContext {
  /// The conflicts that the last save has resolved.
  @available(*, deprecated, renamed: "resolvedMergeConflicts")
  public var settledConflicts: [MergeConflict] { resolvedMergeConflicts }

  /// The new objects that the last save didn't write because their unique values existed already.
  @available(*, deprecated, renamed: "resolvedUniqueConflicts")
  public var resolvedConflicts: [UniqueConflict] { resolvedUniqueConflicts }

  /// Resolves one conflict by a policy.
  ///
  /// - Throws: as ``resolve(_:by:)``.
  @available(*, deprecated, renamed: "resolve(_:by:)")
  public func settle(_ conflict: MergeConflict, by policy: MergePolicy) throws {
    try resolve(conflict, by: policy)
  }
}
