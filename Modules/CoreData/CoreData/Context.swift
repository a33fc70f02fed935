#if !canImport(ObjectiveC)
public import Foundation
import StrataContexts
public import StrataEditing
public import StrataManagedObjects
public import StrataModel

extension NSManagedObjectContext.ConcurrencyType {
  /// No queue: on Apple's platforms the thread that made the context used it alone. Here the context has a private
  /// queue, which nobody has to use.
  @available(*, deprecated, message: "use privateQueueConcurrencyType, and call perform(_:)")
  public static var confinementConcurrencyType: Self { .privateQueueConcurrencyType }
}

extension NSManagedObjectContext {
  /// Creates a context with a private queue. Set its coordinator or parent before you use it.
  public convenience init() { self.init(concurrencyType: .privateQueueConcurrencyType) }

  /// Inserts a new object into the context, with all objects that it is related to.
  ///
  /// If it can't be inserted, the next save throws the error.
  public func insert(_ object: NSManagedObject) {
    recording { try self.StrataManagedObjects::insert(object) }
  }

  /// Refreshes an object from its row.
  ///
  /// - Parameter mergeChanges: True to preserve the object's unsaved changes, false to discard
  ///   them.
  public func refresh(_ object: NSManagedObject, mergeChanges: Bool) {
    recording { try self.StrataManagedObjects::refresh(object, mergeChanges: mergeChanges) }
  }

  /// Refreshes all objects in memory from their rows. Unsaved changes are preserved.
  public func refreshAllObjects() {
    recording { try self.StrataManagedObjects::refreshAllObjects() }
  }

  /// Merges the saves of other contexts and processes into the objects in memory.
  ///
  /// It merges all saves in the stores' histories, not only the one that the notification
  /// describes.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    recording { try self.StrataManagedObjects::mergeChanges(fromContextDidSave: notification) }
  }

  /// Merges saves, such as those of batch requests, into several contexts, each on its own queue.
  ///
  /// - Parameter changes: Ignored: the stores' histories have all the changes.
  public static func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      context.performAndWait {
        context.recording {
          try Self.StrataManagedObjects::mergeChanges(
            fromRemoteContextSave: changes, into: [context])
        }
      }
    }
  }

  /// Returns the object with an identifier if it is in memory, else nil.
  public func registeredObject(for identifier: PersistentIdentifier) -> NSManagedObject? {
    recording { try self.StrataManagedObjects::registeredObject(for: identifier) } ?? nil
  }

  /// Checks that a new object will be saved to a store. An entity has only one store, so there is
  /// no choice, and the next save throws the error for any other store.
  public func assign(_ object: Any, to store: NSPersistentStore) {
    recording {
      guard let object = object as? NSManagedObject else {
        throw ManagedObjectError.unsupported("\(type(of: object)) is no managed object")
      }
      try self.StrataManagedObjects::assign(object, to: store)
    }
  }

  /// Undoes the last group of changes. Does nothing without an undo manager.
  public func undo() { undoManager?.undo() }

  /// Redoes the group of changes that was undone last. Does nothing without an undo manager.
  public func redo() { undoManager?.redo() }

  /// True if objects in memory remain while nothing else uses them.
  ///
  /// Set it to true to find merged objects among the registered ones.
  public var retainsRegisteredObjects: Bool {
    get { retainsObjects }
    set { retainsObjects = newValue }
  }

  /// When a block runs that you await.
  public enum ScheduledTaskType: Sendable, Hashable {
    /// As soon as the queue is free. It is always so here, also on the queue itself.
    case immediate
    /// After the blocks that wait for the queue already.
    case enqueued
  }

  /// Runs a block and then `processPendingChanges()` on the context's queue, and returns the block's
  /// result.
  ///
  /// - Parameter schedule: Makes no difference: blocks run in the order in which they are handed over.
  /// - Throws: The block's error.
  public func perform<Result: Sendable, Failure: Error>(
    schedule: ScheduledTaskType = .immediate,
    _ block: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = await withCheckedContinuation { continuation in
      self.perform {
        let result = Swift.Result(catching: block)
        self.processPendingChanges()
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Does nothing: there is one generation of a store's rows, the newest that the context has read.
  public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {}

  /// The generation of the rows that the context shows. Always nil: it is the newest.
  public var queryGenerationToken: NSQueryGenerationToken? { nil }

  /// The age in seconds at which values in memory are read again. Ignored: a context always shows
  /// what it has read.
  public var stalenessInterval: TimeInterval {
    get { 0 }
    set {}
  }

  /// True if objects that were deleted elsewhere leave the context with their last values, which they
  /// always do.
  public var shouldDeleteInaccessibleFaults: Bool {
    get { true }
    set {}
  }

  /// True if a deletion's rules are applied at once, which they always are.
  public var propagatesDeletesAtEndOfEvent: Bool {
    get { false }
    set {}
  }

  /// Makes the next fetch see an object's changes, which it always does.
  public func detectConflicts(for object: NSManagedObject) {}

  /// Runs a body, and records its error for the next save.
  @discardableResult
  func recording<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      record(error)
      return nil
    }
  }
}

/// A generation of a store's rows. A context always shows the newest.
public final class NSQueryGenerationToken: Sendable {
  /// The newest generation.
  public static let current = NSQueryGenerationToken()
}

extension UndoManager {
  /// Undoes the last group of changes. If it can't be undone, the context's next save throws the
  /// error.
  public func undo() { performReporting(.undo) }

  /// Redoes the group of changes that was undone last. If it can't be redone, the context's next save
  /// throws the error.
  public func redo() { performReporting(.redo) }

  /// Begins a group. If a pending change can't be part of it, the context's next save throws the error.
  public func beginUndoGrouping() { performReporting(.beginGrouping) }

  /// Ends a group. If it can't be ended, the context's next save throws the error.
  public func endUndoGrouping() { performReporting(.endGrouping) }

  /// Stops recording changes, until you have called ``enableUndoRegistration()`` as often as this.
  public func disableUndoRegistration() { performReporting(.disableRegistration) }

  /// Resumes recording changes.
  public func enableUndoRegistration() { performReporting(.enableRegistration) }

  /// True if each save and each `processPendingChanges()` ends a group.
  public var groupsByEvent: Bool {
    get { groupsBySave }
    set { groupsBySave = newValue }
  }
}

extension PersistentIdentifier {
  /// Creates a temporary identifier of no object, which differs from all others.
  public init() {
    self.init(store: nil, entity: "", key: -Int64.random(in: 1...Int64.max))
  }

  /// The description of the object's entity. If the object's store isn't open, it is that of the model
  /// that was loaded last of those that have an entity with this name.
  public var entity: NSEntityDescription { OpenModels.entity(of: self) }

  /// True if another value is the same identifier.
  public func isEqual(_ object: Any?) -> Bool { object as? PersistentIdentifier == self }

  /// The identifier's hash.
  public var hash: Int { hashValue }

  /// The object's store, if a coordinator has it open.
  public var persistentStore: NSPersistentStore? {
    storeIdentifier.flatMap { OpenModels.store($0) }
  }
}
#endif
