import StrataSQLite

internal import Foundation
internal import StrataPlatform

// Unchecked: only the thread uses the connection and the reading end. The lock guards the writing end.
/// A connection that listens for the notifications of a channel (postgresql.org/docs/current/sql-listen.html).
///
/// It has a thread of its own, which ends with ``stop()``. If the connection ends, it makes another one each second.
package final class ServerListener: @unchecked Sendable {
  private let address: ServerAddress
  private let channel: String
  private let onNotification: @Sendable () -> Void
  private let lock = NSLock()
  /// The end of a pipe whose end of file stops the thread.
  private let reading: CInt
  /// The other end, or nil once it is closed.
  private var writing: CInt?

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - channel: The channel's name, as the server compares it.
  ///   - onNotification: Called on the listener's thread after notifications, and whenever some may have been missed.
  /// - Returns: Nil if the process can open no further pipe.
  package init?(
    _ address: ServerAddress, channel: String, onNotification: @escaping @Sendable () -> Void
  ) {
    var pair: [CInt] = [0, 0]
    guard pipe(&pair) == 0 else { return nil }
    for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.address = address
    self.channel = channel
    self.onNotification = onNotification
    reading = pair[0]
    writing = pair[1]
    let thread = Thread { [self] in run() }
    thread.name = "strata listener"
    thread.start()
  }

  /// Ends the listener. The handler may run once more.
  package func stop() {
    lock.lock()
    defer { lock.unlock() }
    guard let end = writing else { return }
    writing = nil
    close(end)
  }

  private func run() {
    defer { close(reading) }
    repeat {
      do {
        let connection = try ServerConnection(address)
        try connection.listen(to: channel)
        onNotification()
        while try connection.waitForNotification(orInputOf: reading) { onNotification() }
        return
      } catch .readOnly {
        // A standby sends no notifications. Watchers ask the server now and then, too.
        return
      } catch {
        // Dropped: why there is no connection. A read or a save meets the same error.
      }
    } while !isStopped(within: 1000)
  }

  /// Waits for a time, or until the listener is stopped.
  private func isStopped(within milliseconds: CInt) -> Bool {
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}

extension ServerConnection {
  /// Lets the server send the notifications of a channel.
  fileprivate func listen(to channel: String) throws(StorageError) {
    try execute("LISTEN \(quoted(channel))")
  }

  /// Waits for notifications.
  ///
  /// - Parameter other: A file whose input ends the wait, too.
  /// - Returns: False if the other file has input.
  fileprivate func waitForNotification(orInputOf other: CInt) throws(StorageError) -> Bool {
    let libpq = pipeline.libpq
    while !libpq.removeNotifications() {
      guard let isOther = libpq.waitForInput(orThatOf: other) else { throw pipeline.lost() }
      if isOther { return false }
    }
    return true
  }
}
