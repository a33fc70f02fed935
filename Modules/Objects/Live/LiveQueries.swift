public import Foundation
public import StrataContexts

/// The queries of a container that clients follow: pages in a browser, other processes, other machines.
///
/// ```swift
/// let live = LiveQueries(container)
/// var notes = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])
/// notes.fetchLimit = 50
/// for try await change in live.changes(of: notes, as: Note.Snapshot.self) { … }
/// ```
///
/// Each client gets the whole page first, then what changes, whoever saves it: any context, container or process. A query
/// that many clients follow is evaluated once for all of them, and only after changes of what it mentions and of what its
/// values were made of. A client that reads slowly gets one change in place of several.
///
/// Keep one of these for the life of the container. Clients whose scopes differ, such as those of two tenants, need one
/// each, or the condition in their descriptors.
public final class LiveQueries: Sendable {
  let context: LiveContext
  let encoder: JSONEncoder
  let keepAlive: Duration

  /// Creates the queries of a container.
  ///
  /// - Parameters:
  ///   - container: The container. Its configuration's scopes hold.
  ///   - scopes: Further conditions of all queries.
  ///   - encoder: What makes the JSON of messages and events.
  ///   - keepAlive: The time after which events have a comment, so that neither a proxy nor a network takes the connection
  ///     for lost.
  public init(
    _ container: ModelContainer, scopes: [ModelScope] = [], encoder: JSONEncoder = JSONEncoder(),
    keepAlive: Duration = .seconds(15)
  ) {
    context = LiveContext(container, scopes)
    self.encoder = encoder
    self.keepAlive = keepAlive
  }

  /// The pages of a query: the first one whole, then each change, until the task is cancelled or the container is closed.
  ///
  /// Give the descriptor a `fetchLimit`, unless all objects are few: each client has the whole page.
  ///
  /// - Parameters:
  ///   - descriptor: The query.
  ///   - type: The type of the values.
  ///   - cursor: The name of the page that the client has, or nil for none. If it is the present page, the sequence begins
  ///     with the next change, also after a restart of the program. If it is one of the last 16, it begins with the
  ///     difference. Otherwise it begins with the whole page.
  public func changes<Value: LiveValue>(
    of descriptor: FetchDescriptor<Value.Model>, as type: Value.Type, after cursor: String? = nil
  ) -> LiveChanges<Value> {
    LiveChanges(messages: LiveMessages(queries: self, descriptor: descriptor, cursor: cursor))
  }

  /// The changes of a query as JSON, such as for the texts of a WebSocket.
  ///
  /// Each change is encoded once for all clients. The parameters are those of ``changes(of:as:after:)``.
  public func messages<Value: LiveValue>(
    of descriptor: FetchDescriptor<Value.Model>, as type: Value.Type, after cursor: String? = nil
  ) -> LiveEncodedChanges<Value> {
    LiveEncodedChanges(
      messages: LiveMessages(queries: self, descriptor: descriptor, cursor: cursor),
      format: .message)
  }

  /// The changes of a query as server-sent events, for a response of the type `text/event-stream`.
  ///
  /// Each event has the page's cursor as its `id`, so that a browser that connects again sends it as `Last-Event-ID`. Give
  /// that header as the cursor. The parameters are those of ``changes(of:as:after:)``.
  public func events<Value: LiveValue>(
    of descriptor: FetchDescriptor<Value.Model>, as type: Value.Type, after cursor: String? = nil
  ) -> LiveEncodedChanges<Value> {
    LiveEncodedChanges(
      messages: LiveMessages(queries: self, descriptor: descriptor, cursor: cursor), format: .event)
  }

  /// The number of queries that have clients.
  public var queryCount: Int {
    get async { await context.evaluationCount }
  }
}
