public import StrataApplication
public import StrataShell
internal import StrataDomain
internal import StrataTrackerModel

/// Completion of items' names.
public enum ItemCompletion {
  /// Completes a command's first argument.
  @MainActor public static func complete(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    guard request.option == nil, request.argumentIndex == 0 else { return [] }
    return names(environment)
  }

  /// Returns all names, sorted, or an empty array if they can't be read.
  @MainActor public static func names(_ environment: ApplicationEnvironment) -> [String] {
    // Dropped: completion has no way to report an error.
    ((try? environment.items()) ?? []).map(\.name.rawValue)
  }
}
