public import StrataModel
public import StrataStack

// On the caller's isolation: an actor is free to do something else between two chunks. What the main actor
// has no time for is imported by a task or an actor of its own.
extension ImportDestination {
  /// Imports items that say themselves what becomes of them, as they come.
  ///
  /// Items wait until there are enough for a chunk, or no more come. What waits when the sequence throws, or
  /// the task is cancelled, isn't saved.
  ///
  /// - Parameters:
  ///   - author: Who writes, as the history has it.
  ///   - progress: Told after each chunk is saved; may throw to end the import.
  /// - Throws: ``ImportStopped``, which says why and what was done.
  @discardableResult
  nonisolated(nonsending) public func `import`<Items: AsyncSequence>(
    _ items: Items, author: TransactionAuthor? = nil, options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Items.Element.Model>) throws -> Void = { _ in }
  ) async throws(ImportStopped<Items.Element.Model>) -> ImportResult<Items.Element.Model>
  where Items.Element: Persistable {
    try await run(ImportRecipe(Items.Element.self), items, author, options, progress)
  }

  /// Imports items of any type as they come, as a closure says.
  ///
  /// - Parameters:
  ///   - key: By which unique key the object of an item is found.
  ///   - author: Who writes, as the history has it.
  ///   - progress: Told after each chunk is saved; may throw to end the import.
  ///   - action: As ``Persistable/importAction(for:with:)``.
  /// - Throws: ``ImportStopped``, which says why and what was done.
  @discardableResult
  nonisolated(nonsending) public func `import`<Items: AsyncSequence, Model: PersistentModel>(
    _ items: Items, key: ImportKey<Items.Element, Model>, author: TransactionAuthor? = nil,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Model>) throws -> Void = { _ in },
    action: @escaping (Items.Element, Model?) throws -> ImportAction<Model>
  ) async throws(ImportStopped<Model>) -> ImportResult<Model> {
    try await run(ImportRecipe(key, action), items, author, options, progress)
  }

  nonisolated(nonsending) private func run<Items: AsyncSequence, Model: PersistentModel, Shared>(
    _ recipe: ImportRecipe<Items.Element, Model, Shared>, _ items: Items,
    _ author: TransactionAuthor?, _ options: ImportOptions,
    _ progress: @escaping (ImportProgress<Model>) throws -> Void
  ) async throws(ImportStopped<Model>) -> ImportResult<Model> {
    var run: TypedRun<Items.Element, Model, Shared>
    do {
      run = try TypedRun(recipe, importTarget(author: author), options, total: nil, progress)
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
