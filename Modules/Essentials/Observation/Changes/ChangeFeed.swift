internal import Synchronization

/// Tells listeners that something was saved; from any thread, each on the saver's.
///
/// The message is only that a transaction with this number is there: listeners read what changed
/// from the store's history, in their own time, and so miss nothing and keep nothing.
public final class ChangeFeed: Sendable {
  /// What a listener does; it must return at once.
  public typealias Listener = @Sendable (_ transaction: Int64) -> Void

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// A feed without listeners.
  public init() {}

  /// Adds a listener, until the subscription is cancelled or gone.
  public func subscribe(_ listener: @escaping Listener) -> Subscription {
    let identifier = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    return Subscription(feed: self, identifier: identifier)
  }

  /// Tells all listeners. O(number of listeners).
  public func publish(_ transaction: Int64) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener(transaction) }
  }

  /// How many listen.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  fileprivate func remove(_ identifier: Int) {
    _ = state.withLock { $0.listeners.removeValue(forKey: identifier) }
  }

  /// Keeps a listener listening.
  public final class Subscription: Sendable {
    private let feed: ChangeFeed
    private let identifier: Int

    init(feed: ChangeFeed, identifier: Int) {
      self.feed = feed
      self.identifier = identifier
    }

    deinit { cancel() }

    /// Stops listening; a second time does nothing.
    public func cancel() { feed.remove(identifier) }
  }
}
