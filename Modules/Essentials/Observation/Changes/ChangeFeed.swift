internal import Synchronization

/// A feed that notifies subscribers of each saved transaction, on the thread that saved.
///
/// A notification has only the transaction's number. A subscriber reads the changes from the
/// store's history when it is ready. So no subscriber misses a change, and the feed stores none.
public final class ChangeFeed: Sendable {
  /// The function that the feed calls for a transaction.
  ///
  /// It must return at once, since the saving thread waits for it.
  public typealias Listener = @Sendable (_ transaction: Int64) -> Void

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    var publishCount = 0
  }

  private let state = Mutex(State())

  /// Creates a feed without subscribers.
  public init() {}

  /// Adds a listener until you cancel or release the subscription.
  public func subscribe(_ listener: @escaping Listener) -> Subscription {
    let identifier = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    return Subscription(feed: self, identifier: identifier)
  }

  /// Notifies all listeners.
  ///
  /// O(number of listeners).
  public func publish(_ transaction: Int64) {
    let listeners = state.withLock { state in
      state.publishCount += 1
      return Array(state.listeners.values)
    }
    for listener in listeners { listener(transaction) }
  }

  /// The number of subscribed listeners.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// The number of notifications so far. Compare it to detect saves without subscribing.
  package var publishCount: Int { state.withLock { $0.publishCount } }

  fileprivate func remove(_ identifier: Int) {
    _ = state.withLock { $0.listeners.removeValue(forKey: identifier) }
  }

  /// The registration of a listener.
  ///
  /// Releasing it cancels it.
  public final class Subscription: Sendable {
    private let feed: ChangeFeed
    private let identifier: Int

    init(feed: ChangeFeed, identifier: Int) {
      self.feed = feed
      self.identifier = identifier
    }

    deinit { cancel() }

    /// Removes the listener.
    ///
    /// Calling it again does nothing.
    public func cancel() { feed.remove(identifier) }
  }
}
