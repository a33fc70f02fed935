import StrataContexts
import StrataModel

/// An import with known types, which gathers items until a chunk is complete.
struct TypedRun<Item, Model: PersistentModel, Shared> {
  private let recipe: ImportRecipe<Item, Model, Shared>
  private let run: ImportRun
  private let total: Int?
  private let progress: (ImportProgress<Model>) throws -> Void
  private let chunkSize: Int
  private var gathered: [Item] = []

  /// - Throws: ``ImportError`` for an invalid key, `StackError.unknownModel`.
  init(
    _ recipe: ImportRecipe<Item, Model, Shared>, _ target: ImportTarget, _ options: ImportOptions,
    total: Int?, _ progress: @escaping (ImportProgress<Model>) throws -> Void
  ) throws {
    self.recipe = recipe
    self.total = total
    self.progress = progress
    chunkSize = max(1, options.chunkSize)
    run = try ImportRun(
      Model.self, recipe.key.parts.map(\.property), target, options, isCollection: total != nil)
  }

  /// Adds an item, and saves the chunk if it is complete.
  ///
  /// - Returns: True if a chunk was saved.
  /// - Throws: an error that stops the import.
  mutating func add(_ item: Item) throws -> Bool {
    gathered.append(item)
    guard gathered.count >= chunkSize else { return false }
    try saveChunk()
    return true
  }

  /// Saves the last, incomplete chunk.
  mutating func finish() throws {
    // A stream ends normally when its task is cancelled, so cancellation must be checked here.
    try Task.checkCancellation()
    if !gathered.isEmpty { try saveChunk() }
  }

  private mutating func saveChunk() throws {
    let items = TypedItems(recipe: recipe, items: gathered)
    gathered.removeAll(keepingCapacity: false)
    let start = run.counts.total
    let outcomes = try run.save(items)
    try progress(
      ImportProgress(
        counts: run.counts, total: total, chunk: start..<run.counts.total,
        outcomes: ImportOutcomes(outcomes)))
  }

  /// The result so far.
  var result: ImportResult<Model> {
    ImportResult(
      counts: run.counts, outcomes: ImportOutcomes(run.kept), failures: run.failures,
      duplicates: run.duplicates, duplicateCount: run.duplicateCount)
  }
}
