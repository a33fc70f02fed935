public import Strata
@_spi(Query) import StrataContexts

/// The store whose history is the order of all changes, for its replicas.
///
/// ```swift
/// let schema = Schema([Note.self, Folder.self] + Schema.syncModels)
/// let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
/// let server = try SyncServer(container)
/// ```
///
/// The store may be a file or on a server. Programs that use it directly need nothing of this: what they save, replicas get.
public struct SyncServer: SyncTransport {
  let container: ModelContainer
  let schema: SyncedSchema
  let scopes: [ModelScope]
  let scopeName: String
  let mergePolicy: MergePolicy
  let limit: Int

  /// The maximum number of objects that an answer has, unless one save has more.
  static let answerLimit = 5000

  /// Creates the server of a container's store. It takes part in its saves and starts nothing.
  ///
  /// - Parameters:
  ///   - container: The container. Its schema has `Schema.syncModels`.
  ///   - scopes: What the replicas may see and change, in addition to the scopes of the container's configuration. Replicas
  ///     of different scopes need a server each. It is your program that knows whose request it is.
  ///   - scopeName: A name of the scopes. Change it when the same replicas get other ones, so that they read everything anew.
  ///   - mergePolicy: The treatment of properties that a replica has changed, and others since the replica's position.
  ///     `.mergeByPropertyStoreTrump`: what the server has stays. `.mergeByPropertyObjectTrump` and `.overwrite`: what comes
  ///     last wins. `.rollback`: the object stays as the server has it. `.error`: the push is refused. Values that lose are
  ///     reported to the replica that had set them.
  ///   - limit: The maximum number of objects in a push.
  /// - Throws: ``SyncError/missingModels``.
  public init(
    _ container: ModelContainer, scopes: [ModelScope] = [], scopeName: String = "",
    mergePolicy: MergePolicy = .mergeByPropertyStoreTrump, limit: Int = 100_000
  ) throws(SyncError) {
    self.container = container
    schema = try SyncedSchema(container.schema)
    self.scopes = scopes
    self.scopeName = scopeName
    self.mergePolicy = mergePolicy
    self.limit = limit
  }

  /// Prepares a context: its scopes hold.
  func prepare(_ context: ModelContext) throws {
    for scope in scopes { try context.scope(scope) }
  }

  /// True if replicas see a part of the store alone.
  var isScoped: Bool { !scopes.isEmpty || !container.configuration.scopes.isEmpty }

  var identities: SyncIdentities { SyncIdentities(container: container, schema: schema) }

  /// Waits until the store has a save after a position.
  public func wait(after cursor: String) async throws {
    let position = try SyncCursor(cursor).save.number
    let updates = try container.historyUpdates()
    if try await container.read({ try $0.lastHistoryNumber() }) > position { return }
    for try await _ in updates { return }
  }
}

/// A position in the server's history, as a replica has it.
struct SyncCursor {
  let save: SyncSave
  /// The fingerprint of the classes of the server's program, which leaves out others.
  let schemaName: String
  /// The name of the scopes in which the replica has read.
  let scopeName: String

  init(_ save: SyncSave, of server: SyncServer) {
    self.save = save
    schemaName = server.schema.name
    scopeName = server.scopeName
  }

  init(_ text: String) throws(SyncError) {
    let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { throw .malformed(reason: "\(text.prefix(100)) is no position") }
    save = try SyncSave(text: "\(parts[0]) \(parts[1])")
    (schemaName, scopeName) = (String(parts[2]), String(parts[3]))
  }

  var text: String { "\(save.text) \(schemaName) \(scopeName)" }
}
