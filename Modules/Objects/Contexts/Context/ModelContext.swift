internal import Foundation
// Exported, since contexts throw the errors of the graph and have its policies.
@_exported public import StrataGraph
public import StrataModel
internal import StrataObservation
internal import StrataSchema
internal import StrataStorage

/// A context in which you fetch, change and save objects.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Trip(name: "Jura"))
/// try context.save()
/// ```
///
/// The context records changes of its objects, and a save writes all of them at once. A context and
/// its objects belong to one isolation: a thread, a task or an actor. The store's history records
/// the context's ``author`` with each save.
public final class ModelContext {
  /// The container whose stores the context uses.
  ///
  /// A context retains its container, unless it is the container's main context.
  public var container: ModelContainer {
    // A main context may outlive its container. A new container of the same core has the same main
    // context.
    keptContainer ?? ownContainer ?? ModelContainer(core)
  }
  package let core: ContainerCore
  private let keptContainer: ModelContainer?
  private weak var ownContainer: ModelContainer?
  /// The author of the context's saves, or nil for none.
  public var author: String?
  /// False if a save leaves the properties with `.createdAt` and `.updatedAt` as they are.
  /// True if saves set the times of attributes with `@Attribute(.createdAt)` and `.updatedAt`.
  ///
  /// Set it to false to write objects with the times that they have elsewhere, as when you copy them from another store.
  public var setsTimestamps = true
  /// The name of the context, which the history records with its saves.
  public var name: String?
  /// True if the context saves automatically. The default is true for a container's main context
  /// only.
  ///
  /// A context with autosave saves when you call ``processPendingChanges()`` and when it is
  /// released. The main context also saves after each change, as soon as the main actor is free. If
  /// a save fails, the changes stay pending, and ``errorHandler`` receives the error.
  public var autosaveEnabled = false {
    didSet {
      let isAutomatic = autosaveEnabled && isMain
      for graph in graphs {
        graph.onChange = isAutomatic ? { [weak self] in self?.autosave() } : nil
      }
    }
  }
  /// The policy for new objects whose unique values conflict with existing objects.
  ///
  /// The default is that of the store's configuration, usually ``UniqueConflictPolicy/upsert``. If
  /// there are several stores, you get the policy of the first, and set that of all.
  public var uniqueConflictPolicy: UniqueConflictPolicy {
    get { graph.uniqueConflictPolicy }
    set { for graph in graphs { graph.uniqueConflictPolicy = newValue } }
  }
  /// The new objects that the last save didn't write because their unique values existed already.
  ///
  /// Each conflict contains the existing object. Empty if there were none, and after a failed save.
  public var resolvedUniqueConflicts: [UniqueConflict] {
    graphs.flatMap { $0.resolvedUniqueConflicts.map(\.conflict) }
  }
  /// Called with errors that couldn't be thrown, on the context's isolation.
  ///
  /// Such errors occur when:
  /// - a getter, a delete or an assignment can't read an object (``readFailures``)
  /// - autosave can't save changes, or ``rollback()`` can't drop them
  /// - the main context can't merge other contexts' saves, or a context its own batches
  ///
  /// The handler runs after the failed operation, and may use the context. The same errors are
  /// posted as ``didFail``.
  public var errorHandler: ((any Error) -> Void)?
  /// True if the context can't save.
  var isReadOnly = false
  /// The recorder of changes for undo.
  package var recorder: (any ChangeRecorder)?
  /// The link to the context's parent, or nil if saves go to the stores.
  package var parentLink: (any ParentLink)?
  /// The child contexts of this one.
  private var children: [Child] = []
  package private(set) var isMain = false
  private var isAutosaveDue = false
  /// The number of bodies of transactions that are running, one inside the other.
  private var transactionDepth = 0
  /// True while `deinit` runs.
  package private(set) var isDeinitializing = false
  let editingIdentifier = UUID()
  /// The object graph of each of the container's stores, in the same order.
  package let graphs: [ObjectGraph]
  /// The object graph of the first store, which usually is the only one.
  package let graph: ObjectGraph
  let hasSeveralStores: Bool
  private var subscription: ChangeFeed.Subscription?
  /// Merges other contexts' saves on behalf of observers of results.
  package weak var resultsFollower: AnyObject?
  /// The owner of the context, if it is part of another object.
  package weak var owner: (any ContextOwner)?

  /// Creates a context for a container, which it retains.
  public convenience init(_ container: ModelContainer) { self.init(container, isKept: true) }

  /// Creates the main context of a container, which doesn't retain the container.
  convenience init(mainContextOf container: ModelContainer) {
    self.init(container, isKept: false)
  }

