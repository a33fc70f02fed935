import Foundation
import Strata
import StrataApplication
import StrataManagedObjects
import StrataSQLite
import StrataShell
import StrataStorage
import StrataSync

extension ModelCommands {
  static var sync: Command<StrataEnvironment> {
    Command(
      ["sync"], "bring two stores of Strata with the same classes to the same content",
      arguments: [
        .required("STORE", "a file, or an address such as postgresql://user@host/database"),
        .required("OTHER", "the store in the middle, with which several may sync"),
      ],
      options: [
        .flag("start-over", "join the other store anew, after one of the two was restored")
      ],
      discussion: """
        What one of them has changed goes to the other one, property by property, also while programs use them. \
        Where both have changed the same, OTHER's value stays and STORE gets a conflict, which its program lists. \
        The rules of a program's classes don't apply. To begin, copy one of them: strata store backup.
        """,
      examples: ["sync laptop.store 'postgresql://app@desk/app'", "sync a.store b.store"],
      group: stores, completion: completion
    ) { invocation, environment in
      do {
        let url = try NamedModel.storeURL(try invocation.require("STORE").text)
        let middle = try NamedModel.storeURL(try invocation.require("OTHER").text)
        guard url != middle else {
          throw ShellError("both are the same store", hint: "name another one")
        }
        let server = try SyncServer(try container(middle))
        let replica = try Replica(
          try container(url), transport: server, name: ProcessInfo.processInfo.hostName)
        if invocation.flag("start-over") { try await replica.startOver() }
        let result = try await replica.sync()
        if let refusal = result.refusal {
          throw ShellError("\(Store.path(of: middle)) refuses what is new: \(refusal)")
        }
        environment.output.message("\(result)")
      } catch let error as StorageError {
        throw ShellError(unreadable: error)
      }
    }
  }

  /// Opens a store by the schema that it records, with the classes of sync.
  @MainActor private static func container(_ url: URL) throws -> ModelContainer {
    // Only what is there is synced: a mistyped path makes no store.
    _ = try Store.openRecorded(at: url)
    // Adds their tables.
    _ = try ModelContainer(
      for: Schema(Schema.syncModels), configurations: ModelConfiguration(url: url))
    return try ModelContainer(recordedAt: url, adding: Schema.syncModels)
  }
}
