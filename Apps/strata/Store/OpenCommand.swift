import Foundation
import StrataApplication
import StrataCoreDataStores
import StrataSQLite
import StrataShell
import StrataStorage

/// The command `strata open FILE [COMMAND…]`, a shell that reads a store.
@MainActor struct OpenCommand {
  private let arguments: StoreArguments

  /// Parses the arguments.
  ///
  /// - Throws: A ``ShellError`` for invalid arguments.
  init(_ arguments: [String]) throws(ShellError) {
    self.arguments = try StoreArguments(arguments, of: ModelCommands.open)
  }

  private var path: String { arguments.path }
  private var model: String? { arguments.options["model"] }
  private var words: [String] { arguments.words }

  func run(_ output: Output, _ configuration: ShellConfiguration) async throws -> ExitStatus {
    arguments.setStyle(of: output)
    do {
      let environment = try await opened(configuration.interruption) {
        try StoreEnvironment(path, model: model, output: output)
      }
      for warning in environment.warnings { output.warning(warning) }
      return try await run(environment, StoreCommands.all, configuration)
    } catch let error as CoreDataStoreError where error.lacksModel && model == nil {
      let environment = try await opened(configuration.interruption) {
        try OutlineEnvironment(path, for: error, output: output)
      }
      for warning in environment.warnings { output.warning(warning) }
      return try await run(environment, OutlineCommands.all, configuration)
    }
  }

  private func run<Environment: ShellEnvironment>(
    _ environment: Environment, _ commands: [Command<Environment>],
    _ configuration: ShellConfiguration
  ) async throws -> ExitStatus {
    var configuration = configuration
    configuration.program.takesLines = true
    configuration.callerWords = "\(StrataProgram.name) open STORE"
    // The whole address may have a password.
    let url = try NamedModel.storeURL(path)
    let name = URL(fileURLWithPath: Store.path(of: url)).lastPathComponent
    configuration.terminal.prompt = { "\(name)> " }
    let shell = try Shell(
      environment: environment, commands: commands, configuration: configuration)
    return await shell.run(words.isEmpty ? [.standardInput] : [.words(words)])
  }

  /// Opens a store, with Ctrl-C to cancel, since opening reads the whole file.
  private func opened<Environment: ShellEnvironment & Sendable>(
    _ interruption: Cancellation, _ open: @escaping @MainActor () throws -> Environment
  ) async throws -> Environment {
    let task = Task { @MainActor in
      try await withCancellableStatements { try open() }
    }
    let key = interruption.onCancel { task.cancel() }
    defer { interruption.removeAction(key) }
    do {
      return try await task.value
    } catch StorageError.interrupted {
      throw ShellError.interrupted
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
  }
}
