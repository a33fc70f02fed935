import Foundation
import Synchronization
import StrataTestSupport
import Testing

@testable import StrataStorage

@Suite(.timeLimit(.scaledMinutes(5))) struct FairLocks {
  /// Runs a body on a thread of its own.
  private func onThread(_ body: @escaping @Sendable () -> Void) {
    Thread(block: body).start()
  }

  private func wait(until isTrue: () -> Bool) {
    while !isTrue() { usleep(1000) }
  }

  @Test func areGotInTheOrderOfAsking() {
    let lock = FairLock()
    let order = Mutex<[Int]>([])
    #expect(lock.lock() == .locked)
    for number in 0..<8 {
      onThread {
        _ = lock.lock()
        order.withLock { $0.append(number) }
        lock.unlock()
      }
      wait { lock.waiterCount == number + 1 }
    }
    lock.unlock()
    // Who asks again comes last.
    _ = lock.lock()
    #expect(order.withLock(\.self) == Array(0..<8))
    lock.unlock()
  }

  @Test func areRecursive() {
    let lock = FairLock()
    let isLocked = Atomic(false)
    for _ in 1...3 { #expect(lock.lock() == .locked) }
    onThread {
      _ = lock.lock()
      isLocked.store(true, ordering: .releasing)
      lock.unlock()
    }
    wait { lock.waiterCount == 1 }
    for _ in 1...2 { lock.unlock() }
    #expect(!isLocked.load(ordering: .acquiring) && lock.waiterCount == 1)
    lock.unlock()
    wait { isLocked.load(ordering: .acquiring) }
  }

  @Test func areNotWaitedForBeyondTheTimeOut() {
    let lock = FairLock()
    let outcome = Mutex<FairLock.Outcome?>(nil)
    _ = lock.lock()
    onThread {
      let result = lock.lock(seconds: 0.05)
      outcome.withLock { $0 = result }
    }
    wait { outcome.withLock(\.self) != nil }
    #expect(outcome.withLock(\.self) == .timedOut && lock.waiterCount == 0)
    lock.unlock()
    #expect(lock.lock(seconds: 0) == .locked)
    lock.unlock()
  }

  @Test func areNotWaitedForOnceCancelled() {
    let lock = FairLock()
    let isCancelled = Atomic(false)
    let outcome = Mutex<FairLock.Outcome?>(nil)
    _ = lock.lock()
    onThread {
      let result = lock.lock(seconds: 1000) { isCancelled.load(ordering: .acquiring) }
      outcome.withLock { $0 = result }
    }
    wait { lock.waiterCount == 1 }
    isCancelled.store(true, ordering: .releasing)
    wait { outcome.withLock(\.self) != nil }
    #expect(outcome.withLock(\.self) == .cancelled && lock.waiterCount == 0)
    lock.unlock()
  }
}
