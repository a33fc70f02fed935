public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif
public import StrataSync

/// The way to a server over HTTP, whose program gives requests to `SyncServer.answer(_:_:)`.
///
/// ```swift
/// let transport = HTTPSyncTransport(
///   URL(string: "https://notes.example/sync")!, headers: ["Authorization": "Bearer …"])
/// let replica = try Replica(container, transport: transport)
/// ```
public struct HTTPSyncTransport: SyncTransport {
  /// The address, to which `push`, `pull` and `wait` are appended.
  public let url: URL
  /// The fields of all requests, such as who asks.
  public let headers: [String: String]
  private let session: URLSession

  /// Creates the way to an address.
  public init(_ url: URL, headers: [String: String] = [:], session: URLSession = .shared) {
    self.url = url
    self.headers = headers
    self.session = session
  }

  /// Hands changes over to the server.
  ///
  /// - Throws: `SyncError`, `URLError`.
  public func push(_ push: SyncPush) async throws -> SyncPushAnswer { try await post("push", push) }

  /// Asks the server for changes.
  ///
  /// - Throws: `SyncError`, `URLError`.
  public func pull(_ pull: SyncPull) async throws -> SyncPullAnswer { try await post("pull", pull) }

  /// Waits until the server may have changes after a position.
  ///
  /// - Throws: `SyncError`, `URLError`.
  public func wait(after cursor: String) async throws {
    let _: SyncWait = try await post("wait", SyncWait(cursor: cursor))
  }

  private func post<Envelope: Encodable, Answer: Decodable>(
    _ operation: String, _ envelope: Envelope
  ) async throws -> Answer {
    var request = URLRequest(url: url.appending(path: operation))
    request.httpMethod = "POST"
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(envelope)
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    let decoder = JSONDecoder()
    do {
      if status == 200 { return try decoder.decode(Answer.self, from: data) }
      throw try decoder.decode(SyncError.self, from: data)
    } catch is DecodingError {
      throw SyncError.unexpectedAnswer(
        status: status, text: String(decoding: data.prefix(200), as: UTF8.self))
    }
  }
}
