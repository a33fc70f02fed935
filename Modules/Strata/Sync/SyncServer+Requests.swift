public import Foundation
import Strata

/// An answer of a server to a request of a replica, for any HTTP server.
public struct SyncResponse: Sendable {
  /// The status of HTTP: 200, or that of an error.
  public let status: Int
  /// The body, as `application/json`.
  public let body: Data
}

extension SyncServer {
  /// The maximum time that a request to wait takes.
  static let longestWait = Duration.seconds(25)

  /// Answers a request of `HTTPSyncTransport`. Mount it as `POST …/:operation`.
  ///
  /// ```swift
  /// router.post("sync/:operation") { request, context in
  ///   let server = try SyncServer(container, scopes: scopes(of: try user(of: request)))
  ///   let response = await server.answer(
  ///     try context.parameters.require("operation"), try await body(of: request))
  ///   …
  /// }
  /// ```
  ///
  /// Your program decides whose request it is, and limits the size of its body.
  ///
  /// - Parameters:
  ///   - operation: `push`, `pull` or `wait`.
  ///   - body: The envelope as JSON.
  /// - Returns: The answer, or an error: 400 for what is no envelope, 404 for an unknown operation, 409 for an error of
  ///   ``SyncError``, 413 for too many objects, 503 where the store can't be read or written.
  public func answer(_ operation: String, _ body: Data) async -> SyncResponse {
    do {
      switch operation {
      case "push": return try await answer(body) { try await push($0) }
      case "pull": return try await answer(body) { try await pull($0) }
      case "wait": return try await answer(body) { try await answerWait($0) }
      default:
        return Self.failure(404, .malformed(reason: "\(operation.prefix(100)) is no operation"))
      }
    } catch let error as DecodingError {
      return Self.failure(400, .malformed(reason: Self.reason(error)))
    } catch let error as SyncError {
      if case .tooLarge = error { return Self.failure(413, error) }
      return Self.failure(409, error)
    } catch {
      if let logger = container.configuration.logger, logger.wants(.error) {
        logger.log(.error, message: "a request of a replica failed: \(error)")
      }
      return Self.failure(503, .busy)
    }
  }

  private func answer<Envelope: Decodable, Answer: Encodable>(
    _ body: Data, _ operation: (Envelope) async throws -> Answer
  ) async throws -> SyncResponse {
    let envelope = try JSONDecoder().decode(Envelope.self, from: body)
    return SyncResponse(status: 200, body: try JSONEncoder().encode(try await operation(envelope)))
  }

  private func answerWait(_ wait: SyncWait) async throws -> SyncWait {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.wait(after: wait.cursor) }
      group.addTask { try await Task.sleep(for: Self.longestWait) }
      try await group.next()
      group.cancelAll()
    }
    return wait
  }

  /// The reason of a decoding error, with the path to the member.
  private static func reason(_ error: DecodingError) -> String {
    let (path, text): ([any CodingKey], String) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath, "\(key.stringValue) is missing")
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context.codingPath, context.debugDescription)
      @unknown default: ([], "it can't be read")
      }
    let place = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    return place.isEmpty ? text : "\(place): \(text)"
  }

  private static func failure(_ status: Int, _ error: SyncError) -> SyncResponse {
    // Dropped: an error of encoding, which these values don't have. The status says enough without them.
    SyncResponse(status: status, body: (try? JSONEncoder().encode(error)) ?? Data())
  }
}

/// A question to wait for changes.
public struct SyncWait: Codable, Sendable {
  /// The position after which there may be changes.
  public var cursor: String

  /// Creates the question.
  public init(cursor: String) { self.cursor = cursor }
}
