public import StrataContexts
public import StrataModel

// These run on the caller's isolation, and yield between chunks, so that an actor can do other work
// meanwhile. If the main actor is too busy, import in a task or an actor of its own.
extension ImportDestination {
  /// Imports the items of an asynchronous sequence, each by its own ``Persistable`` rules.
  ///
  /// Items are buffered until a chunk is complete or the sequence ends. If the sequence throws, or
  /// the task is cancelled, buffered items aren't saved.
  ///
  /// - Parameters:
  ///   - author: The author of the transactions in the history.
  ///   - progress: Called after each chunk is saved. May throw to stop the import.
  /// - Throws: ``ImportStopped``, with the reason and the result until then.
  @discardableResult
  nonisolated(nonsending) public func `import`<Items: AsyncSequence>(
    _ items: Items, author: TransactionAuthor? = nil, options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Items.Element.Model>) throws -> Void = { _ in }
  ) async throws(ImportStopped<Items.Element.Model>) -> ImportResult<Items.Element.Model>
  where Items.Element: Persistable {
    try await run(ImportRecipe(Items.Element.self), items, author, options, progress)
  }

  /// Imports the items of an asynchronous sequence, of any type, with a closure.
  ///
  /// - Parameters:
  ///   - key: The unique key that finds an item's object.
  ///   - author: The author of the transactions in the history.
  ///   - progress: Called after each chunk is saved. May throw to stop the import.
  ///   - action: As ``Persistable/importAction(for:with:)``.
  /// - Throws: ``ImportStopped``, with the reason and the result until then.
  @discardableResult
  nonisolated(nonsending) public func `import`<Items: AsyncSequence, Model: PersistentModel>(
    _ items: Items, key: ImportKey<Items.Element, Model>, author: TransactionAuthor? = nil,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Model>) throws -> Void = { _ in },
    action: @escaping (Items.Element, Model?) throws -> ImportAction<Model>
  ) async throws(ImportStopped<Model>) -> ImportResult<Model> {
    try await run(ImportRecipe(key, action), items, author, options, progress)
  }

  nonisolated(nonsending) func run<Items: AsyncSequence, Model: PersistentModel, Shared>(
    _ recipe: ImportRecipe<Items.Element, Model, Shared>, _ items: Items,
    _ author: @autoclosure () throws -> TransactionAuthor?, _ options: ImportOptions,
    _ progress: @escaping (ImportProgress<Model>) throws -> Void
  ) async throws(ImportStopped<Model>) -> ImportResult<Model> {
    var run: TypedRun<Items.Element, Model, Shared>
    do {
      run = try TypedRun(recipe, importTarget(author: author()), options, total: nil, progress)
    } catch {
      throw ImportStopped(reason: error)
    }
    do {
      for try await item in items {
        if try run.add(item) { await Task.yield() }
      }
      try run.finish()
    } catch {
      throw ImportStopped(reason: error, result: run.result)
    }
    return run.result
  }
}
