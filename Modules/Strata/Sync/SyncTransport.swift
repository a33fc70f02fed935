/// The way from a replica to its server.
///
/// ``SyncServer`` is one itself, for a server in the same process or a store that the replica's program may open.
public protocol SyncTransport: Sendable {
  /// Hands changes over to the server.
  ///
  /// - Throws: ``SyncError``, and errors of the way.
  func push(_ push: SyncPush) async throws -> SyncPushAnswer

  /// Asks the server for changes.
  ///
  /// - Throws: ``SyncError``, and errors of the way.
  func pull(_ pull: SyncPull) async throws -> SyncPullAnswer

  /// Waits until the server may have changes after a position. It may return early.
  ///
  /// - Throws: ``SyncError``, and errors of the way.
  func wait(after cursor: String) async throws
}
