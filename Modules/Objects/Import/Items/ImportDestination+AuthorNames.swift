internal import StrataGraph
public import StrataModel

// The same functions for an author's name that a program has as text, such as a user's. A literal is a
// `TransactionAuthor`, which the compiler takes first.
extension ImportDestination {
  /// Imports items as `import(_:author:options:progress:)`, with the name of an author, such as that of a user.
  ///
  /// - Throws: ``ImportStopped`` with the reason `StackError.invalidAuthor`, before the first item, for a name that is empty or
  ///   blank, or contains line breaks.
  @_disfavoredOverload @discardableResult
  public func `import`<Item: Persistable>(
    _ items: some Sequence<Item>, author name: String?, options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Item.Model>) throws -> Void = { _ in }
  ) throws(ImportStopped<Item.Model>) -> ImportResult<Item.Model> {
    try run(
      ImportRecipe(Item.self), items, name.map { try TransactionAuthor($0) }, options, progress)
  }

  /// Imports items of any type with a closure as `import(_:key:author:options:progress:action:)`, with the name of an
  /// author.
  ///
  /// - Throws: ``ImportStopped`` with the reason `StackError.invalidAuthor`, before the first item.
  @_disfavoredOverload @discardableResult
  public func `import`<Item, Model: PersistentModel>(
    _ items: some Sequence<Item>, key: ImportKey<Item, Model>, author name: String?,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Model>) throws -> Void = { _ in },
    action: @escaping (Item, Model?) throws -> ImportAction<Model>
  ) throws(ImportStopped<Model>) -> ImportResult<Model> {
    try run(
      ImportRecipe(key, action), items, name.map { try TransactionAuthor($0) }, options, progress)
  }

  /// Imports the items of an asynchronous sequence, each by its own ``Persistable`` rules, with the name of an author.
  ///
  /// - Throws: ``ImportStopped`` with the reason `StackError.invalidAuthor`, before the first item.
  @_disfavoredOverload @discardableResult
  nonisolated(nonsending) public func `import`<Items: AsyncSequence>(
    _ items: Items, author name: String?, options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Items.Element.Model>) throws -> Void = { _ in }
  ) async throws(ImportStopped<Items.Element.Model>) -> ImportResult<Items.Element.Model>
  where Items.Element: Persistable {
    try await run(
      ImportRecipe(Items.Element.self), items, name.map { try TransactionAuthor($0) }, options,
      progress)
  }

  /// Imports the items of an asynchronous sequence, of any type, with a closure, and the name of an author.
  ///
  /// - Throws: ``ImportStopped`` with the reason `StackError.invalidAuthor`, before the first item.
  @_disfavoredOverload @discardableResult
  nonisolated(nonsending) public func `import`<Items: AsyncSequence, Model: PersistentModel>(
    _ items: Items, key: ImportKey<Items.Element, Model>, author name: String?,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Model>) throws -> Void = { _ in },
    action: @escaping (Items.Element, Model?) throws -> ImportAction<Model>
  ) async throws(ImportStopped<Model>) -> ImportResult<Model> {
    try await run(
      ImportRecipe(key, action), items, name.map { try TransactionAuthor($0) }, options, progress)
  }
}