  private init(_ container: ModelContainer, isKept: Bool) {
    core = container.core
    keptContainer = isKept ? container : nil
    ownContainer = container
    graphs = core.stores.map { store in
      let graph = ObjectGraph(store.objects)
      graph.scopes = store.scopes
      return graph
    }
    graph = graphs[0]
    hasSeveralStores = graphs.count > 1
    for graph in graphs { graph.context = self }
  }

  /// Starts merging other contexts' saves and saving automatically, when the main actor is free.
  @MainActor func beginMainActorDuties() {
    isMain = true
    autosaveEnabled = true
    subscription = core.changes.subscribe { [weak core] _ in
      // The first task merges all saves so far. Those of later saves then have nothing to do.
      Task { @MainActor in core?.mainContext?.mergeOrReport() }
    }
  }

  deinit {
    isDeinitializing = true
    if autosaveEnabled { processPendingChanges() }
    // Drop unsaved changes, since changed objects and their graph retain each other.
    for graph in graphs { graph.tearDown() }
  }

  private func autosave() {
    guard !isAutosaveDue else { return }
    isAutosaveDue = true
    Task { @MainActor [weak core] in core?.mainContext?.finishAutosave() }
  }

  private func finishAutosave() {
    isAutosaveDue = false
    processPendingChanges()
  }

  /// Saves if autosave is on, and otherwise ends an undo group.
  ///
  /// A context updates both ends of relationships and applies delete rules immediately, so you don't
  /// need to call this for them.
  public func processPendingChanges() {
    // Changes that can't be saved or recorded stay pending. The next save throws the error.
    do {
      guard autosaveEnabled else {
        // Called even without pending changes: those of the undo group may have been reverted.
        try recorder?.contextDidProcessChanges()
        return
      }
      if hasChanges { try save() }
    } catch {
      report(error)
    }
  }

  /// True if the context has unsaved changes.
  public var hasChanges: Bool {
    parentLink?.hasChanges(in: self) ?? graphs.contains { $0.hasChanges }
  }

  /// The new unsaved objects, store by store, in order of insertion.
  public var insertedModelsArray: [any PersistentModel] {
    own(graphs.flatMap(\.insertedModels))
  }

  /// The objects with unsaved changes, store by store, in order of their first change.
  public var changedModelsArray: [any PersistentModel] {
    own(graphs.flatMap(\.changedModels))
  }

  /// The objects whose deletion is unsaved, store by store, in order of deletion.
  public var deletedModelsArray: [any PersistentModel] {
    own(graphs.flatMap(\.deletedModels))
  }

  /// The objects whose changes aren't inherited from a parent context.
  private func own(_ models: [any PersistentModel]) -> [any PersistentModel] {
    guard let parentLink else { return models }
    let inherited = parentLink.inherited(by: self)
    return models.filter { !inherited.contains(ObjectIdentifier($0)) }
  }

  /// Inserts a new object with all its related objects. The next save writes them.
  ///
  /// Inserting an object twice has no effect. An object whose deletion is unsaved is restored. An
  /// object of another context, or of a class that the container doesn't contain, isn't inserted,
  /// and the next save throws an error. O(number of new objects).
  public func insert<T: PersistentModel>(_ model: T) {
    graph(of: Swift.type(of: model)).insert(model)
  }

  /// Inserts new objects in order, with all their related objects. The next save writes them.
  ///
  /// Either all objects are inserted or none. If one belongs to another context, or its class isn't
  /// in the container, the next save throws an error. O(number of new objects).
  public func insert<Models: Sequence>(contentsOf models: Models)
  where Models.Element: PersistentModel { insert(all: Array(models)) }

  /// Inserts new objects of any classes, as ``insert(contentsOf:)`` does.
  public func insert<Models: Sequence>(contentsOf models: Models)
  where Models.Element == any PersistentModel { insert(all: Array(models)) }

  /// Deletes an object and applies the delete rules of its relationships. The next save writes
  /// this.
  ///
  /// If its class has a property with `@Attribute(.deletedAt)`, its row stays, and the property becomes
  /// the present time: ``restore(_:)`` brings the object back, and ``purge(_:)`` deletes the row.
  ///
  /// An object that was never saved leaves the context at once. An object of another context is
  /// ignored. If related objects can't be read, their delete rule is applied once they can be, and
  /// no save succeeds before that (see ``readFailures``).
  public func delete<T: PersistentModel>(_ model: T) {
    let graph = graph(of: Swift.type(of: model))
    if graph.keepsDeleted(model) {
      graph.markDeleted(model)
    } else {
      graph.delete(model)
    }
  }

