public import Foundation
import StrataModel
import StrataObservation
public import StrataContexts
import StrataStorage
public import StrataEditing

// Unchecked, since callers follow the rule below, which is Core Data's: everything runs on the
// context's queue.
/// A context for the objects of a managed object model. It fetches objects, records their changes,
/// and saves them together.
///
/// It wraps a `ModelContext` and has a queue. Use the context and its objects inside
/// `performAndWait(_:)` or `perform(_:)` only. A context of the main queue may also be used on
/// the main thread.
open class NSManagedObjectContext: @unchecked Sendable {
  /// The kind of queue that a context is used on.
  public enum ConcurrencyType: UInt, Sendable, Hashable {
    /// A private queue of the context's own.
    case privateQueueConcurrencyType = 1
    /// The program's main queue.
    case mainQueueConcurrencyType = 2

    /// A private queue of the context's own.
    public static let privateQueue = privateQueueConcurrencyType
    /// The program's main queue.
    public static let mainQueue = mainQueueConcurrencyType
  }

  /// The kind of queue that the context is used on.
  public let concurrencyType: ConcurrencyType
  /// The coordinator of the model and stores, or nil before you set it.
  ///
  /// Set it before the context has objects, or after ``reset()``. Otherwise the program stops.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { parent?.persistentStoreCoordinator ?? ownCoordinator }
    set {
      if newValue !== ownCoordinator { beginAnew("persistentStoreCoordinator") }
      ownCoordinator = newValue
    }
  }
  /// The context that this one saves to, and whose queue it uses. Nil if it saves to the stores.
  ///
  /// Set it before the context has objects, or after ``reset()``. Otherwise the program stops, as
  /// it does if a context becomes its own ancestor.
  open var parent: NSManagedObjectContext? {
    get { ownParent }
    set {
      for above in sequence(first: newValue, next: { $0?.ownParent }).prefix(while: { $0 != nil }) {
        precondition(above !== self, "a context can't be a parent of its own parent")
      }
      if newValue !== ownParent { beginAnew("parent") }
      ownParent = newValue
    }
  }
  /// Values of your own, by key.
  public let userInfo = NSMutableDictionary()
  private var ownCoordinator: NSPersistentStoreCoordinator?
  private var ownParent: NSManagedObjectContext?
  private(set) var made: ModelContext?
  /// The coordinator's generation of stores when `made` was created.
  private var storesGeneration = 0
  /// The changes since the last notification, or nil before the first observer.
  var changes: ContextChanges?
  private let ownQueue: ContextQueue
  private var settings = Settings()

  private struct Settings {
    var name: String?
    var author: String?
    var mergePolicy = MergePolicy.error
    var undoManager: UndoManager?
  }
  private var subscription: ChangeFeed.Subscription?
  private var followers: [WeakFollower] = []
  /// Placeholders for missing objects, by identifier. The same one is returned as long as it is
  /// retained.
  var absentees: [PersistentIdentifier: WeakAbsentee] = [:]
  /// The validation errors of objects in the current save.
  var refusals: [ValidationError] = []
  /// Other errors that objects' own validation methods have thrown in the current save.
  var ownErrors: [PersistentIdentifier: any Error] = [:]
  /// True if objects in memory remain while nothing else uses them.
  package var retainsObjects = false {
    didSet { retained = retainsObjects ? registeredObjects : [] }
  }
  private var retained: Set<NSManagedObject> = []

  /// Retains objects that were just read, if the context retains its objects.
  func retain(_ objects: [NSManagedObject]) {
    if retainsObjects { retained.formUnion(objects) }
  }

  /// The object that resolves conflicts instead of the merge policy, or nil.
  package var resolver: (any ConflictResolver)?
  /// The errors of calls that couldn't throw them. The next save throws the first.
  private var mistakes: [any Error] = []

  /// Creates a context. Set its coordinator or parent before you use it.
  public init(concurrencyType: ConcurrencyType) {
    self.concurrencyType = concurrencyType
    ownQueue = ContextQueue(concurrencyType)
  }

  /// Creates a context. Set its coordinator or parent before you use it.
  public convenience init(_ concurrencyType: ConcurrencyType) {
    self.init(concurrencyType: concurrencyType)
  }

  // MARK: The context itself

  /// The context whose queue runs the caller, or nil.
  package static var current: NSManagedObjectContext? { ContextQueue.context }

  /// The underlying `ModelContext`, created at the first call.
  ///
  /// - Throws: ``ManagedObjectError/noStore``. ``ManagedObjectError/storesChanged`` if stores were
  ///   added or removed while the context has objects. Errors of reading the parent's changes.
  public func modelContext() throws -> ModelContext {
    defer { followIfAskedFor() }
    let parentContext = try parent?.modelContext()
    if let made {
      if let parentContext {
        if made.parent === parentContext { return made }
      } else if storesGeneration == persistentStoreCoordinator?.generation {
        return made
      }
      guard !made.hasChanges, !made.hasRegisteredModels else {
        throw ManagedObjectError.storesChanged
      }
      forgetMade()
    }
    let context: ModelContext
    if let parentContext {
      context = try ModelContext(parent: parentContext)
    } else {
      guard let coordinator = persistentStoreCoordinator else { throw ManagedObjectError.noStore }
      storesGeneration = coordinator.generation
      context = ModelContext(try coordinator.container())
    }
    context.owner = self
    context.name = settings.name
    context.author = settings.author
    made = context
    mergePolicy = settings.mergePolicy
    context.undoManager = settings.undoManager
    if automaticallyMergesChangesFromParent { followChanges() }
    if changes != nil { changes = ContextChanges(context) }
    return context
  }

  /// Releases the underlying context, which mustn't have objects or changes.
  private func beginAnew(_ property: String) {
    guard let made else { return }
    precondition(
      !made.hasChanges && !made.hasRegisteredModels,
      "\(property) was set while the context has objects; set it before the context is used, or after reset()"
    )
    forgetMade()
  }

  private func forgetMade() {
    made = nil
    subscription = nil
  }

  /// Throws if a store with pending changes was removed from the coordinator.
  private func checkStores(of made: ModelContext) throws {
    guard parent == nil, let coordinator = persistentStoreCoordinator,
      storesGeneration != coordinator.generation
    else { return }
    let open = Set(coordinator.persistentStores.map(\.identifier))
    guard made.graphs.allSatisfy({ open.contains($0.store.identifier.uuidString) }) else {
      throw ManagedObjectError.storesChanged
    }
  }

  var objectModel: ObjectModel {
    get throws(ManagedObjectError) {
      guard let coordinator = persistentStoreCoordinator else { throw .noStore }
      return coordinator.objectModel
    }
  }

  /// The context's name, which the history records with each save.
  open var name: String? {
    get { made?.name ?? settings.name }
    set {
      settings.name = newValue
      made?.name = newValue
    }
  }

  /// The author that the history records with each save, or nil.
  open var transactionAuthor: String? {
    get { made?.author ?? settings.author }
    set {
      settings.author = newValue
      made?.author = newValue
    }
  }

  /// The policy for properties that both this context and another one have changed. The default
  /// throws an error.
  @_disfavoredOverload
  package var mergePolicy: MergePolicy {
    get { made?.mergePolicy ?? settings.mergePolicy }
    set {
      settings.mergePolicy = newValue
      made?.mergePolicy = newValue
      // As in Core Data, the merge policy decides about conflicting unique values, too.
      made?.uniqueConflictPolicy =
        switch newValue {
        case .error: .error
        case .mergeByPropertyObjectTrump, .overwrite: .upsert
        case .mergeByPropertyStoreTrump, .rollback: .ignore
        }
    }
  }

  /// Sets the merge policy, and that of unique values with it.
  package func setMergePolicy(_ policy: MergePolicy) { mergePolicy = policy }

  /// The manager that records changes for undo, or nil to record none.
  open var undoManager: UndoManager? {
    get { made?.undoManager ?? settings.undoManager }
    set {
      settings.undoManager = newValue
      made?.undoManager = newValue
      guard newValue != nil, made == nil else { return }
      do {
        // The manager needs the context for what the program asks of it before the first object.
        _ = try modelContext()
      } catch {
        // Without a store there is nothing to undo. The manager gets the context with the store.
      }
    }
  }

  /// True to merge other contexts' saves as soon as the context's queue is free. Otherwise the next
  /// read merges them.
  open var automaticallyMergesChangesFromParent = false {
    didSet {
      guard automaticallyMergesChangesFromParent else { return subscription = nil }
      do {
        // The context follows from now on, also if it has read nothing yet. That follows by itself.
        if made == nil { _ = try modelContext() }
        followChanges()
      } catch {
        // Without a store there is nothing to follow. The context follows from its first use.
      }
    }
  }

  private func followChanges() {
    guard subscription == nil, let made else { return }
    subscription = made.container.changes.subscribe { [weak self] _ in
      self?.perform { [weak self] in self?.mergeOrReport() }
    }
  }

  private func mergeOrReport() {
    do {
      try mergeChanges()
    } catch {
      // Not thrown here: the next read merges again, and throws if it fails.
      report(error)
    }
  }

  /// Reports an error that can't be thrown to the context's error handler.
  func report(_ error: any Error) { made?.report(error) }

  /// Records an error where nothing can be thrown. The context's error handler gets it at once, and
  /// the next save throws it and writes nothing.
  package func record(_ error: any Error) {
    mistakes.append(error)
    report(error)
  }

  /// Throws the first error that a call before this save couldn't throw, and forgets them all.
  private func throwMistakes() throws {
    if let error = persistentStoreCoordinator?.takeMistake() { throw error }
    guard let first = mistakes.first else { return }
    mistakes = []
    throw first
  }

  /// Notifies observers of the changes since the last call, and posts
  /// `didChangeObjectsNotification`.
  ///
  /// `perform(_:)` calls it after its body, and a save before it begins.
  open func processPendingChanges() {
    made?.processPendingChanges()
    if retainsObjects { retained = registeredObjects }
    postChanges()
    notifyFollowers()
  }

  /// Notifies the followers. O(followers) if nothing has changed.
  private func notifyFollowers() {
    followers.removeAll { $0.follower == nil }
    for one in followers { one.follower?.contextDidProcessChanges() }
  }

  /// Adds a follower, without retaining it.
  func follow(_ follower: any PendingChangesObserver) {
    followers.removeAll { $0.follower == nil }
    followers.append(WeakFollower(follower: follower))
  }

  /// The number of followers in the list, including those already deallocated.
  package var followerCount: Int { followers.count }

  // MARK: Queues

  private var queue: ContextQueue { parent?.queue ?? ownQueue }

  /// Runs a body on the context's queue and waits for it. A nested call runs its body at once.
  public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.sync { try ContextQueue.with(self, body) }
  }

  /// Runs a body on the context's queue and waits for it. A nested call runs its body at once.
  open func performAndWait(_ body: () -> Void) {
    queue.sync { ContextQueue.with(self, body) }
  }

  /// Runs a body and then ``processPendingChanges()`` on the context's queue, without waiting for
  /// them.
  open func perform(_ body: @escaping @Sendable () -> Void) {
    queue.async {
      ContextQueue.with(self, body)
      self.processPendingChanges()
    }
  }

  /// Runs a body and then ``processPendingChanges()`` on the context's queue, and returns the
  /// body's result.
  @_disfavoredOverload
  package func perform<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        let result = Swift.Result { try ContextQueue.with(self, body) }
        self.processPendingChanges()
        continuation.resume(with: result)
      }
    }
  }

  // MARK: Changes

  /// True if the context has pending changes, or an error that its next save throws.
  open var hasChanges: Bool { made?.hasChanges ?? false || !mistakes.isEmpty }
  /// The new objects that the next save inserts.
  open var insertedObjects: Set<NSManagedObject> { objects(made?.insertedModelsArray) }
  /// The changed objects that the next save updates.
  open var updatedObjects: Set<NSManagedObject> { objects(made?.changedModelsArray) }
  /// The objects that the next save deletes.
  open var deletedObjects: Set<NSManagedObject> { objects(made?.deletedModelsArray) }

  private func objects(_ models: [any PersistentModel]?) -> Set<NSManagedObject> {
    Set((models ?? []).compactMap { $0 as? NSManagedObject })
  }

  /// Inserts a new object into the context, with all objects that it is related to.
  ///
  /// - Throws: ``ManagedObjectError/otherModel(entity:)`` for an object of another model,
  ///   ``ManagedObjectError/otherContext(_:)`` for one of another context,
  ///   ``ManagedObjectError/noStore``.
  @_disfavoredOverload
  package func insert(_ object: NSManagedObject) throws(ManagedObjectError) {
    if let error = object.absence?.error { throw error }
    let model = try objectModel
    guard model.entities[object.managedEntity.name] === object.managedEntity else {
      throw .otherModel(entity: object.managedEntity.name)
    }
    let context = try working()
    let name = object.managedEntity.name
    guard context.graph(named: name).index(named: name) != nil else {
      throw .noStoreKeeps(entity: name)
    }
    if let other = object.modelContext, other !== context {
      throw .otherContext(object.persistentModelID)
    }
    context.insert(object)
  }

  /// Marks an object for deletion by the next save, and applies the delete rules of its
  /// relationships.
  ///
  /// An object of another context isn't deleted, and the next save throws an error.
  open func delete(_ object: NSManagedObject) {
    if let absence = object.absence, absence.error != nil { return absence.record("self") }
    guard let made, object.modelContext === made || object.modelContext == nil else {
      refuseDelete(of: object)
      return
    }
    made.delete(object)
  }

  private func refuseDelete(of object: NSManagedObject) {
    let error = ManagedObjectError.otherContext(object.persistentModelID)
    do {
      try modelContext().recordMistake(of: object, property: "self", reason: "\(error)")
    } catch {
      // Without a store there is no object to delete, and no save that could throw.
    }
  }

  /// All objects in memory. O(number of objects).
  open var registeredObjects: Set<NSManagedObject> {
    Set((made?.registeredModels ?? []).compactMap { $0 as? NSManagedObject })
  }

  /// Gives new objects permanent identifiers.
  ///
  /// You rarely need this: an object has the identifier that it keeps from the moment it is inserted,
  /// unless the store couldn't assign one. A save does the same.
  ///
  /// - Throws: ``ManagedObjectError/otherContext(_:)`` for an object of another context.
  ///   `StorageError` if the store can't assign identifiers.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    guard !objects.isEmpty else { return }
    let context = try modelContext()
    for object in objects where object.modelContext !== context {
      throw object.absence?.error ?? ManagedObjectError.otherContext(object.objectID)
    }
    for graph in context.graphs { try graph.replaceProvisionalKeys() }
    for object in objects { object.hasPermanentID = true }
  }

  /// Saves all changes in one transaction, or hands them on to the parent context.
  ///
  /// If it throws, all changes are still pending.
  ///
  /// - Throws: `ValidationError` if the model's rules reject an object. `StackError` or
  ///   `StorageError`. The first error that a call since the last save couldn't throw, such as
  ///   ``ManagedObjectError`` of a key that the entity doesn't have.
  open func save() throws {
    try throwing { try saveChanges() }
  }

  /// Runs a body, and throws its error in the form of ``_ContextError``.
  func throwing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as any _ContextError {
      throw error._inContext(self)
    }
  }

  private func saveChanges() throws {
    try throwMistakes()
    guard let made else { return }
    if made.hasChanges {
      try persistentStoreCoordinator?.checkWritable(made)
      try checkStores(of: made)
      postChanges()
      notifyFollowers()
    }
    (refusals, ownErrors) = ([], [:])
    defer { (refusals, ownErrors) = ([], [:]) }
    do {
      if let resolver {
        try save(made, with: resolver)
      } else {
        try made.save()
      }
    } catch let error as StackError {
      if case .invalid(let object, _, _) = error, let own = ownErrors[object] { throw own }
      throw error.asValidation(of: refusals) ?? error
    }
    // The save may have changed objects itself: `willSave()` sets values, and the save merged other
    // contexts' saves.
    notifyFollowers()
    // The parent has the changes now, still unsaved.
    parent?.processPendingChanges()
  }

  /// Discards all unsaved changes.
  open func rollback() {
    mistakes = []
    made?.rollback()
    processPendingChanges()
  }

  /// Discards all unsaved changes and detaches all objects from the context.
  open func reset() {
    mistakes = []
    made?.reset()
    absentees = [:]
    postReset()
  }

  /// Merges other contexts' saves into the objects in memory. Each read does so by itself.
  ///
  /// - Throws: `StorageError` if a store can't be read.
  @_disfavoredOverload
  public func mergeChanges() throws {
    followIfAskedFor()
    try made?.mergeChanges()
  }

  /// Refreshes an object from its row.
  ///
  /// - Parameter mergeChanges: True to preserve the object's unsaved changes, false to discard
  ///   them.
  /// - Throws: `StorageError` if the store can't be read.
  @_disfavoredOverload
  package func refresh(_ object: NSManagedObject, mergeChanges: Bool) throws {
    if let error = object.absence?.error { throw error }
    followIfAskedFor()
    try made?.refresh(object, mergeChanges: mergeChanges)
  }

  /// Refreshes all objects in memory from their rows. Unsaved changes are preserved.
  ///
  /// - Throws: `StorageError` if a store can't be read.
  @_disfavoredOverload
  package func refreshAllObjects() throws {
    followIfAskedFor()
    try made?.refreshAll()
  }

  /// Undoes the last group of changes. Does nothing without an undo manager.
  ///
  /// - Throws: as the manager's.
  @_disfavoredOverload
  package func undo() throws { try undoManager?.undo() }

  /// Redoes the group of changes that was undone last. Does nothing without an undo manager.
  ///
  /// - Throws: as the manager's.
  @_disfavoredOverload
  package func redo() throws { try undoManager?.redo() }

  func working() throws(ManagedObjectError) -> ModelContext {
    do {
      return try modelContext()
    } catch let error as ManagedObjectError {
      throw error
    } catch {
      throw .unsupported("the context can't be used: \(error)")
    }
  }
}

/// An error that has another form for its context's callers: in Core Data's words it is an object.
public protocol _ContextError: Error {
  /// The error to throw instead.
  ///
  /// - Parameter context: The context that throws it, or nil for a coordinator.
  func _inContext(_ context: NSManagedObjectContext?) -> any Error
}

extension NSManagedObjectContext: Hashable {
  /// True if both are the same context.
  public static func == (lhs: NSManagedObjectContext, rhs: NSManagedObjectContext) -> Bool {
    lhs === rhs
  }

  /// Hashes the context's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
