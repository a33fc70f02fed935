internal import Strata
public import StrataShell

/// Describes the numbers of added objects in words.
public enum ImportCounting {
  /// Returns a text such as `1 item, 5844 data points`, or nil if nothing was added.
  public static func text(_ added: [(name: String, count: Int)]) -> String? {
    let parts = added.filter { $0.count > 0 }.map { "\($0.count) \(word($0.name, $0.count))" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func word(_ plural: String, _ count: Int) -> String {
    count == 1 && plural.hasSuffix("s") ? String(plural.dropLast()) : plural
  }
}

extension ShellError {
  /// Returns the error of an import without a single valid part.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - part: The name of a part, such as `row`.
  public static func allBad(_ count: Int, _ part: String) -> ShellError {
    ShellError(
      "nothing was imported: "
        + (count == 1 ? "the only \(part) is bad" : "all \(count) \(part)s are bad"))
  }
}

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
