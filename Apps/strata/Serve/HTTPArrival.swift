import Foundation
import StrataPlatform

/// A connection whose request hasn't a thread yet: its head arrives, or it was let through, or it was refused.
struct HTTPArrival {
  /// How far the request is.
  enum State {
    /// The bytes of its head so far.
    case head([UInt8])
    /// The gate has let it through. Its body has the bytes that came with the head.
    case ready(HTTPRequest)
    /// It has got an answer. Its rest is read until the other side ends it, or the time is over.
    case refused
  }

  let connection: Int32
  private(set) var state = State.head([])
  private var end: ContinuousClock.Instant
  /// The seconds that the other side has to take an answer to a request that was refused.
  private static let lingering = 1

  init(_ connection: Int32, until end: ContinuousClock.Instant) {
    self.connection = connection
    self.end = end
  }

  /// True if the request can have a thread.
  var isReady: Bool { if case .ready = state { true } else { false } }

  /// Takes the bytes that are there, without waiting.
  ///
  /// - Returns: True if the connection is over.
  mutating func receive(through gate: HTTPGate, at now: ContinuousClock.Instant) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      guard count == 0 || (errno != EAGAIN && errno != EINTR) else { return false }
      guard case .head(let bytes) = state, !bytes.isEmpty else { return true }
      return refuse(.text(.badRequest, "the request ends before its end"), at: now)
    }
    guard case .head(var bytes) = state else { return now >= end }
    let from = max(0, bytes.count - 3)
    bytes += buffer[..<count]
    state = .head(bytes)
    do throws(HTTPRequest.Refusal) {
      guard let size = Self.headSize(bytes, from: from) else {
        guard bytes.count < HTTPRequest.headLimit else {
          throw HTTPRequest.Refusal(.headTooLarge, "the head is too large")
        }
        return now >= end
      }
      var request = try HTTPRequest(head: Array(bytes[..<size]))
      request.body = Array(bytes[size...])
      if let answer = gate.answer(request) { return refuse(answer, at: now) }
      state = .ready(request)
      return false
    } catch {
      return refuse(.text(error.status, error.reason), at: now)
    }
  }

  /// Ends a request that takes too long.
  ///
  /// - Returns: True if the connection is over.
  mutating func checkTime(_ now: ContinuousClock.Instant) -> Bool {
    guard now >= end else { return false }
    switch state {
    case .head: return refuse(.text(.timeout, "the request takes too long"), at: now)
    case .ready: return false
    case .refused: return true
    }
  }

  /// Sends an answer that is small enough for the system's buffer, and goes on reading: closed with bytes unread, the
  /// system would throw away the answer.
  private mutating func refuse(_ answer: HTTPResponse, at now: ContinuousClock.Instant) -> Bool {
    let bytes = answer.bytes
    _ = send(connection, bytes, bytes.count, Int32(MSG_DONTWAIT))
    shutdown(connection, Int32(SHUT_WR))
    state = .refused
    end = now + .seconds(Self.lingering)
    return false
  }

  /// The size of a head with its empty line, or nil if that isn't there yet.
  ///
  /// - Parameter start: The first byte that may begin the end.
  private static func headSize(_ bytes: [UInt8], from start: Int) -> Int? {
    let end: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= start + 4 else { return nil }
    return (start...(bytes.count - 4)).first { bytes[$0..<($0 + 4)] == end[...] }.map { $0 + 4 }
  }
}
