public import StrataGraph
public import StrataModel
internal import StrataObservation
internal import Foundation
internal import StrataSchema
internal import StrataStorage

/// A place to work with objects: it fetches them, notes what changes, and saves all of it at once.
///
/// A context belongs to one isolation: a thread, a task, an actor. Its objects do too. What a
/// context saves names its ``author`` in the store's history.
public final class ModelContext {
  /// The container whose stores the context reads and writes. A context keeps its container, unless it is the
  /// container's main context.
  public var container: ModelContainer {
    // A main context that outlives its container is the main context of this one too.
    keptContainer ?? ownContainer ?? ModelContainer(core)
  }
  package let core: ContainerCore
  private let keptContainer: ModelContainer?
  private weak var ownContainer: ModelContainer?
  /// Who writes; nil for nobody in particular.
  public var author: String?
  /// A name for the context, which its saves carry in the history.
  public var name: String?
  /// Whether the context saves by itself; true for a container's main context, false for others.
  ///
  /// The rule: a context with autosave saves when ``processPendingChanges()`` is called and when it
  /// is released; and the main context calls that by itself at the main actor's next turn after a
  /// change. Changes that can't be saved stay pending, and ``errorHandler`` hears why.
  public var autosaveEnabled = false {
    didSet {
      let isAutomatic = autosaveEnabled && isMain
      for graph in graphs {
        graph.onChange = isAutomatic ? { [weak self] in self?.autosave() } : nil
      }
    }
  }
  /// What a save does with new objects whose unique values another object has already; at first what
  /// each store's configuration says, which is ``UniqueConflictPolicy/upsert`` as a rule. It is the first
  /// store's, and when it is set, all stores'.
  public var uniqueConflictPolicy: UniqueConflictPolicy {
    get { graph.uniqueConflictPolicy }
    set { for graph in graphs { graph.uniqueConflictPolicy = newValue } }
  }
  /// The new objects of the last save that were not written, since others had their unique values,
  /// with the objects that stand for them now. Empty when there were none, and after a save that
  /// failed.
  public var resolvedConflicts: [UniqueConflict] {
    graphs.flatMap { $0.resolvedConflicts.map(\.conflict) }
  }
  /// Hears at once of errors that nobody could be told by throwing: of what a getter, a delete or an
  /// assignment couldn't read (``readFailures``), of changes that couldn't be saved by autosave or
  /// dropped by ``rollback()``, and of saves that couldn't be merged: others', where the main context
  /// merges them by itself, and batches of this context.
  ///
  /// Called on the context's isolation, when what failed is over; it may use the context. The same
  /// errors are posted as ``didFail``.
  public var errorHandler: ((any Error) -> Void)?
  /// Who keeps what changes, to undo it.
  package var recorder: (any ChangeRecorder)?
  /// What leads to the context's parent; nil where saves go to the stores.
  package var parentLink: (any ParentLink)?
  /// Contexts whose parent it is.
  private var children: [Child] = []
  package private(set) var isMain = false
  private var isAutosaveDue = false
  /// Whether its `deinit` runs.
  package private(set) var isGoing = false
  let editingIdentifier = UUID()
  /// The objects of each of the container's stores, in the same order.
  package let graphs: [ObjectGraph]
  /// The objects of the first store: all of them, as a rule.
  package let graph: ObjectGraph
  let hasSeveralStores: Bool
  private var subscription: ChangeFeed.Subscription?
  /// Who brings the context up to date for those who observe it.
  package weak var resultsFollower: AnyObject?
  /// What the context is a part of, such as a context by another library's words.
  package weak var owner: (any ContextOwner)?

  /// A context on a container's stores, which keeps the container.
  public convenience init(_ container: ModelContainer) { self.init(container, isKept: true) }

  /// The main context of a container, which the container keeps.
  convenience init(mainContextOf container: ModelContainer) {
    self.init(container, isKept: false)
  }

