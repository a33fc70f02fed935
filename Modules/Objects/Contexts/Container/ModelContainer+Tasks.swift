internal import StrataSQLite
internal import StrataStorage

// Work of asynchronous code, which must not block a thread of Swift's pool.
extension ModelContainer {
  /// Reads the stores in a new context, on a thread of the container's own.
  ///
  /// ```swift
  /// let names = try await container.read { context in
  ///   try context.fetch(FetchDescriptor<Trip>()).map(\.name)
  /// }
  /// ```
  ///
  /// Everything that the body reads is of one moment, in each store. At most ``ModelConfiguration/maximumReaders`` bodies
  /// run at once. Further calls wait without blocking a thread, in their order. The body runs in your task, with its
  /// task-local values. If the task is cancelled, the call leaves the queue, or its statement ends.
  ///
  /// The context and its objects end with the body. Return values, such as a property or a `TypedObjectID`. The body must
  /// not wait for another read or write, which may need its thread.
  ///
  /// - Throws: `CancellationError`. `StackError.contextIsReadOnly` if the body changes objects. `StorageError.closed` after
  ///   ``close()``. The body's errors.
  public func read<T: Sendable>(
    _ body: @Sendable (ModelContext) throws -> T
  ) async throws -> T {
    try begin()
    defer { core.lifetime.end() }
    return try await core.threads.read {
      let context = ModelContext(self)
      context.isReadOnly = true
      let result = try context.snapshot { try body(context) }
      guard !context.hasChanges else { throw StackError.contextIsReadOnly }
      return result
    }
  }

  /// Changes the stores in a new context, on the container's thread for saves, and saves.
  ///
  /// ```swift
  /// try await container.write(author: "import") { context in
  ///   context.insert(Trip(name: "Jura"))
  /// }
  /// ```
  ///
  /// Bodies run one after the other, in the order of the calls. Further calls wait without blocking a thread. If the body
  /// throws, or the task is cancelled before the save is done, nothing is saved. Otherwise as ``read(_:)``.
  ///
  /// - Parameter author: The author of the save in the history, or nil for none.
  /// - Throws: `CancellationError`, `StorageError.closed` after ``close()``. The body's errors. The errors of
  ///   ``ModelContext/save()``.
  public func write<T: Sendable>(
    author: TransactionAuthor? = nil, _ body: @Sendable (ModelContext) throws -> T
  ) async throws -> T {
    try begin()
    defer { core.lifetime.end() }
    return try await core.threads.write {
      let context = ModelContext(self)
      context.author = author?.name
      let result = try body(context)
      try Task.checkCancellation()
      try context.save()
      return result
    }
  }

  private func begin() throws(StorageError) {
    guard core.lifetime.begin() else { throw .closed(path: store.path) }
  }
}

extension ModelContainer {
  /// Closes the container: waits for reads and writes that were called before, saves the main context if it saves
  /// automatically, and closes the stores.
  ///
  /// Later calls of ``read(_:)`` and `write(author:_:)` throw `StorageError.closed`, and so do later reads and saves of
  /// contexts and model actors. A second call waits until the first is done. A cancelled task closes the container all the
  /// same.
  ///
  /// - Throws: the error of the main context's save. The container is closed all the same.
  public func close() async throws {
    guard core.lifetime.beginClosing() else { return await core.lifetime.closed.wait() }
    await core.lifetime.idle.wait()
    var failure: (any Error)?
    if core.hasMainContext {
      do { try await saveMainContext() } catch { failure = error }
    }
    let stores = core.stores.map(\.store)
    await core.threads.finish { for store in stores { store.closeForAll() } }
    core.threads.end()
    core.lifetime.closed.signal()
    if let failure { throw failure }
  }

  /// True if ``close()`` has closed a store.
  package var isClosed: Bool { core.stores.contains { $0.store.isClosed } }

  @MainActor private func saveMainContext() throws {
    guard let context = core.mainContext, context.autosaveEnabled, context.hasChanges else {
      return
    }
    try context.save()
  }

  /// Waits until the task is cancelled or ``close()`` is called, and closes the container.
  ///
  /// This is the shape of a service in [Swift Service Lifecycle](https://github.com/swift-server/swift-service-lifecycle):
  ///
  /// ```swift
  /// struct StoreService: Service {
  ///   let container: ModelContainer
  ///
  ///   func run() async throws {
  ///     try await cancelWhenGracefulShutdown { try await container.run() }
  ///   }
  /// }
  /// ```
  ///
  /// - Throws: as ``close()``.
  public func run() async throws { try await run(Maintenance()) }

  /// Maintains the stores until the task is cancelled or ``close()`` is called, and closes the container.
  ///
  /// ```swift
  /// var maintenance = Maintenance()
  /// maintenance.checkInterval = .seconds(86_400)
  /// maintenance.backup = .init(every: .seconds(3600), to: folder, keeping: 24)
  /// try await container.run(maintenance)
  /// ```
  ///
  /// A task of maintenance that fails is logged as an error, and is done again at its next time.
  ///
  /// - Throws: as ``close()``.
  public func run(_ maintenance: Maintenance) async throws {
    await withTaskGroup(of: Void.self) { group in
      for task in maintenance.tasks {
        group.addTask { await self.maintain(every: task.interval, task.name, task.body) }
      }
      await core.lifetime.closing.waitUnlessCancelled()
      group.cancelAll()
    }
    try await close()
  }
}
