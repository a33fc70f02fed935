public import Foundation
public import StrataModel
internal import StrataObservation
public import StrataStack
public import StrataStorage
internal import Synchronization

/// Takes in a store's history as it grows, from this program and from others, and tells hooks what was
/// inserted, updated and deleted.
///
/// Contexts merge what others save by themselves. A tracker is for what else depends on it: an index, a
/// cache, a notification. Hooks are called after the commit, in the order in which they were added, once for
/// each transaction that concerns them. A transaction is acknowledged when all hooks are done with it
/// (``HistoryConsumer``); when one throws, that transaction and those behind it come again.
///
///     let tracker = HistoryTracker(try HistoryConsumer("index", in: container))
///     await tracker.observe(Item.self, [.insert, .update]) { changes in … }
///     await tracker.start()
public actor HistoryTracker {
  /// Where the tracker stands in the history.
  public nonisolated let consumer: HistoryConsumer
  /// What couldn't be done, as it happens: what a hook has thrown, or reading the history. The tracker tries
  /// again with the next save, or when it is told to.
  public nonisolated let errors: AsyncStream<any Error>

  private let ignored: Set<TransactionAuthor>
  private let predicate: Predicate<DefaultHistoryTransaction>?
  private let cleaner: Cleaner?
  private let errorContinuation: AsyncStream<any Error>.Continuation
  private var hooks: [Hook] = []
  private var loop: Task<Void, Never>?
  private var current: Task<Int, any Error>?

  private struct Hook {
    let call: @Sendable (DefaultHistoryTransaction) async throws -> Void
  }

  /// Cleans the history up. What it throws, ``processNow()`` throws, and ``errors`` has.
  public typealias Cleaner = @Sendable (ModelContainer) async throws -> Void

  /// A tracker, which begins when it is started.
  ///
  /// - Parameters:
  ///   - authors: Whose transactions are passed over, as one's own.
  ///   - predicate: What a transaction must meet for hooks to be told of it; those that don't are passed
  ///     over. nil for all.
  ///   - cleaning: What is cleaned away of the history each time that something was taken in; nil for
  ///     nothing.
  public init(
    _ consumer: HistoryConsumer, ignoring authors: Set<TransactionAuthor> = [],
    where predicate: Predicate<DefaultHistoryTransaction>? = nil, cleaning: HistoryCleaning? = nil
  ) {
    let cleaner: Cleaner? =
      if let cleaning { { _ = try $0.cleanHistory(cleaning) } } else { nil }
    self.init(consumer, authors, predicate, cleaner)
  }

  /// A tracker that cleans by a rule of its own, such as once a day.
  ///
  /// - Parameter cleaner: Called each time that something was taken in.
  public init(
    _ consumer: HistoryConsumer, ignoring authors: Set<TransactionAuthor> = [],
    where predicate: Predicate<DefaultHistoryTransaction>? = nil, cleaner: @escaping Cleaner
  ) {
    self.init(consumer, authors, predicate, cleaner)
  }

  private init(
    _ consumer: HistoryConsumer, _ authors: Set<TransactionAuthor>,
    _ predicate: Predicate<DefaultHistoryTransaction>?, _ cleaner: Cleaner?
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

  /// Calls a hook with each transaction.
  public func observe(
    _ hook: @escaping @Sendable (DefaultHistoryTransaction) async throws -> Void
  ) {
    hooks.append(Hook(call: hook))
  }

  /// Calls a hook with the changes of a class's objects, those of subclasses not included, of each
  /// transaction that has some.
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

  /// Whether the tracker was started, and not stopped since.
  public var isRunning: Bool { loop != nil }

  /// Takes in what came while nobody looked, and from now on what comes. A second time does nothing.
  public func start() {
    guard loop == nil else { return }
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Listens before the first look, so that nothing falls in between.
    let subscription = consumer.container.changes.subscribe { _ in signal.yield() }
    let watcher = consumer.watch()
    signal.yield()
    loop = Task { [weak self] in
      for await _ in signals {
        guard let tracker = self, !Task.isCancelled else { break }
        await tracker.processAndReport()
      }
      subscription.cancel()
      withExtendedLifetime(watcher) {}
    }
  }

  /// Stops after the transaction at hand. What comes meanwhile is taken in after the next start. A second
  /// time does nothing.
  public func stop() async {
    guard let loop else { return }
    self.loop = nil
    loop.cancel()
    await loop.value
  }

  /// Takes in now what has come; waits for what another call is at.
  ///
  /// - Returns: How many transactions were taken in.
  /// - Throws: what a hook throws, and as `HistoryConsumer.process`.
  @discardableResult
  public func processNow() async throws -> Int { try await processAlone(isStoppable: false) }

  // One at a time: whoever comes meanwhile looks again afterwards.
  private func processAlone(isStoppable: Bool) async throws -> Int {
    while let current { _ = await current.result }
    let task = Task { try await self.process(isStoppable: isStoppable) }
    current = task
    return try await task.value
  }

  private func process(isStoppable: Bool) async throws -> Int {
    // Before the task ends, so that whoever waits for it finds none.
    defer { current = nil }
    let (hooks, predicate) = (hooks, predicate)
    // Each transaction by itself, so that what is done isn't done again when the next one fails.
    let count = try await consumer.process(limit: 1, ignoring: ignored) { transactions in
      if isStoppable, loop == nil { throw CancellationError() }
      for transaction in transactions where try predicate?.evaluate(transaction) ?? true {
        for hook in hooks { try await hook.call(transaction) }
      }
    }
    if count > 0 { try await cleaner?(consumer.container) }
    return count
  }

  private func processAndReport() async {
    do {
      _ = try await processAlone(isStoppable: true)
    } catch is CancellationError where loop == nil {
      // It was stopped, and what is left comes after the next start.
    } catch {
      consumer.container.configuration.logger.log(
        .error, "the history's consumer \(consumer.name) couldn't go on: \(error)")
      errorContinuation.yield(error)
    }
  }
}

extension HistoryChange {
  /// What kind of change it is.
  public var kind: HistoryEntry.Change.Kind {
    switch self {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }
}