  /// Saves all changes in one transaction, with one entry in the history.
  ///
  /// Without changes, the save writes nothing, but throws recorded ``readFailures`` all the same.
  ///
  /// If there are several stores, each has its own transaction. All are written and checked before
  /// the first one commits, so that an error usually leaves all stores unchanged. SQLite commits
  /// one file at a time. So only a failure between two commits, such as a full disk or a crash,
  /// saves some stores and not others.
  ///
  /// ``uniqueConflictPolicy`` determines how unique values that exist already are handled. Changed
  /// objects may exchange unique values.
  ///
  /// - Throws: ``StackError`` or `StorageError`. Nothing was saved then, and all changes are still
  ///   pending. The exception is ``StackError/savedInPart(saved:pending:reason:)``, which lists the
  ///   saved stores. Several errors that are known before the save begins are thrown as
  ///   ``StackError/several(_:)``.
  public func save() throws { try saveIfNeeded() }

  /// Saves as ``save()`` does. Returns true if anything was written.
  @discardableResult public func saveIfNeeded() throws -> Bool {
    do {
      return try saveAll()
    } catch {
      graph.logger.log(.error, "a save failed: \(error)")
      throw error
    }
  }

  /// - Parameter statements: The program's own statements, and the graph whose store they are for.
  func saveAll(
    _ statements: (graph: ObjectGraph, run: (StoreConnection) throws -> Void)? = nil
  ) throws -> Bool {
    if statements != nil { try checkAllowsSave() }
    if hasChanges {
      try checkAllowsSave()
      postWillSave()
      let inherited = parentLink?.inherited(by: self) ?? []
      for graph in graphs { try graph.notifyWillSave(passingOver: inherited) }
      // A child context's save writes nothing. The parent's save sets the times.
      if parentLink == nil, setsTimestamps {
        let occasion = SaveOccasion(author: author)
        for graph in graphs { try graph.setStamps(occasion) }
      }
    }
    if let parentLink { return try save(to: parentLink) }
    try recorder?.contextWillSave()
    var saved: [SavedChanges] = []
    defer { notify(of: saved) }
    do {
      try save(graphsToSave[...], &saved, statements)
      recorder?.contextDidSave()
    } catch let error where !saved.isEmpty {
      recorder?.contextDidSave()
      throw StackError.savedInPart(
        saved: saved.map(\.configuration),
        pending: graphs.filter(\.hasChanges).map(\.name), reason: "\(error)")
    }
    return !saved.isEmpty
  }

  /// - Throws: `StackError.contextIsReadOnly`.
  package func checkAllowsSave() throws(StackError) {
    guard !isReadOnly else { throw .contextIsReadOnly }
  }

  private func save(to parentLink: any ParentLink) throws -> Bool {
    // Merge the parent's changes first, so that the undo manager doesn't record them with this
    // save.
    try parentLink.merge(self)
    try recorder?.contextWillSave()
    let saved = try parentLink.save(self)
    recorder?.contextDidSave()
    if !saved.isEmpty { notifyChildren() }
    for changes in saved { for model in changes.heard { model.didSave() } }
    postDidSave(saved)
    return !saved.isEmpty
  }

  private func notify(of saved: [SavedChanges]) {
    // Even if nothing was written: a new object may have been merged into an unchanged row.
    notifyChildren()
    for changes in saved { core.changes.publish(changes.transaction) }
    for changes in saved { for model in changes.heard { model.didSave() } }
    postDidSave(saved)
  }

  /// Drops all unsaved changes.
  ///
  /// New objects leave the context, deleted ones return, and changed ones get their stored values.
  /// The context also merges other contexts' saves. If a store can't be read, its changes aren't
  /// dropped, and ``errorHandler`` receives the error. No save succeeds then until a rollback does,
  /// or you call ``reset()`` (``StackError/rollbackFailed(reason:)``).
  ///
  /// Complexity: O(dropped changes, and changes of other contexts).
  public func rollback() {
    defer { notifyChildren() }
    if let parentLink {
      let keeping = graphs.flatMap(\.modelsKeepingUnstored)
      do { try parentLink.rollback(self) } catch { return report(error) }
      for model in keeping { model.dropUnstoredChanges() }
      recorder?.contextDidRollBack()
      return
    }
    var isDone = true
    for graph in graphs {
      let keeping = graph.modelsKeepingUnstored
      do {
        try graph.rollback()
        for model in keeping { model.dropUnstoredChanges() }
      } catch {
        isDone = false
        report(error)
      }
    }
    if isDone { recorder?.contextDidRollBack() }
  }

  /// Merges other contexts' saves into the objects in memory. O(changes of other contexts).
  ///
  /// Fetching and saving merge by themselves, as does anything that reads from a store. In a child
  /// context, this also merges the parent's changes.
  ///
  /// - Throws: `StorageError` if a store can't be read. Nothing of that store was merged then. In a
  ///   child context also `StackError`, as the parent's own save would throw.
  public func mergeChanges() throws {
    try refreshCustomStores()
    try mergeSaves()
  }

  /// Merges as ``mergeChanges()``, without asking custom stores for others' changes.
  private func mergeSaves() throws {
    guard let parentLink else { return try mergeStores() }
    defer { notifyChildren() }
    try parentLink.merge(self)
  }

