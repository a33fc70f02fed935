import Foundation
import StrataPlatform
import StrataShell
import Synchronization

/// A server of pages on this machine: one request a connection, answered one after the other.
///
/// One thread accepts connections and reads the heads of their requests. A request gets a thread of its own only when the
/// gate has let it through, so that connections without the token take no thread from those with it.
final class HTTPServer: Sendable {
  /// The page of a request that was let through.
  typealias Handler = @MainActor @Sendable (HTTPRequest) async -> HTTPResponse

  let port: UInt16
  private let socket: Int32
  private let isStopped = Atomic<Bool>(false)
  /// The number of requests that have a thread.
  private let requestCount = Atomic<Int>(0)
  /// The greatest number of requests that have a thread. Others wait with their head read.
  private static let requestLimit = 32
  /// The greatest number of connections whose request hasn't a thread. Another one takes the place of the oldest.
  private static let arrivalLimit = 256
  /// The seconds that a request has to arrive, and an answer to be taken.
  private static let patience = 10

  /// Listens at a port of this machine, which no other machine can reach.
  ///
  /// - Parameter port: The port, or 0 for any that is free.
  /// - Throws: ``ShellError`` if the port is taken.
  init(port: UInt16) throws(ShellError) {
    let socket = StrataPlatform.socket(AF_INET, Platform.streamSocket, 0)
    guard socket >= 0 else { throw Self.failure("can't make a socket") }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var isReused: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, size) == 0 && listen(socket, 128) == 0
          && getsockname(socket, pointer, &size) == 0
      }
    }
    guard isBound else {
      let error = Self.failure("can't listen at port \(port)", hint: "give another with --port")
      close(socket)
      throw error
    }
    self.port = UInt16(bigEndian: address.sin_port)
    self.socket = socket
  }

  deinit { close(socket) }

  private static func failure(_ message: String, hint: String? = nil) -> ShellError {
    ShellError("\(message): \(String(cString: strerror(errno)))", hint: hint)
  }

  /// Serves until the task is cancelled.
  func run(_ gate: HTTPGate, _ handler: @escaping Handler) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
        Thread.detachNewThread {
          self.accept(gate, handler)
          end.resume()
        }
      }
    } onCancel: {
      isStopped.store(true, ordering: .releasing)
    }
  }

  private func accept(_ gate: HTTPGate, _ handler: @escaping Handler) {
    var arrivals: [HTTPArrival] = []
    defer { for arrival in arrivals { close(arrival.connection) } }
    while !isStopped.load(ordering: .acquiring) {
      startRequests(of: &arrivals, handler)
      var polled = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
      polled += arrivals.map {
        pollfd(fd: $0.isReady ? -1 : $0.connection, events: Int16(POLLIN), revents: 0)
      }
      // A request that is ready waits for the end of another one.
      let milliseconds: Int32 = arrivals.contains(where: \.isReady) ? 20 : 100
      guard poll(&polled, nfds_t(polled.count), milliseconds) >= 0 else { continue }
      let now = ContinuousClock.now
      for index in arrivals.indices.reversed() {
        let isOver =
          polled[index + 1].revents != 0
          ? arrivals[index].receive(through: gate, at: now) : arrivals[index].checkTime(now)
        if isOver { close(arrivals.remove(at: index).connection) }
      }
      guard polled[0].revents != 0 else { continue }
      let connection = StrataPlatform.accept(socket, nil, nil)
      guard connection >= 0 else { continue }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      if arrivals.count >= Self.arrivalLimit {
        let oldest = arrivals.firstIndex { !$0.isReady } ?? 0
        close(arrivals.remove(at: oldest).connection)
      }
      arrivals.append(HTTPArrival(connection, until: now + .seconds(Self.patience)))
    }
  }

  /// Gives threads to the requests that the gate has let through, the oldest first.
  private func startRequests(of arrivals: inout [HTTPArrival], _ handler: @escaping Handler) {
    while requestCount.load(ordering: .acquiring) < Self.requestLimit,
      let index = arrivals.firstIndex(where: \.isReady)
    {
      let arrival = arrivals.remove(at: index)
      guard case .ready(let request) = arrival.state else { continue }
      let connection = arrival.connection
      requestCount.add(1, ordering: .acquiringAndReleasing)
      Thread.detachNewThread {
        self.serve(connection, request, to: handler)
        close(connection)
        self.requestCount.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
  }

  private func serve(
    _ connection: Int32, _ request: HTTPRequest, to handler: @escaping Handler
  ) {
    let end = ContinuousClock.now + .seconds(Self.patience)
    let response: HTTPResponse
    do throws(HTTPRequest.Refusal) {
      response = Self.page(try whole(request, from: connection, until: end), handler)
    } catch {
      response = .text(error.status, error.reason)
    }
    write(response.bytes, to: connection)
    // Closed with bytes unread, the system would throw away the answer.
    shutdown(connection, Int32(SHUT_WR))
    drain(connection)
  }

  /// Makes the page on the main actor, which has the store.
  private static func page(_ request: HTTPRequest, _ handler: @escaping Handler) -> HTTPResponse {
    let done = DispatchSemaphore(value: 0)
    let made = Mutex<HTTPResponse?>(nil)
    Task { @MainActor in
      let response = await handler(request)
      made.withLock { $0 = response }
      done.signal()
    }
    done.wait()
    return made.withLock { $0 } ?? .text(.failed, "there is no page")
  }

  /// Reads the rest of a request's body.
  private func whole(
    _ request: HTTPRequest, from connection: Int32, until end: ContinuousClock.Instant
  ) throws(HTTPRequest.Refusal) -> HTTPRequest {
    var request = request
    while request.body.count < request.bodySize {
      request.body += try receive(connection, until: end)
    }
    request.body = Array(request.body.prefix(request.bodySize))
    return request
  }

  private func receive(
    _ connection: Int32, until end: ContinuousClock.Instant
  ) throws(HTTPRequest.Refusal) -> [UInt8] {
    let rest = ContinuousClock.now.duration(to: end)
    let milliseconds =
      rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000
    var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    guard milliseconds > 0, poll(&waiting, 1, Int32(clamping: milliseconds)) > 0,
      !isStopped.load(ordering: .acquiring)
    else { throw HTTPRequest.Refusal(.timeout, "the request takes too long") }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &buffer, buffer.count, 0)
    guard count > 0 else {
      throw HTTPRequest.Refusal(.badRequest, "the request ends before its end")
    }
    return Array(buffer[..<count])
  }

  private func write(_ bytes: [UInt8], to connection: Int32) {
    let end = ContinuousClock.now + .seconds(Self.patience)
    var sent = 0
    while sent < bytes.count, ContinuousClock.now < end {
      var waiting = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
      guard poll(&waiting, 1, 1000) >= 0 else { return }
      guard waiting.revents & Int16(POLLOUT) != 0 else {
        if waiting.revents != 0 { return }
        continue
      }
      let count = bytes[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      // Nobody takes the answer any more.
      guard count > 0 else { return }
      sent += count
    }
  }

  private func drain(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let end = ContinuousClock.now + .seconds(1)
    var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    while ContinuousClock.now < end, poll(&waiting, 1, 200) > 0,
      recv(connection, &buffer, buffer.count, 0) > 0
    {}
  }
}
