import Foundation
import Strata

@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage

/// Has a store's lock for saves, on a thread of its own, until it is released.
final class HeldStore: Sendable {
  private let release = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  /// - Parameter isByOthers: True to keep the lock as another program does: by a transaction of another connection.
  init(_ container: ModelContainer, isByOthers: Bool = false) {
    let held = DispatchSemaphore(value: 0)
    let store = container.store
    Thread { [release, end] in
      // An error fails the test, which doesn't find the store held.
      try? store.withWriter { connection in
        if isByOthers {
          try connection.transaction {
            // A server is only waited for once there are rows to read.
            _ = try connection.integer("SELECT 1")
            // A server ends a transaction that does nothing for half a minute otherwise.
            if connection.isServer {
              try connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            }
            held.signal()
            release.wait()
          }
        } else {
          held.signal()
          release.wait()
        }
      }
      end.signal()
    }.start()
    held.wait()
  }

  /// Releases the lock, and waits until it is.
  func letGo() {
    release.signal()
    end.wait()
  }
}
