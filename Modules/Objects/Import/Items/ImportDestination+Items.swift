public import StrataContexts
public import StrataModel

// Each chunk is looked up and saved in a transaction and a context of its own, which is released
// afterwards, so that memory doesn't grow with the number of items. Other contexts merge the chunk
// like any other save. Their unsaved changes aren't part of it.
extension ImportDestination {
  /// Imports items, each by its own ``Persistable`` rules.
  ///
  /// Complexity: O(n log N) for n items and N objects, with one look-up and one transaction for
  /// each chunk.
  ///
  /// - Parameters:
  ///   - author: The author of the transactions in the history.
  ///   - progress: Called after each chunk is saved. May throw to stop the import.
  /// - Throws: ``ImportStopped``, with the reason and the result until then.
  @discardableResult
  public func `import`<Item: Persistable>(
    _ items: some Sequence<Item>, author: TransactionAuthor? = nil,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Item.Model>) throws -> Void = { _ in }
  ) throws(ImportStopped<Item.Model>) -> ImportResult<Item.Model> {
    try run(ImportRecipe(Item.self), items, author, options, progress)
  }

  /// Imports items of any type with a closure.
  ///
  /// ```swift
  /// try container.import(records, key: ImportKey(\Place.code, from: \.code)) { record, place in
  ///   guard let place else { return .insert(Place(record)) }
  ///   place.update(\.name, value: record.name)
  ///   return .update
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The unique key that finds an item's object.
  ///   - author: The author of the transactions in the history.
  ///   - progress: Called after each chunk is saved. May throw to stop the import.
  ///   - action: As ``Persistable/importAction(for:with:)``.
  /// - Throws: ``ImportStopped``, with the reason and the result until then.
  @discardableResult
  public func `import`<Item, Model: PersistentModel>(
    _ items: some Sequence<Item>, key: ImportKey<Item, Model>, author: TransactionAuthor? = nil,
    options: ImportOptions = ImportOptions(),
    progress: @escaping (ImportProgress<Model>) throws -> Void = { _ in },
    action: @escaping (Item, Model?) throws -> ImportAction<Model>
  ) throws(ImportStopped<Model>) -> ImportResult<Model> {
    try run(ImportRecipe(key, action), items, author, options, progress)
  }

  func run<Item, Model: PersistentModel, Shared>(
    _ recipe: ImportRecipe<Item, Model, Shared>, _ items: some Sequence<Item>,
    _ author: @autoclosure () throws -> TransactionAuthor?, _ options: ImportOptions,
    _ progress: @escaping (ImportProgress<Model>) throws -> Void
  ) throws(ImportStopped<Model>) -> ImportResult<Model> {
    var run: TypedRun<Item, Model, Shared>
    do {
      run = try TypedRun(
        recipe, importTarget(author: author()), options, total: (items as? any Collection)?.count,
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

/// A value that can be imported as an object of a model class.
///
/// It provides the key that finds its object, and the action to perform.
///
/// ```swift
/// extension PlaceRecord: Persistable {
///   static var importKey: ImportKey<Self, Place> { ImportKey(\.code, from: \.code) }
///
///   func importAction(for place: Place?, with data: inout Void) -> ImportAction<Place> {
///     guard let place else { return .insert(Place(code: code, name: name)) }
///     place.update(\.name, value: name)
///     return .update
///   }
/// }
///
/// try container.import(records)
/// ```
public protocol Persistable<Model> {
  /// The model class of the objects.
  associatedtype Model: PersistentModel
  /// Data that the items of a chunk share, such as the objects that they relate to.
  associatedtype ImporterData = Void

  /// The unique key that finds an item's object, or ``ImportKey/none`` if each item inserts a new
  /// one.
  static var importKey: ImportKey<Self, Model> { get }

  /// Looks up the shared data of a chunk's items, once for each chunk.
  ///
  /// - Parameter context: The chunk's own context, in which its items are looked up and saved.
  /// - Throws: an error that stops the import.
  static func importerData(for items: [Self], in context: ModelContext) throws -> ImporterData

  /// Updates the item's existing object, and returns the action to perform.
  ///
  /// The import may call this again for the same item, in another context, if it repeats a part of
  /// a chunk. So change nothing but objects and the chunk's data. If you throw an error, the item
  /// fails, and its changes are discarded.
  ///
  /// - Parameters:
  ///   - existing: The object with the item's key, or nil if there is none.
  ///   - data: The shared data of the chunk.
  func importAction(
    for existing: Model?, with data: inout ImporterData
  ) throws -> ImportAction<Model>
}

extension Persistable where ImporterData == Void {
  /// Returns no shared data.
  public static func importerData(for items: [Self], in context: ModelContext) throws {}
}
