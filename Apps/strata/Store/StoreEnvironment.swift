import Foundation
import StrataApplication
import StrataCoreDataStores
import StrataDescriptions
import StrataModelFiles
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// What the commands on a store run in: one that is open to be read.
@MainActor final class StoreEnvironment: ShellEnvironment {
  let output: Output
  let path: String
  let store: Store
  let reader: StoreReader
  /// The store as what made it: nil for one of ours.
  let origin: CoreDataStore?
  /// What of the store nobody gets to see.
  let warnings: [String]

  /// Opens the store that a path leads to.
  ///
  /// - Parameter model: A model file, for a store without a model within; nil for the store's own.
  init(_ path: String, model: String?, output: Output) throws {
    self.output = output
    self.path = path
    let url = NamedModel.url(path)
    if model == nil, DatabaseHeader(url)?.isOfStrata ?? false {
      origin = nil
      warnings = []
      store = try Store.openRecorded(at: url)
    } else {
      let given = try model.map { try NamedModel.read($0) }
      let origin = try CoreDataStore(url: url, model: given?.model)
      self.origin = origin
      store = try origin.store(
        of: try Schema(origin.model), describesUnreadableData: true)
      warnings = (given?.warnings ?? []) + origin.warnings + (try origin.omissions())
    }
    reader = store.makeReader()
  }

  var schema: Schema { store.schema }

  var queries: QueryReader { QueryReader(schema: schema, timeZone: output.timeZone) }

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws { try await withCancellableStatements(body) }
}
