internal import StrataGraph
public import StrataSQLite
internal import StrataStorage

extension ModelContext {
  /// The settings that each read and save of this context has on a server, by name. Empty at first.
  ///
  /// Set them by ``setServerSettings(_:)``.
  public var serverSettings: [String: String] { graphs.first?.reader.serverSettings ?? [:] }

  /// Gives each read and save of this context settings of the server, such as the tenant whose rows the policies of
  /// row-level security show.
  ///
  /// ```swift
  /// try await container.write { context in
  ///   try context.setServerSettings(["app.tenant": "a"])
  ///   let notes = try context.fetch(FetchDescriptor<Note>())
  /// }
  /// ```
  ///
  /// A policy of the table reads the setting: `USING (tenant = current_setting('app.tenant', true))`. The settings hold for
  /// one transaction at a time (`SET LOCAL`), so that no other context has them, whoever gets the connection next. They
  /// cost no round trip.
  ///
  /// Call this before the first read: objects that the context has stay as they are, and a snapshot that has begun keeps
  /// its settings. They replace those of an earlier call. A child context begins with its parent's, and an import into the
  /// context has them. The history and past states aren't under policies. Stores in files have no settings, and ignore
  /// these.
  ///
  /// - Parameter settings: The values by name. Names of your own have a dot in them. `role` and `statement_timeout` are
  ///   some of the server's.
  /// - Throws: `StorageError.refusedStatement` for an empty name, for one whose value the store needs, such as
  ///   `search_path`, and for a value with a zero character. A read or save throws `StorageError.server` if the server
  ///   refuses a setting.
  /// - Important: A policy doesn't hold for the tables' owner, unless `FORCE ROW LEVEL SECURITY` says so. Let your service
  ///   connect as another user.
  public func setServerSettings(_ settings: [String: String]) throws(StorageError) {
    try Store.checkServerSettings(settings)
    for graph in graphs { graph.reader.serverSettings = settings }
  }
}
