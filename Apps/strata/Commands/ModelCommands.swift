import StrataShell

/// The commands on models, on sources, and on whole stores.
@MainActor enum ModelCommands {
  static let group = "Models"

  static var all: [Command<StrataEnvironment>] {
    [
      show, check, diff, convert, verify, fromDatabase, adapt, open, edit, serve, mcp, status,
      checkStore,
      history,
      sql, plan, migrate, backup, copy, sync, importStore, saves,
    ]
  }

  static let path = Argument.required(
    "PATH", "an .xcdatamodeld, .xcdatamodel, .momd or .mom, or a store of Core Data")
  static let version = CommandLineOption.value(
    "model-version", "NAME", "which version of a folder of versions; the current one without it")

  /// Completes files for arguments and for options that take one.
  static func completion(
    _ request: CompletionRequest, _ environment: StrataEnvironment
  ) -> [String] {
    switch request.option {
    case nil, "output", "model", "backup": FileCompletion.candidates(for: request.prefix)
    default: []
    }
  }

  /// Warns about parts of files that models don't include.
  static func warn(_ models: [NamedModel], _ output: Output) {
    for warning in models.flatMap(\.warnings) { output.warning(warning) }
  }
}
