import StrataContextPlugin
import Foundation
import StrataInspectPlugin
import Strata
import StrataApplication
import StrataCoreDataStores
import StrataShell
import StrataStorage

/// The command `strata edit FILE [COMMAND…]`, a shell that changes a store of Core Data,
/// SwiftData or Strata.
///
/// It has the commands that applications have on any store.
@MainActor struct EditCommand {
  private static let plugins: [any Plugin] = [InspectPlugin(), ContextPlugin()]

  private let arguments: StoreArguments
  private let policy: CoreDataWritePolicy

  /// Parses the arguments.
  ///
  /// - Throws: A ``ShellError`` for invalid arguments.
  init(_ arguments: [String]) throws(ShellError) {
    self.arguments = try StoreArguments(
      arguments, of: ModelCommands.edit, anywhere: ["model", "leave-cloudkit"])
    policy = CoreDataWritePolicy(
      history: self.arguments.options["history"],
      leavesCloudKit: self.arguments.options["leave-cloudkit"] != nil)
  }

  func run(_ output: Output, _ configuration: ShellConfiguration) async throws -> ExitStatus {
    arguments.setStyle(of: output)
    let environment = try environment(output)
    var configuration = configuration
    configuration.program.takesLines = true
    configuration.callerWords = "\(StrataProgram.name) edit STORE"
    // The whole address may have a password.
    let url = try NamedModel.storeURL(arguments.path)
    let name = URL(fileURLWithPath: Store.path(of: url)).lastPathComponent
    configuration.terminal.prompt = { "\(name)> " }
    let shell = try Shell(
      environment: environment, commands: Self.plugins.flatMap(\.commands),
      configuration: configuration)
    let words = arguments.words
    let status = await shell.run(words.isEmpty ? [.standardInput] : [.words(words)])
    do {
      try environment.abandonTransaction()
    } catch {
      output.report(error)
      return status == .success ? error.exitStatus : status
    }
    return status
  }

  private func environment(_ output: Output) throws -> ApplicationEnvironment {
    do {
      let store = try EditedStore(
        arguments.path, model: arguments.options["model"], policy: policy,
        author: arguments.options["author"] ?? StrataProgram.name)
      for warning in store.warnings { output.warning(warning) }
      return ApplicationEnvironment(stack: store.stack, output: output, plugins: Self.plugins)
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
  }
}
