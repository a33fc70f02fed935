import Foundation
import StrataPlatform
import StrataTestSupport

/// A connection to a port of this machine, on which a test sends whatever it wants.
struct RawRequest {
  private let socket: Int32

  /// The connection failed, or nobody answered in time.
  struct Failure: Error { let reason: String }

  init(port: UInt16) throws {
    socket = StrataPlatform.socket(AF_INET, Platform.streamSocket, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var limit = timeval(tv_sec: TimeScale.seconds(30), tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      close(socket)
      throw Failure(reason: String(cString: strerror(errno)))
    }
  }

  /// Sends bytes, and perhaps says that no more follow.
  func send(_ text: String, isLast: Bool = false) throws {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        write(socket, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw Failure(reason: String(cString: strerror(errno))) }
      sent += count
    }
    if isLast { shutdown(socket, Int32(SHUT_WR)) }
  }

  /// True if the other side has neither answered nor ended the connection.
  var isUnanswered: Bool {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 0
  }

  /// Reads the answer up to the end of the connection, and closes it.
  func answer() throws -> String {
    defer { close(socket) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(socket, &buffer, buffer.count)
      guard count >= 0 else { throw Failure(reason: String(cString: strerror(errno))) }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
