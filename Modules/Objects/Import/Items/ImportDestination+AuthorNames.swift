public import StrataContexts
public import StrataGraph
public import StrataModel

// The same functions for an author's name that a program has as text, such as a user's. A literal is a
// `TransactionAuthor`, which the compiler takes first.
extension ImportDestination {
  /// Imports items as ``import(_:author:options:progress:)``, with the name of an author, such as that of a user.
  ///
  /// - Throws: ``ImportStopped`` with the reason `InvalidAuthor`, before the first item, for a name that is empty or
  ///   blank, or contains line breaks.
  @_disfavoredOverload @discardableResult
  public func `import`<Item: Persistable>(
    _ items: some Sequence<Item>, author name: String?, options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Item.Model>) throws -> Void = { _ in }
  ) throws(ImportStopped<Item.Model>) -> ImportResult<Item.Model> {
    try self.import(
      items, author: author(named: name, for: Item.Model.self), options: options, progress: progress
    )
  }

  /// Imports items of any type with a closure as ``import(_:key:author:options:progress:action:)``, with the name of an
  /// author.
  ///
  /// - Throws: ``ImportStopped`` with the reason `InvalidAuthor`, before the first item.
  @_disfavoredOverload @discardableResult
  public func `import`<Item, Model: PersistentModel>(
    _ items: some Sequence<Item>, key: ImportKey<Item, Model>, author name: String?,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Model>) throws -> Void = { _ in },
    action: @escaping (Item, Model?) throws -> ImportAction<Model>
  ) throws(ImportStopped<Model>) -> ImportResult<Model> {
    try self.import(
      items, key: key, author: author(named: name, for: Model.self), options: options,
      progress: progress,
      action: action)
  }

  /// Imports the items of an asynchronous sequence, each by its own ``Persistable`` rules, with the name of an author.
  ///
  /// - Throws: ``ImportStopped`` with the reason `InvalidAuthor`, before the first item.
  @_disfavoredOverload @discardableResult
  nonisolated(nonsending) public func `import`<Items: AsyncSequence>(
    _ items: Items, author name: String?, options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Items.Element.Model>) throws -> Void = { _ in }
  ) async throws(ImportStopped<Items.Element.Model>) -> ImportResult<Items.Element.Model>
  where Items.Element: Persistable {
    try await self.import(
      items, author: author(named: name, for: Items.Element.Model.self), options: options,
      progress: progress)
  }

  /// Imports the items of an asynchronous sequence, of any type, with a closure, and the name of an author.
  ///
  /// - Throws: ``ImportStopped`` with the reason `InvalidAuthor`, before the first item.
  @_disfavoredOverload @discardableResult
  nonisolated(nonsending) public func `import`<Items: AsyncSequence, Model: PersistentModel>(
    _ items: Items, key: ImportKey<Items.Element, Model>, author name: String?,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Model>) throws -> Void = { _ in },
    action: @escaping (Items.Element, Model?) throws -> ImportAction<Model>
  ) async throws(ImportStopped<Model>) -> ImportResult<Model> {
    try await self.import(
      items, key: key, author: author(named: name, for: Model.self), options: options,
      progress: progress,
      action: action)
  }

  private func author<Model: PersistentModel>(
    named name: String?, for type: Model.Type
  ) throws(ImportStopped<Model>) -> TransactionAuthor? {
    guard let name else { return nil }
    do {
      return try TransactionAuthor(name)
    } catch {
      throw ImportStopped(reason: error)
    }
  }
}
