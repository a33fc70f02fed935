internal import Foundation
import StrataModel
import StrataObservation
public import StrataStack
import StrataStorage
public import StrataEditing

// Whoever has a context may send it anywhere, since all that it does is done on its queue by those who keep to
// the rule below, which is Core Data's.
/// A place to work with the objects of a described model: it fetches them, notes what changes, and saves all
/// of it at once, from its own queue.
///
/// It is a ``StrataStack/ModelContext`` by Core Data's words, with a queue that it is used on: inside
/// ``performAndWait(_:)`` or `perform(_:)`, or, for a context of the main queue, on the main thread.
public final class ManagedObjectContext: @unchecked Sendable {
  /// Which queue a context is used on.
  public enum ConcurrencyType: Sendable, Hashable {
    /// One of its own.
    case privateQueue
    /// The program's main queue.
    case mainQueue
  }

  /// Which queue the context is used on.
  public let concurrencyType: ConcurrencyType
  /// The stores and the model; nil before they are set. They are another's only while the context has no
  /// objects: to change them under objects is a mistake of the program.
  public var persistentStoreCoordinator: PersistentStoreCoordinator? {
    get { parent?.persistentStoreCoordinator ?? ownCoordinator }
    set {
      if newValue !== ownCoordinator { beginAnew("persistentStoreCoordinator") }
      ownCoordinator = newValue
    }
  }
  /// The context that saves go to, whose queue the context is used on; nil where they go to the stores. It is
  /// another one only while the context has no objects, and never the context itself or one whose parents lead
  /// to it: both are mistakes of the program.
  public var parent: ManagedObjectContext? {
    get { ownParent }
    set {
      for above in sequence(first: newValue, next: { $0?.ownParent }).prefix(while: { $0 != nil }) {
        precondition(above !== self, "a context can't be a parent of its own parent")
      }
      if newValue !== ownParent { beginAnew("parent") }
      ownParent = newValue
    }
  }
  /// What the developer noted, by key.
  public var userInfo: [String: Any] = [:]
  private var ownCoordinator: PersistentStoreCoordinator?
  private var ownParent: ManagedObjectContext?
  private(set) var made: ModelContext?
  /// Which of the coordinator's stores the context was made with.
  private var storesGeneration = 0
  /// What has changed since somebody was last told; nil until somebody wants to know.
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
  /// Objects that were asked for and aren't there, which are the same as long as somebody has them.
  var absentees: [PersistentIdentifier: WeakAbsentee] = [:]
  /// What objects have said against the save at hand.
  var refusals: [ValidationError] = []

  /// A context that has still to be given a coordinator or a parent.
  public init(_ concurrencyType: ConcurrencyType) {
    self.concurrencyType = concurrencyType
    ownQueue = ContextQueue(concurrencyType)
  }

  // MARK: The context itself

  /// The same context by SwiftData's words; made when it is first asked for.
  ///
  /// - Throws: ``ManagedObjectError/noStore``; ``ManagedObjectError/storesChanged`` where stores were added
  ///   or removed since, and the context has objects; what a parent's changes throw.
  public func modelContext() throws -> ModelContext {
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

  /// Lets go of the context that was made, where nobody would miss it.
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

  /// Whether stores that what waits belongs to aren't the coordinator's any more.
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

  /// The context's name, which its saves carry in the history.
  public var name: String? {
    get { made?.name ?? settings.name }
    set {
      settings.name = newValue
      made?.name = newValue
    }
  }

  /// Who writes; nil for nobody in particular.
  public var transactionAuthor: String? {
    get { made?.author ?? settings.author }
    set {
      settings.author = newValue
      made?.author = newValue
    }
  }

  /// What a save does where others have saved changes of what was changed here: an error, unless something
  /// else is set.
  public var mergePolicy: MergePolicy {
    get { made?.mergePolicy ?? settings.mergePolicy }
    set {
      settings.mergePolicy = newValue
      made?.mergePolicy = newValue
      // As in Core Data unique values that another object has are a conflict like others.
      made?.uniqueConflictPolicy =
        switch newValue {
        case .error: .error
        case .mergeByPropertyObjectTrump, .overwrite: .upsert
        case .mergeByPropertyStoreTrump, .rollback: .ignore
        }
    }
  }

  /// Who keeps what changes, to undo it; nil for nobody.
  public var undoManager: UndoManager? {
    get { made?.undoManager ?? settings.undoManager }
    set {
      settings.undoManager = newValue
      made?.undoManager = newValue
    }
  }

  /// Whether what others save comes into the objects in memory as soon as the context's queue is free. In
  /// any case it comes with the next read.
  public var automaticallyMergesChangesFromParent = false {
    didSet {
      if automaticallyMergesChangesFromParent { followChanges() } else { subscription = nil }
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
      // The next read tries again, and throws.
      report(error)
    }
  }

  /// Tells whoever hears of errors that nobody could be told by throwing.
  func report(_ error: any Error) { made?.report(error) }

  /// Has those who follow the context look at what has changed and isn't saved yet, and posts
  /// ``didChangeObjectsNotification`` where anything has. What is run by `perform(_:)` ends with it, and a save
  /// begins with it.
  public func processPendingChanges() {
    made?.processPendingChanges()
    postChanges()
    notifyFollowers()
  }

  /// Lets the followers look at what has changed. O(followers) where nothing has.
  private func notifyFollowers() {
    followers.removeAll { $0.follower == nil }
    for one in followers { one.follower?.contextDidProcessChanges() }
  }

  /// Has somebody look whenever pending changes are processed, for as long as it lives.
  func follow(_ follower: any ContextFollower) {
    followers.removeAll { $0.follower == nil }
    followers.append(WeakFollower(follower: follower))
  }

  /// How many are kept who look, gone or not.
  package var followerCount: Int { followers.count }

  // MARK: Queues

  private var queue: ContextQueue { parent?.queue ?? ownQueue }

  /// Runs a body on the context's queue, and waits for it. Inside another one it is run at once.
  public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.sync(body)
  }

