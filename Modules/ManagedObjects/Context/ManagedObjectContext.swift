internal import Foundation
import StrataModel
import StrataObservation
public import StrataStack
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
  /// The stores and the model; nil before they are set.
  public var persistentStoreCoordinator: PersistentStoreCoordinator? {
    get { parent?.persistentStoreCoordinator ?? ownCoordinator }
    set { ownCoordinator = newValue }
  }
  /// The context that saves go to, whose queue the context is used on; nil where they go to the stores. Set
  /// before the context is used.
  public var parent: ManagedObjectContext?
  /// What the developer noted, by key.
  public var userInfo: [String: Any] = [:]
  private var ownCoordinator: PersistentStoreCoordinator?
  private var made: ModelContext?
  private let ownQueue: ContextQueue
  private var settings = Settings()

  private struct Settings {
    var name: String?
    var author: String?
    var mergePolicy = MergePolicy.error
    var undoManager: UndoManager?
  }
  private var subscription: ChangeFeed.Subscription?
  private var followers: [() -> Void] = []
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
  /// - Throws: ``ManagedObjectError/noStore``; what a parent's changes throw.
  public func modelContext() throws -> ModelContext {
    if let made { return made }
    let context: ModelContext
    if let parent {
      context = try ModelContext(parent: parent.modelContext())
    } else {
      guard let coordinator = persistentStoreCoordinator else { throw ManagedObjectError.noStore }
      context = ModelContext(try coordinator.container())
    }
    context.owner = self
    context.name = settings.name
    context.author = settings.author
    made = context
    mergePolicy = settings.mergePolicy
    context.undoManager = settings.undoManager
    if automaticallyMergesChangesFromParent { followChanges() }
    return context
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

  /// Has those who follow the context look at what has changed and isn't saved yet.
  public func processPendingChanges() {
    made?.processPendingChanges()
    for follower in followers { follower() }
  }

  /// Has somebody look whenever pending changes are processed.
  func follow(_ body: @escaping () -> Void) { followers.append(body) }

  // MARK: Queues

  private var queue: ContextQueue { parent?.queue ?? ownQueue }

  /// Runs a body on the context's queue, and waits for it. Inside another one it is run at once.
  public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.sync(body)
  }

  /// Runs a body on the context's queue when that is free.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    queue.async(body)
  }

  /// Runs a body on the context's queue, and gives what it gives.
  public func perform<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
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
    let context = try working()
    if let other = object.modelContext, other !== context {
      throw .otherContext(object.persistentModelID)
    }
    let one: any PersistentModel = object
    context.insert(one)
  }

  /// Marks an object to be deleted by the next save, and applies the delete rules of its relationships. To
  /// delete an object of another context comes to nothing, which the next save throws.
  public func delete(_ object: ManagedObject) {
    guard let made, object.modelContext === made || object.modelContext == nil else {
      refuseDelete(of: object)
      return
    }
    let model: any PersistentModel = object
    made.delete(model)
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
    if let coordinator = persistentStoreCoordinator, made.hasChanges {
      try coordinator.checkWritable()
    }
    refusals = []
    defer { refusals = [] }
    do {
      try made.save()
    } catch let error as StackError {
      throw error.asValidation(of: refusals) ?? error
    }
  }

  /// Drops all changes.
  public func rollback() { made?.rollback() }

  /// Drops all changes and lets all objects go.
  public func reset() { made?.reset() }

  /// Brings the objects in memory up to date with what others have saved. Whatever reads does so by itself.
  ///
  /// - Throws: `StorageError` where a store can't be read.
  public func mergeChanges() throws { try made?.mergeChanges() }

  /// Gives an object the values that the store has now.
  ///
  /// - Parameter mergeChanges: Whether the object's unsaved changes stay on top; else they are dropped.
  /// - Throws: `StorageError` where the store can't be read.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) throws {
    let model: any PersistentModel = object
    try made?.refresh(model, mergeChanges: mergeChanges)
  }

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
