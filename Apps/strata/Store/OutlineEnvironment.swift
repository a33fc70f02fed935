import StrataApplication
import StrataCoreDataStores
import StrataSQLite
import StrataShell

/// The environment of the commands on a store whose model is missing.
@MainActor final class OutlineEnvironment: ShellEnvironment {
  let output: Output
  let path: String
  let outline: StoreOutline
  /// The reason why the model couldn't be read.
  let reason: CoreDataStoreError

  init(_ path: String, for reason: CoreDataStoreError, output: Output) throws {
    self.output = output
    self.path = path
    self.reason = reason
    outline = try StoreOutline(of: NamedModel.url(path))
  }

  var warnings: [String] {
    outline.warnings + [
      "\(reason); “info”, “schema” and “tables” tell what is known without, and with --model MODEL the "
        + "objects can be read"
    ]
  }

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws { try await withCancellableStatements(body) }
}