  /// Runs a body on the context's queue when that is free, and then ``processPendingChanges()``.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    queue.async {
      body()
      self.processPendingChanges()
    }
  }

  /// Runs a body on the context's queue and then ``processPendingChanges()``, and gives what the body gives.
  public func perform<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        let result = Swift.Result { try body() }
        self.processPendingChanges()
        continuation.resume(with: result)
      }
    }
  }

  // MARK: Changes

  /// Whether anything waits to be saved.
  public var hasChanges: Bool { made?.hasChanges ?? false }
  /// The new objects that wait to be saved.
  public var insertedObjects: Set<ManagedObject> { objects(made?.insertedModelsArray) }
  /// The changed objects that wait to be saved.
  public var updatedObjects: Set<ManagedObject> { objects(made?.changedModelsArray) }
  /// The objects that wait to be deleted.
  public var deletedObjects: Set<ManagedObject> { objects(made?.deletedModelsArray) }

  private func objects(_ models: [any PersistentModel]?) -> Set<ManagedObject> {
    Set((models ?? []).compactMap { $0 as? ManagedObject })
  }

  /// Puts a new object into the context, with all objects that it is related to.
  ///
  /// - Throws: ``ManagedObjectError/otherModel(entity:)`` for an object of another model,
  ///   ``ManagedObjectError/otherContext(_:)`` for one of another context,
  ///   ``ManagedObjectError/noStore``.
  public func insert(_ object: ManagedObject) throws(ManagedObjectError) {
    let model = try objectModel
    guard model.entities[object.managedEntity.name] === object.managedEntity else {
      throw .otherModel(entity: object.managedEntity.name)
    }
    if let error = object.absence?.error { throw error }
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

  /// Marks an object to be deleted by the next save, and applies the delete rules of its relationships. To
  /// delete an object of another context comes to nothing, which the next save throws.
  public func delete(_ object: ManagedObject) {
    if let absence = object.absence, absence.error != nil { return absence.record("self") }
    guard let made, object.modelContext === made || object.modelContext == nil else {
      refuseDelete(of: object)
      return
    }
    made.delete(object)
  }

  private func refuseDelete(of object: ManagedObject) {
    let error = ManagedObjectError.otherContext(object.persistentModelID)
    do {
      try modelContext().recordMistake(of: object, property: "self", reason: "\(error)")
    } catch {
      // Without a store there is nothing that could be deleted, and no save.
    }
  }

  /// Saves all changes in one transaction; to the parent where there is one.
  ///
  /// - Throws: ``ValidationError`` where the model doesn't allow what would be saved; `StackError` or
  ///   `StorageError`. Everything is still pending then.
  public func save() throws {
    guard let made else { return }
    if made.hasChanges {
      try persistentStoreCoordinator?.checkWritable(made)
      try checkStores(of: made)
      postChanges()
      notifyFollowers()
    }
    refusals = []
    defer { refusals = [] }
    do {
      try made.save()
    } catch let error as StackError {
      throw error.asValidation(of: refusals) ?? error
    }
    // The save may have changed objects itself: `willSave()` sets values, and others' saves were merged.
    notifyFollowers()
    // What was handed on are changes of the parent now.
    parent?.processPendingChanges()
  }

  /// Drops all changes.
  public func rollback() {
    made?.rollback()
    processPendingChanges()
  }

  /// Drops all changes and lets all objects go.
  public func reset() {
    made?.reset()
    absentees = [:]
    postReset()
  }

  /// Brings the objects in memory up to date with what others have saved. Whatever reads does so by itself.
  ///
  /// - Throws: `StorageError` where a store can't be read.
  public func mergeChanges() throws { try made?.mergeChanges() }

  /// Gives an object the values that the store has now.
  ///
  /// - Parameter mergeChanges: Whether the object's unsaved changes stay on top; else they are dropped.
  /// - Throws: `StorageError` where the store can't be read.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) throws {
    if let error = object.absence?.error { throw error }
    try made?.refresh(object, mergeChanges: mergeChanges)
  }

  /// Gives all objects in memory the values that the stores have now, with unsaved changes on top.
  ///
  /// - Throws: `StorageError` where a store can't be read.
  public func refreshAllObjects() throws { try made?.refreshAll() }

  /// Takes back what changed since the last group, where there is an undo manager.
  ///
  /// - Throws: as the manager's.
  public func undo() throws { try undoManager?.undo() }

  /// Does again what was taken back last, where there is an undo manager.
  ///
  /// - Throws: as the manager's.
  public func redo() throws { try undoManager?.redo() }

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