  private init(_ container: ModelContainer, isKept: Bool) {
    core = container.core
    keptContainer = isKept ? container : nil
    ownContainer = container
    graphs = core.stores.map { ObjectGraph($0.objects) }
    graph = graphs[0]
    hasSeveralStores = graphs.count > 1
    for graph in graphs { graph.context = self }
  }

  /// Lets the context merge what others have saved, and save by itself, when the main actor is free.
  @MainActor func beginMainActorDuties() {
    isMain = true
    autosaveEnabled = true
    subscription = core.changes.subscribe { [weak core] _ in
      // Many saves in a row make one merge: the later ones find nothing left to do.
      Task { @MainActor in core?.mainContext?.mergeOrReport() }
    }
  }

  deinit {
    isGoing = true
    if autosaveEnabled { processPendingChanges() }
    // What wasn't saved is dropped, so that changed objects and their graph let go of each other.
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

  /// Saves, where autosave is on; otherwise only an undo manager has something to process, since both
  /// ends of relationships and delete rules are kept true at once.
  public func processPendingChanges() {
    // What can't be saved or recorded now stays pending, and the next save says why.
    do {
      guard autosaveEnabled else {
        // Where nothing waits any more, something may have waited before.
        try recorder?.contextDidProcessChanges()
        return
      }
      if hasChanges { try save() }
    } catch {
      report(error)
    }
  }

  /// Whether anything waits to be saved.
  public var hasChanges: Bool {
    parentLink?.hasChanges(in: self) ?? graphs.contains { $0.hasChanges }
  }

  /// The new objects that wait to be saved, store by store, in order of insertion.
  public var insertedModelsArray: [any PersistentModel] {
    own(graphs.flatMap(\.insertedModels))
  }

  /// The changed objects that wait to be saved, store by store, in order of their first change.
  public var changedModelsArray: [any PersistentModel] {
    own(graphs.flatMap(\.changedModels))
  }

  /// The objects that wait to be deleted, store by store, in order of deletion.
  public var deletedModelsArray: [any PersistentModel] {
    own(graphs.flatMap(\.deletedModels))
  }

  /// Of objects with changes those whose changes aren't a parent's.
  private func own(_ models: [any PersistentModel]) -> [any PersistentModel] {
    guard let parentLink else { return models }
    let inherited = parentLink.inherited(by: self)
    return models.filter { !inherited.contains(ObjectIdentifier($0)) }
  }

  /// Puts a new object into the context, with all objects that it is related to. The next save
  /// writes it. A second time does nothing; an object whose deletion isn't saved yet comes back.
  ///
  /// An object of another context, or of a class that the container doesn't know, stays out, and the
  /// next save says so. O(number of objects that are new).
  public func insert<T: PersistentModel>(_ model: T) {
    graph(of: Swift.type(of: model)).insert(model)
  }

  /// Puts new objects into the context, in order, with all objects that they are related to. The next
  /// save writes them.
  ///
  /// Either all of them come in, or, when one is another context's or of a class that the container
  /// doesn't know, none: the next save says so. O(number of objects that are new).
  public func insert<Models: Sequence>(contentsOf models: Models)
  where Models.Element: PersistentModel { insert(all: Array(models)) }

  /// Puts new objects of any classes into the context, as ``insert(contentsOf:)`` does.
  public func insert<Models: Sequence>(contentsOf models: Models)
  where Models.Element == any PersistentModel { insert(all: Array(models)) }

  /// Marks an object to be deleted by the next save, and applies the delete rules of its
  /// relationships. An object that was never saved just leaves the context. Does nothing with an object
  /// of another context.
  ///
  /// Members that can't be read follow their rule once they can be, and nothing is saved before
  /// (``readFailures``).
  public func delete<T: PersistentModel>(_ model: T) {
    graph(of: Swift.type(of: model)).delete(model)
  }

  /// Saves all changes in one transaction, with one entry in the history. Where there are none, nothing
  /// is written, and what couldn't be read (``readFailures``) is thrown all the same.
  ///
  /// Each store with changes has a transaction of its own. All of them are written, and every rule is
  /// looked at, before the first is committed, so that nothing is saved where anything can't be. Only
  /// what hits the commits themselves, such as a disk that gets full or a machine that stops between
  /// two of them, leaves some stores saved and others not: SQLite commits one file at a time.
  ///
  /// What becomes of new objects whose unique values another object has is up to
  /// ``uniqueConflictPolicy``. Changed objects may pass unique values on to each other.
  ///
  /// - Throws: ``StackError`` or `StorageError`; then nothing was saved, and everything is still
  ///   pending. The exception is ``StackError/savedInPart(saved:pending:reason:)``, which says what was.
  ///   What is known before the save begins, such as several read failures, is thrown at once, as
  ///   ``StackError/several(_:)``.
  public func save() throws { try saveIfNeeded() }

  /// Saves, and throws, as ``save()`` does, and says whether anything was written.
  @discardableResult public func saveIfNeeded() throws -> Bool {
    do {
      return try saveAll()
    } catch {
      graph.logger.log(.error, "a save failed: \(error)")
      throw error
    }
  }

  private func saveAll() throws -> Bool {
    if hasChanges {
      postWillSave()
      let inherited = parentLink?.inherited(by: self) ?? []
      for graph in graphs { try graph.tellWillSave(passingOver: inherited) }
    }
    if let parentLink { return try save(to: parentLink) }
    try recorder?.contextWillSave()
    var saved: [SavedChanges] = []
    defer { tell(of: saved) }
    do {
      try save(graphsToSave[...], &saved)
      recorder?.contextDidSave()
    } catch let error where !saved.isEmpty {
      recorder?.contextDidSave()
      throw StackError.savedInPart(
        saved: saved.map(\.configuration),
        pending: graphs.filter(\.hasChanges).map(\.name), reason: "\(error)")
    }
    return !saved.isEmpty
  }

  private func save(to parentLink: any ParentLink) throws -> Bool {
    // What the parent has changed comes first, so that an undo manager tells it from what is saved.
    try parentLink.merge(self)
    try recorder?.contextWillSave()
    let saved = try parentLink.save(self)
    recorder?.contextDidSave()
    if !saved.isEmpty { tellChildren() }
    for changes in saved { for model in changes.heard { model.didSave() } }
    postDidSave(saved)
    return !saved.isEmpty
  }

  private func tell(of saved: [SavedChanges]) {
    // Also where nothing was written: a new object may have given way to a row as it is.
    tellChildren()
    for changes in saved { core.changes.publish(changes.transaction) }
    for changes in saved { for model in changes.heard { model.didSave() } }
    postDidSave(saved)
  }

  /// Drops all changes: new objects leave the context, deleted ones come back, changed ones get
  /// the values that their stores have.
  ///
  /// What others have saved is merged as well. Where a store can't be read, nothing of it is dropped:
  /// ``errorHandler`` is told why, and no save goes until a rollback could be done, or ``reset()``
  /// (``StackError/rollbackFailed(reason:)``). O(what is dropped and what others have changed).
  public func rollback() {
    defer { tellChildren() }
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

  /// Brings the objects in memory up to date with what others have saved. Whatever reads from a store
  /// does so by itself, as fetching and saving do. O(what others have changed).
  ///
  /// - Throws: `StorageError` when a store can't be read; nothing of that store was merged then.
  ///   Of a context with a parent also what `StackError` the parent's own save would throw.
  public func mergeChanges() throws {
    guard let parentLink else { return try mergeStores() }
    defer { tellChildren() }
    try parentLink.merge(self)
  }

  /// The same without what a parent has changed and not saved.
  package func mergeStores() throws {
    for graph in graphs { try graph.merge() }
  }

  private func mergeOrReport() {
    do { try mergeChanges() } catch { report(error) }
  }

  /// Drops all changes and lets all objects go, without a look at the stores. An object that somebody
  /// still holds keeps its values, leads nowhere and belongs to no context; fetch it again. What
  /// couldn't be read (``readFailures``) is forgotten, and so is a rollback that couldn't be done.
  ///
  /// O(number of objects in memory).
  public func reset() {
    for graph in graphs { graph.reset() }
    do { try parentLink?.reset(self) } catch { report(error) }
    recorder?.contextDidReset()
    tellChildren()
  }

  /// Lets another context's saves come here, for as long as it lives.
  package func addChild(_ child: ModelContext) {
    children.removeAll { $0.context == nil }
    children.append(Child(context: child))
  }

  /// Brings the contexts whose parent this is up to date with it.
  private func tellChildren() {
    for child in children { child.context?.mergeOrReport() }
  }

  private struct Child {
    weak var context: ModelContext?
  }

  /// Gives an object the values that the store has now, also where a program has written them that
  /// leaves no entry in the history. Members are read again when somebody looks.
  ///
  /// A new object, a deleted one and one of another context stay as they are. An object whose row is
  /// gone leaves the context. A value that no property can have is one of ``readFailures``.
  ///
  /// - Parameter mergeChanges: Whether the object's unsaved changes stay on top; else they are dropped,
  ///   and the other ends of its relationships follow. Members of a to-many relationship with a to-one
  ///   inverse are changes of the members, and stay.
  /// - Throws: `StorageError` when the store can't be read, with nothing changed.
  public func refresh<T: PersistentModel>(_ model: T, mergeChanges: Bool) throws {
    let graph = graph(of: Swift.type(of: model))
    guard let parentLink, model._$state.graph === graph else {
      return try graph.refresh(model, mergeChanges: mergeChanges)
    }
    try graph.refresh(model, mergeChanges: true)
    try parentLink.refresh(model, mergeChanges: mergeChanges, in: self)
  }

  /// What couldn't be read where no error could be thrown: a relationship that a getter was asked for,
  /// that a delete rule or an assignment had to know, or a value that others have saved and that no
  /// property can have.
  ///
  /// No save writes anything while there is one. Each is thrown by one save at least, and is gone when
  /// it was thrown and could be read, or with ``rollback()`` or ``reset()``. O(number of failures).
  public var readFailures: [StackError] { graphs.flatMap(\.readErrors) }

  /// Runs a body and saves. When the body or the save throws, the body's changes are dropped; what
  /// waited to be saved before goes on waiting. What the body has saved or dropped itself stays so.
  ///
  /// Where changes can't be dropped, since the store can't be read, it is as after a ``rollback()`` that
  /// couldn't be done.
  ///
  /// O(what waited to be saved before), beside the body and the save.
  ///
  /// - Throws: what the body throws, what ``save()`` throws, and, before the body runs,
  ///   ``StackError/invalidValue(object:property:reason:)`` where something waits already that can't be
  ///   saved.
  public func transaction(block: () throws -> Void) throws {
    let dropChanges = try parentLink?.willTransact(self) ?? preparedRollback()
    let takeBack = recorder?.contextWillTransact()
    do {
      try block()
      try save()
    } catch {
      dropChanges()
      takeBack?()
      tellChildren()
      throw error
    }
  }
}

extension ModelContext {
  /// Takes what waits now as what is gone back to.
  private func preparedRollback() throws -> () -> Void {
    let before = try graphs.map { try $0.pendingState() }
    return { [self] in
      for (graph, state) in zip(graphs, before) {
        // Where the store can't be read, nothing is dropped, and no save goes until it was.
        do { try graph.rollback(to: state) } catch { report(error) }
      }
    }
  }
}

@available(*, unavailable, message: "use each context on one isolation")
extension ModelContext: @unchecked Sendable {}
