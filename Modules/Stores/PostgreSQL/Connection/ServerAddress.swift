package import Foundation
package import StrataSQLite

/// The address of a store on a PostgreSQL server, such as `postgresql://app@db.example/shop?schema=tenant_7`.
///
/// The path names the database, and these parameters are ours:
///
/// - `schema`: the schema that has the store's tables.
/// - `saves`: how saves share the store (``SaveMode``).
/// - `pooler`: whether a pooler on the way gives a client a connection of the server's for a `session` or a `transaction`.
/// - `replica`: the address of a standby that answers reads.
/// - `connections`: how many connections the store lends at once to reads, and as many to saves side by side.
/// - `listen=on`: saves notify the programs that watch the store.
/// - `untested=on`: uses a server of another kind than PostgreSQL, as the tests do.
///
/// All other parameters are libpq's (postgresql.org/docs/current/libpq-connect.html). A password never becomes part of a
/// description or an error.
package struct ServerAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The address without its password.
  package let description: String
  /// The schema with the store's tables.
  package let schema: String
  /// True if saves send notifications and watchers listen for them.
  package let usesNotifications: Bool
  /// How saves share the store, or nil if the address doesn't say it.
  package let saves: SaveMode?
  /// For how long a pooler before the server gives a client a connection of the server's, or nil if there may be none.
  package let pooler: Pooler?
  /// The number of connections that a store lends at once to reads. Saves side by side have as many of their own.
  package let connectionCount: Int
  /// True if a server may be of another kind than PostgreSQL.
  let allowsUntested: Bool
  /// The address for libpq, with the password, and without our own parameters.
  let connectionText: String

  // None or one. An optional value can't be of the type that it is in.
  private let replicas: [ServerAddress]
  /// The address of the standby that answers reads, or nil if none is named.
  package var replica: ServerAddress? { replicas.first }

  /// For how long a pooler gives a client a connection of the server's.
  package enum Pooler: String, Sendable {
    /// As long as the client is connected.
    case session
    /// For one transaction. The next one may get another connection, with what others have left there.
    case transaction
  }

  /// The schema of a store whose address names none.
  package static let defaultSchema = "strata"

  /// Reads an address.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)`` for a URL that is none.
  package init(_ url: URL) throws(StorageError) { try self.init(url, standbyOf: nil) }

  /// The number of connections of a store whose address doesn't say it.
  private static let defaultConnectionCount = 8
  /// The numbers of connections that an address may have.
  private static let connectionCounts = 1...1_000

  /// - Parameter primary: For the address of a standby, the schema of the primary's address and its number of connections.
  private init(
    _ url: URL, standbyOf primary: (schema: String, connectionCount: Int)?
  ) throws(StorageError) {
    guard url.isOfServer,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    else {
      // The text may have a password, so that it isn't repeated.
      throw .cannotOpen(
        path: url.scheme.map { "\($0)://…" } ?? "…",
        reason:
          "a server's address begins with postgresql://, as in postgresql://user@host/database")
    }
    components.scheme = "postgresql"
    var parameters = components.queryItems ?? []
    func value(_ name: String) -> String? { parameters.last { $0.name == name }?.value }
    let schema = primary?.schema ?? value("schema") ?? Self.defaultSchema
    let connections = parameters.last { $0.name == "connections" }.map { $0.value ?? "" }
    let count = connections.map { Int($0) ?? 0 }
    connectionCount = count ?? primary?.connectionCount ?? Self.defaultConnectionCount
    let mode = value("pooler")
    pooler = mode.flatMap { Pooler(rawValue: $0) }
    allowsUntested = value("untested") == "on"
    let notifications = parameters.last { $0.name == "listen" }.map { $0.value ?? "" }
    usesNotifications = notifications == "on"
    let saves = parameters.last { $0.name == "saves" }.map { $0.value ?? "" }
    self.saves = saves.flatMap { SaveMode(rawValue: $0) }
    let replica = value("replica")
    let own = ["schema", "saves", "pooler", "listen", "replica", "untested", "connections"]
    parameters.removeAll { own.contains($0.name) }
    if !parameters.contains(where: { $0.name == "sslmode" }), !Self.isLocal(components, parameters)
    {
      parameters.append(URLQueryItem(name: "sslmode", value: "verify-full"))
    }
    let hosts = Self.hosts(components, parameters)
    // Otherwise libpq would take the first server that answers, which may be a standby.
    // A name and a number are one server.
    let numbers = parameters.filter { $0.name == "hostaddr" }.compactMap(\.value)
      .flatMap { $0.split(separator: ",") }
    if max(hosts.count - numbers.count, numbers.count) > 1, value("target_session_attrs") == nil,
      primary == nil
    {
      parameters.append(URLQueryItem(name: "target_session_attrs", value: "read-write"))
    }
    components.queryItems = parameters.isEmpty ? nil : parameters
    connectionText = components.string ?? url.absoluteString
    self.schema = schema

    components.password = nil
    components.fragment = nil
    parameters.removeAll { !["host", "port", "dbname", "user"].contains($0.name) }
    if schema != Self.defaultSchema {
      parameters.append(URLQueryItem(name: "schema", value: schema))
    }
    components.queryItems = parameters.isEmpty ? nil : parameters
    description = components.string ?? "postgresql://…"
    guard !schema.isEmpty, schema.utf8.count <= 63, !schema.hasPrefix("pg_") else {
      throw .cannotOpen(
        path: description,
        reason:
          "\(schema.isEmpty ? "an empty name" : schema) can't be a schema's name; it has 1 to 63 bytes, "
          + "and doesn't begin with pg_")
    }
    guard mode == nil || pooler != nil else {
      throw .cannotOpen(
        path: description, reason: "a pooler's mode is pooler=session or pooler=transaction")
    }
    guard count.map(Self.connectionCounts.contains) ?? true else {
      throw .cannotOpen(
        path: description,
        reason: "connections=\(connections ?? "") is none; it is a number from 1 to 1000")
    }
    guard ["on", "off", nil].contains(notifications) else {
      throw .cannotOpen(path: description, reason: "listen is on or off")
    }
    if let saves, self.saves == nil {
      throw .cannotOpen(
        path: description, reason: "saves=\(saves) is none; it is saves=serial or saves=concurrent")
    }
    guard !usesNotifications || pooler != .transaction else {
      throw .cannotOpen(
        path: description,
        reason:
          "a pooler of transactions passes no notifications on; leave listen=on out, or use pooler=session"
      )
    }
    guard let replica else {
      replicas = []
      return
    }
    // A text that is no URL may have a password as well, so that it isn't repeated.
    guard primary == nil, let url = URL(string: replica), url.isOfServer else {
      throw .cannotOpen(
        path: description,
        reason:
          "replica is the address of one standby, as in replica=postgresql://user@host/database")
    }
    replicas = [
      try ServerAddress(url, standbyOf: (schema: schema, connectionCount: connectionCount))
    ]
  }

  /// The names and numbers of the servers that an address leads to.
  private static func hosts(
    _ components: URLComponents, _ parameters: [URLQueryItem]
  ) -> [Substring] {
    let named = parameters.filter { ["hostaddr", "host"].contains($0.name) }.compactMap(\.value)
    return (named + [components.host ?? ""]).flatMap { $0.split(separator: ",") }
  }

  // True if others can't read the connection. False if libpq takes the host from the environment.
  private static func isLocal(_ components: URLComponents, _ parameters: [URLQueryItem]) -> Bool {
    let hosts = Self.hosts(components, parameters)
    guard !hosts.isEmpty else {
      let variables = ProcessInfo.processInfo.environment
      return !parameters.contains { $0.name == "service" }
        && ["PGHOST", "PGHOSTADDR", "PGSERVICE"].allSatisfy { variables[$0] == nil }
    }
    return hosts.allSatisfy { host in
      host.hasPrefix("/") || host.hasPrefix("@")
        || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
  }

  /// Has no password either, so that `dump` of a container shows none.
  package var customMirror: Mirror { Mirror(self, children: ["address": description]) }

  /// Two addresses are the same if they lead to the same tables for the same user.
  package static func == (lhs: ServerAddress, rhs: ServerAddress) -> Bool {
    lhs.description == rhs.description
  }

  /// Hashes the address without its password.
  package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
