internal import Strata
internal import StrataShell

extension ApplicationEnvironment {
  /// To be called when an import has saved in transactions of its own: lets the context see it. From
  /// here on nothing before it can be taken back.
  public func importHasSaved() throws {
    try context.mergeChanges()
    steps.forget(because: "an import can't be taken back")
  }

  /// To be called when an import that saves as it goes has ended before it was done. Tells what it had
  /// added until then, if anything.
  public func importHasStopped(after added: [(name: String, count: Int)]) {
    guard let text = ImportCounting.text(added) else { return }
    output.message("added \(text) until then; the same line goes on from there")
    // What has stopped the import is told, and reading the context may fail for the same reason.
    try? importHasSaved()
  }
}
