import Foundation
import StrataApplication
import StrataCoreDataStores
import StrataDescriptions
import StrataModelFiles
import StrataQuery
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// The environment of the commands on a store that is open for reading.
@MainActor final class StoreEnvironment: ShellEnvironment {
  let output: Output
  let path: String
  let store: Store
  let reader: StoreReader
  /// The original store of Core Data. Nil for a store of Strata.
  let origin: CoreDataStore?
  /// The parts of the store that can't be shown.
  let warnings: [String]
  private let place: StorePlace

  /// Opens the store at a path.
  ///
  /// - Parameter model: A model file for a store that doesn't include its model. Nil for the
  ///   store's own.
  init(_ path: String, model: String?, output: Output) throws {
    self.output = output
    place = try StorePlace(path, mayChange: false)
    let url = place.url
    self.path = url.isOfServer ? Store.path(of: url) : path
    if url.isOfServer, model != nil {
      throw StorageError.filesOnly(path: Store.path(of: url), operation: "a model file")
    }
    if model == nil, try url.isOfServer || DatabaseKind(recognizing: url) == .strata {
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

  private init(_ store: Store, _ present: StoreEnvironment) {
    (output, path, place) = (present.output, present.path, present.place)
    self.store = store
    origin = nil
    warnings = []
    reader = store.makeReader()
  }

  /// Returns an environment for another state of the store.
  func replacing(_ store: Store) -> StoreEnvironment {
    StoreEnvironment(store, self)
  }

  /// Opens the store at a path with its own model, for a command of the program.
  ///
  /// - Throws: ``ShellError`` if the store can't be read.
  static func opening(_ path: String, _ output: Output) throws -> StoreEnvironment {
    try ModelCommands.opening { try StoreEnvironment(path, model: nil, output: output) }
  }

  var schema: Schema { store.schema }

  /// The file or address of the store itself.
  var url: URL { place.url }

  /// The object that a word names, whether it is there or not.
  ///
  /// - Throws: A usage error for a word that is no entity and key.
  func object(_ name: ArgumentValue) throws(ShellError) -> (entity: Schema.Entity, key: Int64) {
    let parts = name.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Int64(parts[1]), key > 0,
      let entity = schema.entitiesByName[String(parts[0])]
    else {
      throw name.error(
        "“\(name.text)” names no object",
        hint: "write an entity and a key, as fetch shows them; schema lists the entities")
    }
    return (entity, key)
  }

  /// The option of commands that read objects.
  static let deletedOption = CommandLineOption.flag(
    "deleted", "also the objects that have the date of their deletion")

  /// The query of a command, without the objects that have the date of a deletion unless it asks for them.
  func scoped(_ query: Query, _ invocation: Invocation) -> Query {
    invocation.flag("deleted") ? query : query.leavingOutDeleted(in: schema)
  }

  var queries: QueryReader { QueryReader(schema: schema, timeZone: output.timeZone) }

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws { try await withCancellableStatements(body) }
}
