import Foundation
import Synchronization

/// A socket that passes on to a server's, later by half a round trip in each direction.
final class DelayedServer: Sendable {
  let folder: URL
  private let listener: Int32
  private let target: String
  private let delay: TimeInterval
  private let connections = Mutex<[Int32]>([])

  init(before folder: String, roundTrip: TimeInterval) throws {
    target = folder + "/.s.PGSQL.5432"
    delay = roundTrip / 2
    self.folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "growth-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    listener = try Self.makeSocket()
    guard
      try Self.withAddress(self.folder.path + "/.s.PGSQL.5432", { bind(listener, $0, $1) }) == 0,
      listen(listener, 64) == 0
    else { throw GrowthError("the socket of the delayed server can't be made") }
    Thread.detachNewThread { [self] in takeClients() }
  }

  func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    // It is in the folder for temporary files.
    try? FileManager.default.removeItem(at: folder)
  }

  private static func makeSocket() throws -> Int32 {
    let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard made >= 0 else { throw GrowthError("there is no socket left") }
    return made
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw GrowthError("\(path) is too long for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Takes clients until the listener is closed. A client that can't be passed on is closed, and told so by that.
  private func takeClients() {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      do {
        let server = try Self.makeSocket()
        guard try Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
          throw GrowthError("the server takes no connection")
        }
        connections.withLock { $0 += [client, server] }
        pass(client, server)
        pass(server, client)
      } catch {
        close(client)
      }
    }
  }

  /// Passes on what comes, each part after the delay, and several parts at the same time.
  private func pass(_ source: Int32, _ target: Int32) {
    let parts = Parts()
    Thread.detachNewThread { [delay] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(source, &buffer, buffer.count)
        parts.add(count > 0 ? Array(buffer[..<count]) : [], at: Date(timeIntervalSinceNow: delay))
        if count <= 0 { return }
      }
    }
    Thread.detachNewThread {
      while true {
        let (part, time) = parts.next()
        Thread.sleep(until: time)
        guard !part.isEmpty else {
          shutdown(target, Int32(SHUT_WR))
          return
        }
        var sent = 0
        while sent < part.count {
          let count = part[sent...].withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
          guard count > 0 else { return }
          sent += count
        }
      }
    }
  }

  /// What is on its way in one direction.
  private final class Parts: Sendable {
    private let waiting = Mutex<[([UInt8], Date)]>([])
    private let added = DispatchSemaphore(value: 0)

    func add(_ part: [UInt8], at time: Date) {
      waiting.withLock { $0.append((part, time)) }
      added.signal()
    }

    func next() -> ([UInt8], Date) {
      added.wait()
      return waiting.withLock { $0.removeFirst() }
    }
  }
}
