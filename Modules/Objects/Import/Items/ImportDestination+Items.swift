public import StrataModel
public import StrataStack

// Chunk after chunk is looked up and saved, each in a transaction and a context of its own, which goes
// afterwards: memory doesn't grow with the number of items. Contexts merge what was imported as they merge
// any other save, and what waits to be saved in them stays out of it.
extension ImportDestination {
  /// Imports items that say themselves what becomes of them.
  ///
  /// O(n log N) for n items and N objects, one look-up and one transaction a chunk.
  ///
  /// - Parameters:
  ///   - author: Who writes, as the history has it.
  ///   - progress: Told after each chunk is saved; may throw to end the import.
  /// - Throws: ``ImportStopped``, which says why and what was done.
  @discardableResult
  public func `import`<Item: Persistable>(
    _ items: some Sequence<Item>, author: TransactionAuthor? = nil,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Item.Model>) throws -> Void = { _ in }
  ) throws(ImportStopped<Item.Model>) -> ImportResult<Item.Model> {
    try run(ImportRecipe(Item.self), items, author, options, progress)
  }

  /// Imports items of any type, as a closure says.
  ///
  ///     try container.import(records, key: ImportKey(\Place.code, from: \.code)) { record, place in
  ///       guard let place else { return .insert(Place(record)) }
  ///       place.update(\.name, value: record.name)
  ///       return .update
  ///     }
  ///
  /// - Parameters:
  ///   - key: By which unique key the object of an item is found.
  ///   - author: Who writes, as the history has it.
  ///   - progress: Told after each chunk is saved; may throw to end the import.
  ///   - action: As ``Persistable/importAction(for:with:)``.
  /// - Throws: ``ImportStopped``, which says why and what was done.
  @discardableResult
  public func `import`<Item, Model: PersistentModel>(
    _ items: some Sequence<Item>, key: ImportKey<Item, Model>, author: TransactionAuthor? = nil,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Model>) throws -> Void = { _ in },
    action: @escaping (Item, Model?) throws -> ImportAction<Model>
  ) throws(ImportStopped<Model>) -> ImportResult<Model> {
    try run(ImportRecipe(key, action), items, author, options, progress)
  }

  private func run<Item, Model: PersistentModel, Shared>(
    _ recipe: ImportRecipe<Item, Model, Shared>, _ items: some Sequence<Item>,
    _ author: TransactionAuthor?, _ options: ImportOptions,
    _ progress: @escaping (ImportProgress<Model>) throws -> Void
  ) throws(ImportStopped<Model>) -> ImportResult<Model> {
    var run: TypedRun<Item, Model, Shared>
    do {
      run = try TypedRun(
        recipe, importTarget(author: author), options, total: (items as? any Collection)?.count,
        progress)
    } catch {
      throw ImportStopped(reason: error)
    }
    do {
      for item in items { _ = try run.add(item) }
      try run.finish()
    } catch {
      throw ImportStopped(reason: error, result: run.result)
    }
    return run.result
  }
}
