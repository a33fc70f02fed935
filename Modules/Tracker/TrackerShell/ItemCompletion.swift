public import StrataApplication
public import StrataShell
internal import StrataDomain
internal import TrackerModel

/// The names of items, for whoever types one.
public enum ItemCompletion {
  /// Completes a command's first argument.
  @MainActor public static func complete(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    guard request.option == nil, request.argumentIndex == 0 else { return [] }
    return names(environment)
  }

  /// All names, sorted; none where they can't be read.
  @MainActor public static func names(_ environment: ApplicationEnvironment) -> [String] {
    // Whoever types can't be told what went wrong here.
    ((try? environment.items()) ?? []).map(\.name.rawValue)
  }
}
