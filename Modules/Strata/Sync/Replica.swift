public import Strata
@_spi(Query) import StrataContexts

/// A store that has what a server has, and its own changes that the server hasn't got yet.
///
/// ```swift
/// let replica = try Replica(container, transport: server)
/// try await replica.sync()
/// ```
///
/// Programs use the store as any other: they save while the server can't be reached, and see what others have saved after
/// the next ``sync()``. Use one replica for a store at a time.
public actor Replica {
  nonisolated let container: ModelContainer
  nonisolated let transport: any SyncTransport
  nonisolated let schema: SyncedSchema
  nonisolated let name: String?
  private var running: Task<SyncResult, any Error>?

  /// The maximum number of objects in a push, unless one save has more.
  static let pushLimit = 5000

  /// Makes a container's store a replica. Nothing is written before the first ``sync()``.
  ///
  /// - Parameters:
  ///   - container: The container. Its schema has `Schema.syncModels`.
  ///   - transport: The way to the server.
  ///   - name: A name of the replica for people, such as the machine's.
  /// - Throws: ``SyncError/missingModels``.
  public init(
    _ container: ModelContainer, transport: any SyncTransport, name: String? = nil
  ) throws(SyncError) {
    self.container = container
    self.transport = transport
    self.name = name
    schema = try SyncedSchema(container.schema)
  }

  nonisolated var identities: SyncIdentities {
    SyncIdentities(container: container, schema: schema)
  }

  /// Pushes what the server hasn't got, and pulls what others have saved.
  ///
  /// A call during another one waits for it and returns its result. After an error all is as it was, and the next call goes
  /// on. A push that the server refuses isn't an error: see ``SyncStatus/refusal``.
  ///
  /// - Throws: ``SyncError``, and errors of the way and of the store.
  @discardableResult
  public func sync() async throws -> SyncResult {
    if let running { return try await running.value }
    let task = Task { try await ReplicaSync(self).run() }
    running = task
    defer { running = nil }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Syncs now, after each save of this store, and after each of the server's, until the task is cancelled or the container
  /// is closed.
  ///
  /// While the server can't be reached, it tries again after a second, then after twice that, up to a minute.
  ///
  /// - Parameter report: Called after each sync, with its result or its error.
  /// - Throws: ``SyncError`` where trying again is of no use: the store or the server was restored, is another one, or lacks
  ///   the classes of sync.
  public func run(
    report: @Sendable (Result<SyncResult, any Error>) -> Void = { _ in }
  ) async throws {
    let signals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // From before the first sync on, so that no save is missed in between.
    let updates = try container.historyUpdates()
    let own = Task {
      defer { signals.continuation.finish() }
      for try await entry in updates
      where entry.contextName != SyncHistory.contextName {
        signals.continuation.yield()
      }
    }
    defer { own.cancel() }
    var waiting: Task<Void, any Error>?
    defer { waiting?.cancel() }
    var pause = Duration.seconds(1)
    var iterator = signals.stream.makeAsyncIterator()
    while !Task.isCancelled {
      do {
        let result = try await sync()
        report(.success(result))
        pause = .seconds(1)
        waiting?.cancel()
        waiting = Task { [transport] in
          do {
            try await transport.wait(after: result.cursor)
          } catch {
            // The next sync meets the same, or the server can't tell when there is something.
            try await Task.sleep(for: .seconds(5))
          }
          signals.continuation.yield()
        }
      } catch let error where Self.isLasting(error) {
        report(.failure(error))
        throw error
      } catch is CancellationError {
        return
      } catch StorageError.closed {
        return
      } catch {
        report(.failure(error))
        // Ends early when it is cancelled, as the loop does then.
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, .seconds(60))
        continue
      }
      guard await iterator.next() != nil else {
        own.cancel()
        return try await own.value
      }
    }
  }

  /// True for an error that stays until somebody does something about it.
  private static func isLasting(_ error: any Error) -> Bool {
    switch error {
    case SyncError.missingModels, SyncError.unsupportedStore, SyncError.otherServer,
      SyncError.serverWasRestored, SyncError.replicaWasRestored, SyncError.unknownProperty:
      true
    default: false
    }
  }

  /// Makes the store a new replica, which pushes what the server lacks and reads everything anew.
  ///
  /// Call it after ``SyncError/serverWasRestored``, ``SyncError/replicaWasRestored`` and ``SyncError/otherServer(expected:found:)``.
  /// Objects keep their identifiers, so that none is there twice. Where values differ, those of the server stay, and the
  /// others are in conflict reports. What the server has deleted meanwhile comes back.
  public func startOver() async throws {
    try await retrying { [container, schema] in
      try await container.write(author: SyncHistory.author) { context in
        context.name = SyncHistory.contextName
        context.mergePolicy = .error
        for state in try context.fetch(FetchDescriptor<SyncedServer>()) { context.delete(state) }
        context.insert(SyncedServer(replica: UUID(), schemaName: schema.name))
      }
    }
  }

  /// The state of the sync: pending changes, refusals and conflicts. O(pending saves).
  public var status: SyncStatus {
    get async throws {
      try await container.read { [schema] context in
        context.removeScopes()
        let state = try context.fetch(FetchDescriptor<SyncedServer>()).first
        let pending = try PendingChanges(context, schema, of: try state?.snapshot)
        let own = state?.replica
        return SyncStatus(
          replica: state?.replica, server: state?.server, pendingCount: pending.changes.order.count,
          refusal: state?.refusal,
          conflictCount: try context.fetchCount(
            FetchDescriptor<SyncConflict>(predicate: #Predicate { $0.replica == own })),
          isComplete: state?.isComplete ?? false, syncDate: state?.syncDate)
      }
    }
  }

  /// Answers a conflict, and removes its report.
  ///
  /// - Parameters:
  ///   - conflict: The conflict's identifier, as from `conflict.typedObjectID`.
  ///   - resolution: Whether the value that lost is set again, as an edit of `author` that the next sync pushes.
  /// - Throws: ``SyncError/objectIsDeleted(entity:object:)`` for the value of an object that is gone. Errors of the save,
  ///   such as of a unique value that another object has. The report stays then.
  public func resolve(
    _ conflict: TypedObjectID<SyncConflict>, by resolution: SyncResolution,
    author: TransactionAuthor? = nil
  ) async throws {
    try await container.write(author: author) { [schema] context in
      context.removeScopes()
      let report = try context.existing(withID: conflict)
      if resolution == .mine { try Self.restore(report, SyncedObjects(context, schema)) }
      context.delete(report)
    }
  }

  private static func restore(_ report: SyncConflict, _ objects: SyncedObjects) throws {
    let lost = try report.lost.map(SyncValue.init(text:))
    let targets = (lost?.columns ?? []).compactMap { column -> UUID? in
      if case .text(let text) = column { UUID(uuidString: text) } else { nil }
    }
    try objects.resolve([report.object] + targets)
    let rows = ([report.object] + targets).compactMap { objects.row($0) }
    try objects.load(rows)
    try objects.name(rows)
    guard let object = objects.object(report.object), let one = objects.one(of: object) else {
      throw SyncError.objectIsDeleted(entity: report.entityName, object: report.object)
    }
    if report.kind == .notDeleted {
      objects.delete(object)
      return
    }
    guard let property = report.property, let lost else { return }
    if let attribute = one.attribute(property) {
      try objects.set(lost, attribute, of: object)
    } else if let link = one.link(property) {
      for target in targets where objects.object(target) == nil {
        throw SyncError.objectIsDeleted(entity: link.destination, object: target)
      }
      try objects.set(targets, link, of: object)
    } else {
      throw SyncError.unknownProperty(entity: report.entityName, property: property)
    }
  }
}

/// The answer to a conflict.
public enum SyncResolution: Sendable {
  /// The value that lost is set again.
  case mine
  /// The value that the object has stays.
  case theirs
}

/// The result of a sync.
public struct SyncResult: Sendable, Hashable {
  /// The number of objects whose changes the server has taken.
  public internal(set) var pushedCount = 0
  /// The number of objects that the server's changes have changed here.
  public internal(set) var pulledCount = 0
  /// The number of new conflict reports.
  public internal(set) var conflictCount = 0
  /// The reason why the server has refused the push. Nil if it hasn't.
  public internal(set) var refusal: String?
  /// The position in the server's history.
  public internal(set) var cursor = ""
}

extension SyncResult: CustomStringConvertible {
  /// The numbers in a sentence, such as `sent 2 objects, received 1 object`.
  public var description: String {
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let done = "sent \(count(pushedCount, "object")), received \(count(pulledCount, "object"))"
    guard conflictCount > 0 else { return done }
    return done + ", \(count(conflictCount, "value")) lost against others"
  }
}

/// The state of a replica's sync.
public struct SyncStatus: Sendable, Hashable {
  /// The identifier of the store as a replica. Nil before the first sync.
  public let replica: UUID?
  /// The identifier of the server's store. Nil before its first answer.
  public let server: UUID?
  /// The number of objects with changes that the server hasn't got.
  public let pendingCount: Int
  /// The reason why the server has refused the last push: the model's rules or the replica's scope. Correct the values and
  /// sync again. Nil if it hasn't.
  public let refusal: String?
  /// The number of conflicts that wait for an answer.
  public let conflictCount: Int
  /// True if the store has had everything of the server once.
  public let isComplete: Bool
  /// The time of the last sync that has brought something.
  public let syncDate: Date?
}
