import StrataObservation
import Synchronization
import Testing

@Suite struct ChangeFeeds {
  private final class Log: Sendable {
    private let numbers = Mutex<[Int64]>([])
    var all: [Int64] { numbers.withLock { $0 } }
    func note(_ number: Int64) { numbers.withLock { $0.append(number) } }
  }

  private let feed = ChangeFeed()
  private let log = Log()

  @Test func tellTheirListenersEachNumber() {
    let subscription = feed.subscribe { [log] in log.note($0) }
    feed.publish(1)
    feed.publish(2)
    #expect(log.all == [1, 2] && feed.listenerCount == 1 && feed.publishCount == 2)
    subscription.cancel()
  }

  @Test func tellNobodyWhoCancelled() {
    let subscription = feed.subscribe { [log] in log.note($0) }
    subscription.cancel()
    subscription.cancel()
    feed.publish(1)
    #expect(log.all.isEmpty && feed.listenerCount == 0)
  }

  @Test func forgetSubscriptionsThatAreGone() {
    do {
      let subscription = feed.subscribe { [log] in log.note($0) }
      withExtendedLifetime(subscription) { feed.publish(1) }
    }
    feed.publish(2)
    #expect(log.all == [1] && feed.listenerCount == 0)
  }

  @Test func letAListenerSubscribeAndCancel() {
    let inner = Mutex<ChangeFeed.Subscription?>(nil)
    let outer = feed.subscribe { [feed, log] number in
      log.note(number)
      inner.withLock { $0 = feed.subscribe { log.note(-$0) } }
    }
    feed.publish(1)
    #expect(log.all == [1])
    outer.cancel()
    feed.publish(2)
    #expect(log.all == [1, -2])
    inner.withLock { $0 = nil }
    #expect(feed.listenerCount == 0)
  }

  @Test func serveManyThreads() async {
    let subscription = feed.subscribe { [log] in log.note($0) }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask { [feed] in
          for number in 0..<100 {
            let short = feed.subscribe { _ in }
            feed.publish(Int64(writer * 100 + number))
            short.cancel()
          }
        }
      }
    }
    #expect(log.all.sorted() == Array(0..<800) && feed.listenerCount == 1)
    subscription.cancel()
  }
}
