internal import Strata
internal import StrataShell

extension ApplicationEnvironment {
  /// Merges the saves of an import into the context, and clears the undo stack.
  ///
  /// Call this after an import that saved in transactions of its own.
  public func importHasSaved() throws {
    try context.mergeChanges()
    steps.forget(because: "an import can't be taken back")
  }

  /// Reports what an import had added before it failed, if anything.
  ///
  /// Call this when an import that saves in batches stops early.
  public func importHasStopped(after added: [(name: String, count: Int)]) {
    guard let text = ImportCounting.text(added) else { return }
    output.message("added \(text) until then; the same line goes on from there")
    // The import's error is reported. Reading the context may fail for the same reason.
    try? importHasSaved()
  }
}
