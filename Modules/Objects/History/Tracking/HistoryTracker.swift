public import Foundation
public import StrataContexts
public import StrataModel
internal import StrataObservation
public import StrataStorage

/// Follows a store's history and calls hooks for inserted, updated and deleted objects.
///
/// ```swift
/// let tracker = HistoryTracker(try HistoryConsumer("index", in: container))
/// await tracker.observe(Item.self, [.insert, .update]) { changes in … }
/// await tracker.start()
/// ```
///
/// Contexts merge other contexts' saves by themselves. Use a tracker for everything else that
/// depends on the store, such as an index, a cache or notifications to users. It calls hooks after
/// the commit, in the order in which you added them, once for each transaction that concerns them.
/// A transaction is acknowledged when all hooks have returned (see ``HistoryConsumer``). If one
/// throws, the tracker passes that transaction and all later ones again.
public actor HistoryTracker {
  /// The consumer whose cursor marks the tracker's position in the history.
  public nonisolated let consumer: HistoryConsumer
  /// Errors of hooks and of reading the history, as they occur.
  ///
  /// After an error the tracker tries again with the next save, or when you call ``processNow()``.
  public nonisolated let errors: AsyncStream<any Error>

  private let ignored: Set<TransactionAuthor>
  private let predicate: Predicate<DefaultHistoryTransaction>?
  private let cleaner: Cleaner
  private let errorContinuation: AsyncStream<any Error>.Continuation
  private var hooks: [Hook] = []
  private var loop: Task<Void, Never>?
  private var current: Task<Int, any Error>?

  private struct Hook {
    let call: @Sendable (DefaultHistoryTransaction) async throws -> Void
  }

  /// A closure that cleans the history. ``processNow()`` rethrows its errors, and ``errors``
  /// reports them.
  public typealias Cleaner = @Sendable (ModelContainer) async throws -> Void

  /// Creates a tracker. Call ``start()`` to begin.
  ///
  /// - Parameters:
  ///   - authors: Authors whose transactions to skip, such as your own.
  ///   - predicate: The predicate that transactions match. Others are skipped. Nil for all.
  ///   - cleaning: The cleaning of the history after each processing, or nil for none.
  public init(
    _ consumer: HistoryConsumer, ignoring authors: Set<TransactionAuthor> = [],
    where predicate: Predicate<DefaultHistoryTransaction>? = nil, cleaning: HistoryCleaning? = nil
  ) {
    let cleaner: Cleaner = { container in
      if let cleaning { try container.cleanHistory(cleaning) }
    }
    self.init(consumer, ignoring: authors, where: predicate, cleaner: cleaner)
  }

  /// Creates a tracker with a cleaning rule of its own, such as once a day.
  ///
  /// - Parameter cleaner: Called after each processing of transactions.
  public init(
    _ consumer: HistoryConsumer, ignoring authors: Set<TransactionAuthor> = [],
    where predicate: Predicate<DefaultHistoryTransaction>? = nil, cleaner: @escaping Cleaner
  ) {
    self.consumer = consumer
    ignored = authors
    self.predicate = predicate
    self.cleaner = cleaner
    (errors, errorContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(100))
  }

  deinit {
    loop?.cancel()
    errorContinuation.finish()
  }

  /// Adds a hook, which the tracker calls with each transaction.
  public func observe(
    _ hook: @escaping @Sendable (DefaultHistoryTransaction) async throws -> Void
  ) {
    hooks.append(Hook(call: hook))
  }

  /// Adds a hook, which the tracker calls with the changes of a class's objects, once for each
  /// transaction.
  ///
  /// Changes of subclasses aren't included.
  public func observe<Model: PersistentModel>(
    _ type: Model.Type,
    _ kinds: Set<HistoryEntry.Change.Kind> = Set(HistoryEntry.Change.Kind.allCases),
    _ hook: @escaping @Sendable ([HistoryChange]) async throws -> Void
  ) {
    let entity = Model._$entity.name
    observe { transaction in
      let changes = transaction.changes.filter { change in
        kinds.contains(change.kind) && change.changedPersistentIdentifier.entityName == entity
      }
      if !changes.isEmpty { try await hook(changes) }
    }
  }

  /// True if the tracker was started and not stopped since.
  public var isRunning: Bool { loop != nil }

  /// Starts the tracker: it processes past transactions first, then new ones. Has no effect if
  /// running.
  public func start() {
    guard loop == nil else { return }
    let signals = consumer.signals()
    loop = Task { [weak self] in
      repeat {
        guard let tracker = self, !Task.isCancelled else { break }
        await tracker.processAndReport()
      } while await signals.wait()
    }
  }

  /// Stops the tracker after the current transaction. Has no effect if it isn't running.
  ///
  /// After the next ``start()`` it continues with the transactions that were saved meanwhile.
  public func stop() async {
    guard let loop else { return }
    self.loop = nil
    loop.cancel()
    await loop.value
  }

  /// Processes new transactions now, after any processing that is under way.
  ///
  /// - Returns: The number of processed transactions.
  /// - Throws: errors of hooks, and as `HistoryConsumer.process`.
  @discardableResult
  public func processNow() async throws -> Int { try await processAlone(isStoppable: false) }

  // One at a time. A caller that arrives meanwhile processes again afterwards.
  private func processAlone(isStoppable: Bool) async throws -> Int {
    while let current { _ = await current.result }
    let task = Task { try await self.process(isStoppable: isStoppable) }
    current = task
    return try await task.value
  }

  private func process(isStoppable: Bool) async throws -> Int {
    // Cleared before the task ends, so that a caller waiting for it doesn't find it again.
    defer { current = nil }
    let (hooks, predicate) = (hooks, predicate)
    // One transaction at a time, so that its work isn't repeated if the next one fails.
    let count = try await consumer.process(limit: 1, ignoring: ignored) { transactions in
      if isStoppable, loop == nil { throw CancellationError() }
      for transaction in transactions where try predicate?.evaluate(transaction) ?? true {
        for hook in hooks { try await hook.call(transaction) }
      }
    }
    if count > 0 { try await cleaner(consumer.container) }
    return count
  }

  private func processAndReport() async {
    do {
      _ = try await processAlone(isStoppable: true)
    } catch is CancellationError where loop == nil {
      // The tracker was stopped. The remaining transactions follow after the next start.
    } catch {
      consumer.container.configuration.logger.log(
        .error, "the history's consumer \(consumer.name) couldn't go on: \(error)")
      errorContinuation.yield(error)
    }
  }
}

extension HistoryChange {
  /// The kind of the change.
  public var kind: HistoryEntry.Change.Kind {
    switch self {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }
}
