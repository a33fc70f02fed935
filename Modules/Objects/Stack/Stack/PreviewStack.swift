public import StrataContexts
public import StrataModel
internal import StrataSchema

/// A data stack with a store in memory, for examples, demonstrations and quick tests.
///
/// The store is deleted when the stack is released. Stacks share nothing.
public final class PreviewStack: DataStack {
  /// The container of the store.
  public let container: ModelContainer
  /// The author of saves of ``DataStack/viewContext``.
  public let mainAuthor: TransactionAuthor

  /// Creates a stack and inserts its first objects.
  ///
  /// - Parameter seed: Inserts objects in a context of the author `seed`, which is saved
  ///   afterwards.
  /// - Throws: as `ModelContainer`, the body's error, or the save's error.
  public init(
    for types: [any PersistentModel.Type], mainAuthor: TransactionAuthor = "preview",
    seed: (ModelContext) throws -> Void = { _ in }
  ) throws {
    container = try ModelContainer(
      for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    self.mainAuthor = mainAuthor
    try insertSeed(seed)
  }
}
