import StrataApplication
import StrataCoreDataStores
import StrataSQLite
import StrataShell

/// What the commands on a store without a model run in.
@MainActor final class OutlineEnvironment: ShellEnvironment {
  let output: Output
  let path: String
  let outline: StoreOutline
  /// Why there is no more to see.
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