  /// Merges other contexts' saves, without the unsaved changes of a parent.
  package func mergeStores() throws {
    for graph in graphs { try graph.merge() }
  }

  private func mergeOrReport() {
    do { try mergeSaves() } catch { report(error) }
  }

  /// Drops all unsaved changes and releases all objects, without reading the stores.
  ///
  /// Objects that you still retain keep their values, have no related objects and belong to no
  /// context. Fetch them again. Recorded ``readFailures`` and a failed rollback are dropped as
  /// well.
  ///
  /// Complexity: O(number of objects in memory).
  public func reset() {
    for graph in graphs { graph.reset() }
    do { try parentLink?.reset(self) } catch { report(error) }
    recorder?.contextDidReset()
    notifyChildren()
  }

  /// Adds a child context, which this one references weakly.
  package func addChild(_ child: ModelContext) {
    children.removeAll { $0.context == nil }
    children.append(Child(context: child))
  }

  /// Merges this context's changes into its child contexts.
  private func notifyChildren() {
    for child in children { child.context?.mergeOrReport() }
  }

  private struct Child {
    weak var context: ModelContext?
  }

  /// Refreshes an object from the store.
  ///
  /// Use this if another program has written the row without an entry in the history. A to-many
  /// relationship is read again at its next access. New and deleted objects, and those of another
  /// context, stay unchanged. An object without a row leaves the context. A stored value that is
  /// invalid for its property is recorded in ``readFailures``.
  ///
  /// - Parameter mergeChanges: True to preserve the object's unsaved changes. False to drop them,
  ///   and to update the other ends of its relationships. Members of a to-many relationship with a
  ///   to-one inverse aren't dropped, since they are changes of the members.
  /// - Throws: `StorageError` if the store can't be read. Nothing has changed then.
  public func refresh<T: PersistentModel>(_ model: T, mergeChanges: Bool) throws {
    let graph = graph(of: Swift.type(of: model))
    guard let parentLink, model._$state.graph === graph else {
      return try graph.refresh(model, mergeChanges: mergeChanges)
    }
    try graph.refresh(model, mergeChanges: true)
    try parentLink.refresh(model, mergeChanges: mergeChanges, in: self)
  }

  /// Errors of reading where nothing could be thrown.
  ///
  /// Examples are a relationship that a getter, a delete rule or an assignment couldn't read, and a
  /// value of another context's save that is invalid for its property.
  ///
  /// No save succeeds while there is one. A save throws each error at least once. The error is
  /// removed once it was thrown and the value could be read, or by ``rollback()`` or ``reset()``.
  /// O(number of failures).
  public var readFailures: [StackError] { graphs.flatMap(\.readErrors) }

  /// Runs a body and saves. If the body or the save throws, the body's changes are dropped.
  ///
  /// Inside the body of another one a transaction doesn't save: the outermost one saves all. If the
  /// inner body throws, its own changes are dropped, and you may go on after its error. If the outer
  /// one throws later, the changes of both are dropped.
  ///
  /// Changes that were pending before the call stay pending. Changes that the body itself has saved
  /// or dropped stay so. If the store can't be read, changes can't be dropped, as after a failed
  /// ``rollback()``.
  ///
  /// Complexity: O(changes pending before the call), in addition to the body and the save.
  ///
  /// - Throws: the body's error, or the error of ``save()``. Before the body runs,
  ///   ``StackError/invalidValue(object:property:reason:)`` if a pending change can't be saved.
  public func transaction(block: () throws -> Void) throws {
    let dropChanges = try parentLink?.willTransact(self) ?? preparedRollback()
    let takeBack = recorder?.contextWillTransact()
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do {
      try block()
      if transactionDepth == 1 { try save() }
    } catch {
      dropChanges()
      takeBack?()
      notifyChildren()
      throw error
    }
  }

  /// True inside the body of ``transaction(block:)``.
  var isInsideTransaction: Bool { transactionDepth > 0 }
}

extension ModelContext {
  /// Captures the pending changes, and returns a closure that restores them.
  private func preparedRollback() throws -> () -> Void {
    // A state even if nothing is pending: an inner transaction that throws has to go back to the generation at which it
    // began. Otherwise the outer one would take its own state for one from before a save, and drop earlier changes.
    let before = try graphs.map { try $0.pendingState() ?? $0.emptyState() }
    return { [self] in
      for (graph, state) in zip(graphs, before) {
        // If the store can't be read, nothing is dropped, and no save succeeds until a rollback
        // does.
        do { try graph.rollback(to: state) } catch { report(error) }
      }
    }
  }
}

@available(*, unavailable, message: "use each context on one isolation")
extension ModelContext: @unchecked Sendable {}

extension ModelContext: Equatable {
  /// True if both are the same context.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}
