public import Foundation
import StrataContexts
import StrataSQLite

/// The changes of a live query, for one client.
public struct LiveChanges<Value: LiveValue>: AsyncSequence, Sendable {
  let messages: LiveMessages<Value>

  /// Begins to follow the query.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: LiveReader(messages)) }

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var reader: LiveReader<Value>

    /// Waits for the next change. All that changed since the last one is in it.
    ///
    /// - Returns: nil if the task is cancelled or the container is closed.
    /// - Throws: as `ModelContext.fetch(_:)`, and the error of a value that can't be made. Begin again with the cursor to
    ///   go on.
    nonisolated(nonsending) public mutating func next() async throws -> LiveChange<Value>? {
      while let news = try await reader.next() {
        if case .message(let message) = news { return message.change }
      }
      return nil
    }
  }
}

/// The changes of a live query as bytes, for one client.
public struct LiveEncodedChanges<Value: LiveValue>: AsyncSequence, Sendable {
  enum Format { case message, event }

  let messages: LiveMessages<Value>
  let format: Format

  /// Begins to follow the query.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: LiveReader(messages), format: format)
  }

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var reader: LiveReader<Value>
    let format: Format

    /// Waits for the next message or event. All that changed since the last one is in it.
    ///
    /// - Returns: nil if the task is cancelled or the container is closed.
    /// - Throws: as ``LiveChanges/Iterator/next()``, and the encoder's error.
    nonisolated(nonsending) public mutating func next() async throws -> Data? {
      while let news = try await reader.next() {
        switch (format, news) {
        case (.message, .message(let message)): return try message.json()
        case (.event, .message(let message)):
          return Self.event(message.change.cursor, try message.json())
        case (.event, .nothing): return Data(":\n\n".utf8)
        case (.message, .nothing): continue
        }
      }
      return nil
    }

    /// An event as the standard has it (WHATWG HTML, 9.2.6): a line for each line of the data.
    private static func event(_ cursor: String, _ json: Data) -> Data {
      var event = Data("id: \(cursor)\n".utf8)
      for line in json.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        event += Data("data: ".utf8) + line + Data("\n".utf8)
      }
      return event + Data("\n".utf8)
    }
  }
}

/// The query of a client, with its cursor.
struct LiveMessages<Value: LiveValue>: Sendable {
  let queries: LiveQueries
  let descriptor: FetchDescriptor<Value.Model>
  let cursor: String?
}

/// The reader of one client: returns messages, each with the difference between its page and the present one.
private struct LiveReader<Value: LiveValue> {
  enum News {
    case message(LiveMessage<Value>)
    /// The client was woken, and has the present page.
    case nothing
  }

  private let messages: LiveMessages<Value>
  private var feed: LiveFeed<Value>?
  private var signals: AsyncStream<Void>.Iterator?
  private var page: LivePage<Value>?

  init(_ messages: LiveMessages<Value>) { self.messages = messages }

  /// Returns nil at the end, also if the container is closed while something is read.
  nonisolated(nonsending) mutating func next() async throws -> News? {
    do {
      return try await news()
    } catch StorageError.closed {
      return nil
    }
  }

  private nonisolated(nonsending) mutating func news() async throws -> News? {
    let feed: LiveFeed<Value>
    if let begun = self.feed {
      feed = begun
    } else {
      let queries = messages.queries
      guard
        let found = try await queries.context.feed(
          messages.descriptor, as: Value.self, queries.encoder, keepAlive: queries.keepAlive)
      else { return nil }
      feed = found
      self.feed = feed
      signals = feed.listen().makeAsyncIterator()
      page = messages.cursor.flatMap { feed.page(at: $0) }
      if let message = try message(of: feed) { return .message(message) }
    }
    guard await signals?.next(isolation: #isolation) != nil, !Task.isCancelled else { return nil }
    return try message(of: feed).map { .message($0) } ?? .nothing
  }

  private mutating func message(of feed: LiveFeed<Value>) throws -> LiveMessage<Value>? {
    guard let message = try feed.message(after: page) else { return nil }
    page = message.page
    return message
  }
}
