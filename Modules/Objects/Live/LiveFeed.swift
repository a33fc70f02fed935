import Foundation
import Synchronization

/// The state that the clients of one query share: its present page, and former ones.
final class LiveFeed<Value: Codable & Sendable & Equatable>: Sendable {
  /// The number of former pages from which a client that comes back gets the difference.
  static var keptPages: Int { 16 }

  private struct State {
    var page: LivePage<Value>?
    var failure: (any Error)?
    var hasEnded = false
    var former: [LivePage<Value>] = []
    /// By the page that each is of. Those of the present page alone.
    var messages: [String?: LiveMessage<Value>] = [:]
    var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())
  private let encoder: JSONEncoder
  private let release: @Sendable () -> Void

  /// - Parameter release: Called when no client is left.
  init(_ encoder: JSONEncoder, release: @escaping @Sendable () -> Void) {
    self.encoder = encoder
    self.release = release
  }

  deinit { release() }

  /// Shows a page to all clients, unless they have it.
  func publish(_ page: LivePage<Value>) {
    let listeners = state.withLock { state -> [AsyncStream<Void>.Continuation] in
      let had = state.failure == nil ? state.page : nil
      state.failure = nil
      guard had?.cursor != page.cursor else { return [] }
      if let former = state.page, former.cursor != page.cursor {
        state.former.removeAll { $0.cursor == page.cursor }
        state.former.append(former)
        if state.former.count > Self.keptPages { state.former.removeFirst() }
      }
      state.page = page
      state.messages = [:]
      return Array(state.listeners.values)
    }
    wake(listeners)
  }

  /// Fails the clients that wait.
  func publish(_ error: any Error) {
    wake(
      state.withLock {
        $0.failure = error
        return Array($0.listeners.values)
      })
  }

  /// Wakes the clients, which have nothing new.
  func tick() { wake(state.withLock { Array($0.listeners.values) }) }

  /// Ends the clients' sequences.
  func end() {
    for listener in state.withLock({ state in
      state.hasEnded = true
      return Array(state.listeners.values)
    }) { listener.finish() }
  }

  private func wake(_ listeners: [AsyncStream<Void>.Continuation]) {
    for listener in listeners { listener.yield() }
  }

  /// Returns a stream that has an element when there may be something new.
  func listen() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let identifier = UUID()
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.listeners[identifier] = listener }
      return state.hasEnded
    }
    if hasEnded { listener.finish() }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: identifier) }
    }
    return stream
  }

  /// The page with a cursor, if it is the present one or one of the last.
  func page(at cursor: String) -> LivePage<Value>? {
    state.withLock { state in
      state.page.flatMap { $0.cursor == cursor ? $0 : nil }
        ?? state.former.last { $0.cursor == cursor }
    }
  }

  /// Returns the message from a page to the present one, or nil if they are equal. It is made once for all clients.
  func message(after page: LivePage<Value>?) throws -> LiveMessage<Value>? {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      guard let present = state.page, let cursor = present.cursor, page?.cursor != cursor else {
        return nil
      }
      if let made = state.messages[page?.cursor] { return made }
      let made = LiveMessage(
        LiveChange(from: page, to: present, cursor: cursor), present, encoder)
      state.messages[page?.cursor] = made
      return made
    }
  }
}

/// A change with the page that it leads to, and its JSON, which is made once.
final class LiveMessage<Value: Codable & Sendable & Equatable>: Sendable {
  let change: LiveChange<Value>
  let page: LivePage<Value>
  private let encoder: JSONEncoder
  private let encoded = Mutex<Data?>(nil)

  init(_ change: LiveChange<Value>, _ page: LivePage<Value>, _ encoder: JSONEncoder) {
    self.change = change
    self.page = page
    self.encoder = encoder
  }

  func json() throws -> Data {
    try encoded.withLock { encoded in
      if let encoded { return encoded }
      let data = try encoder.encode(change)
      encoded = data
      return data
    }
  }
}
