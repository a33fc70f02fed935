import ContextPlugin
import Foundation
import InspectPlugin
import Strata
import StrataStacks
import StrataApplication
import StrataCoreDataStores
import StrataManagedObjects
import StrataSQLite
import StrataShell

/// The command `strata edit FILE [COMMAND…]`, a shell that changes a store of Core Data or
/// SwiftData.
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
    var policy = CoreDataWritePolicy()
    switch self.arguments.options["history"] {
    case "append": policy.history = .append
    case "leave": policy.history = .leave
    default: break
    }
    policy.leavesCloudKit = self.arguments.options["leave-cloudkit"] != nil
    self.policy = policy
  }

  func run(_ output: Output, _ configuration: ShellConfiguration) async throws -> ExitStatus {
    arguments.setStyle(of: output)
    let environment = try environment(output)
    var configuration = configuration
    configuration.program.takesLines = true
    let name = NamedModel.url(arguments.path).lastPathComponent
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
      let url = try NamedModel.storeFileURL(arguments.path)
      let given = try arguments.options["model"].map { try NamedModel.read($0) }
      let store = try CoreDataStore(url: url, model: given?.model)
      for warning in (given?.warnings ?? []) + store.warnings + (try store.omissions()) {
        output.warning(warning)
      }
      let coordinator = try PersistentStoreCoordinator(managedObjectModel: store.validatedModel)
      let description = PersistentStoreDescription(url: url)
      description.coreDataWritePolicy = policy
      try coordinator.addPersistentStore(description)
      let stack = try BasicDataStack(
        coordinator.container(),
        mainAuthor: TransactionAuthor(arguments.options["author"] ?? StrataProgram.name))
      return ApplicationEnvironment(stack: stack, output: output, plugins: Self.plugins)
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
  }
}
