public import StrataModel
internal import StrataSchema
public import StrataStack

/// A stack in memory, gone when it is let go of: for examples, demonstrations and quick tests. No two share
/// anything.
public final class PreviewStack: DataStack {
  /// The container.
  public let container: ModelContainer
  /// Who writes through ``DataStack/viewContext``.
  public let mainAuthor: TransactionAuthor

  /// Makes a stack, with what a body puts into it.
  ///
  /// - Parameter seed: Inserts the first objects, in a context of the author `seed` that is saved
  ///   afterwards.
  /// - Throws: as `ModelContainer`; what the body or saving throws.
  public init(
    for types: [any PersistentModel.Type], mainAuthor: TransactionAuthor = "preview",
    seed: (ModelContext) throws -> Void = { _ in }
  ) throws {
    container = try ModelContainer(
      for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    self.mainAuthor = mainAuthor
    try withContext(author: .seed, seed)
  }
}
