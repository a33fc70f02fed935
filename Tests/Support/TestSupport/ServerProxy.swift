public import Foundation
internal import StrataPlatform
internal import Synchronization

/// A proxy between programs and a PostgreSQL server, on a Unix socket of its own, which disturbs what passes.
///
/// It reads the messages of both sides (postgresql.org/docs/current/protocol-message-formats.html), so that something can
/// happen at each of them. Bytes and messages are counted over all connections, from the last disturbance on.
public final class ServerProxy: Sendable {
  /// The side that gets what passes.
  public enum Direction: Int, Sendable, CaseIterable { case toServer, toClient }

  /// The amount of data that has passed to a side.
  public struct Amount: Sendable, Equatable {
    /// The number of bytes.
    public var bytes = 0
    /// The number of messages.
    public var messages = 0
  }

  /// What the proxy does once.
  public enum Disturbance: Sendable {
    /// Ends the connection when so many bytes have passed.
    case cut(Direction, afterBytes: Int)
    /// Lets nothing pass for a time, once so many bytes have passed, and may end the connection then.
    case hold(Direction, afterBytes: Int, milliseconds: Int, thenCuts: Bool)
    /// Lets each message pass in two parts, with a pause before each.
    case halve(microseconds: UInt32)
    /// Replaces a message to the server, counted from 1, by one that the server refuses, or the next one that can be
    /// refused. The refusal gets another state, and a fatal one ends the connection.
    case refuse(message: Int, state: String, isFatal: Bool)
    /// Does something before a message passes, counted from 1. The body gets the number of the server's process, and
    /// returns false to end the connection there.
    case call(Direction, message: Int, @Sendable (_ process: Int32) -> Bool)
  }

  fileprivate struct State {
    var disturbance: Disturbance?
    var passed = [Amount(), Amount()]
    var hasHappened = false
    var heldUntil: ContinuousClock.Instant?
    /// The state that the next refusal gets.
    var forged: (state: String, isFatal: Bool)?
    var sockets: Set<Int32> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let folder: TemporaryFolder
  private let server: String
  private let listener: Int32
  /// The address of a store through the proxy.
  public let store: URL

  /// A failed call of the system.
  struct Failure: Error { let text: String }

  /// Listens for connections to a store.
  ///
  /// - Parameter store: The store's address, on a server with a Unix socket.
  public init(to store: URL) throws {
    guard var components = URLComponents(url: store, resolvingAgainstBaseURL: false),
      let index = components.queryItems?.firstIndex(where: { $0.name == "host" }),
      let host = components.queryItems?[index].value, host.hasPrefix("/")
    else { throw Failure(text: "\(store) has no folder with a socket") }
    folder = try TemporaryFolder()
    server = host + "/.s.PGSQL.5432"
    components.queryItems?[index].value = folder.url.path
    guard let url = components.url else { throw Failure(text: "\(store) is no address") }
    self.store = url
    listener = try Self.socket(folder.file(".s.PGSQL.5432").path) { bind($0, $1, $2) }
    guard listen(listener, 64) == 0 else { throw Failure(text: "listen: \(errno)") }
    Thread.detachNewThread { [weak self, listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { break }
        self.connect(client)
      }
      close(listener)
    }
  }

  deinit { end() }

  /// Ends all connections. The proxy takes none any more.
  private func end() {
    state.withLock { state in
      state.isClosed = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Counts from 0 again, and disturbs what passes from now on.
  public func disturb(_ disturbance: Disturbance?) {
    state.withLock { state in
      state.disturbance = disturbance
      state.passed = [Amount(), Amount()]
      state.hasHappened = false
      state.heldUntil = nil
    }
  }

  /// True if the disturbance has happened.
  public var hasHappened: Bool { state.withLock { $0.hasHappened } }

  /// What has passed since the last disturbance.
  public func passed(_ direction: Direction) -> Amount {
    state.withLock { $0.passed[direction.rawValue] }
  }

  // MARK: Passing on

  private static func socket(
    _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let made = StrataPlatform.socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      close(made)
      throw Failure(text: "\(path): \(String(cString: strerror(errno)))")
    }
    return made
  }

  private func connect(_ client: Int32) {
    // A server that isn't there ends the client's connection.
    guard let server = try? Self.socket(server, { StrataPlatform.connect($0, $1, $2) }) else {
      close(client)
      return
    }
    let isOpen = state.withLock { state in
      state.sockets.formUnion([client, server])
      return !state.isClosed
    }
    let link = Link(client: client, server: server)
    let ended = DispatchGroup()
    for direction in Direction.allCases {
      ended.enter()
      Thread.detachNewThread { [self] in
        if isOpen { pass(direction, of: link) }
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
        ended.leave()
      }
    }
    ended.notify(queue: .global()) { [self] in
      state.withLock { $0.sockets.subtract([client, server]) }
      close(client)
      close(server)
    }
  }

  /// A connection of a client with the server.
  private final class Link: Sendable {
    let client: Int32
    let server: Int32
    /// The server's process, which its first messages name.
    let process = Atomic<Int32>(0)

    init(client: Int32, server: Int32) {
      self.client = client
      self.server = server
    }
  }

  /// Passes messages on until one side ends.
  private func pass(_ direction: Direction, of link: Link) {
    let isToServer = direction == .toServer
    let (source, target) = isToServer ? (link.client, link.server) : (link.server, link.client)
    var isFirst = isToServer
    while let message = read(source, isFirst: isFirst) {
      isFirst = false
      if message.first == UInt8(ascii: "K"), !isToServer {
        link.process.store(number(message, at: 5), ordering: .relaxed)
      }
      guard passOn(message, direction, link, target) else { return }
    }
  }

  /// Reads a message. The first of a client has no type.
  private func read(_ socket: Int32, isFirst: Bool) -> [UInt8]? {
    let header = isFirst ? 4 : 5
    guard let start = read(socket, count: header) else { return nil }
    let length = Int(number(start, at: header - 4)) - 4
    guard length >= 0, let rest = read(socket, count: length) else { return nil }
    return start + rest
  }

  private func read(_ socket: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { memory in
        recv(socket, memory.baseAddress.map { $0 + done }, count - done, 0)
      }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }

  private func number(_ bytes: [UInt8], at index: Int) -> Int32 {
    bytes[index..<(index + 4)].reduce(0) { $0 << 8 | Int32($1) }
  }

  @discardableResult
  private func write(_ socket: Int32, _ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      let sent = bytes.withUnsafeBytes { memory in
        send(socket, memory.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      done += sent
    }
    return true
  }

  // MARK: Disturbing

  fileprivate enum Step {
    case whole, halves(UInt32), cut(Int), refuse
    case hold(Int, ContinuousClock.Instant, thenCuts: Bool)
    case call(@Sendable (Int32) -> Bool)
  }

  /// Passes a message on. Returns false at the connection's end.
  private func passOn(
    _ message: [UInt8], _ direction: Direction, _ link: Link, _ target: Int32
  ) -> Bool {
    let step = state.withLock { state in state.step(message, direction) }
    switch step {
    case .whole: break
    case .halves(let pause):
      usleep(pause)
      guard write(target, message[..<(message.count / 2)]) else { return false }
      usleep(pause)
      return write(target, message[(message.count / 2)...])
    case .cut(let count):
      write(target, message[..<count])
      return false
    case .hold(let count, let end, let thenCuts):
      guard write(target, message[..<count]) else { return false }
      while ContinuousClock.now < end { usleep(1000) }
      return !thenCuts && write(target, message[count...])
    case .refuse: return write(target, Self.refused(message))
    case .call(let body):
      guard body(link.process.load(ordering: .relaxed)) else { return false }
    }
    if direction == .toClient, message.first == UInt8(ascii: "E"),
      let forged = state.withLock({ state in
        defer { state.forged = nil }
        return state.forged
      })
    {
      return write(target, Self.refusal(forged.state, isFatal: forged.isFatal)) && !forged.isFatal
    }
    return write(target, message)
  }

  // An error ends a COPY, and what the server can't parse is an error. It then passes over all up to the next Sync. The
  // first message of a connection asks for a version of the protocol that there isn't.
  private static func refused(_ message: [UInt8]) -> [UInt8] {
    switch message[0] {
    case 0: message[..<4] + [0, 99, 0, 0] + message[8...]
    case UInt8(ascii: "d"), UInt8(ascii: "c"): packed("f", Array("forged\0".utf8))
    case UInt8(ascii: "Q"): packed("Q", Array("forged\0".utf8))
    default: packed("P", Array("\0forged\0\0\0".utf8))
    }
  }

  private static func refusal(_ state: String, isFatal: Bool) -> [UInt8] {
    let severity = isFatal ? "FATAL" : "ERROR"
    return packed("E", Array("S\(severity)\0V\(severity)\0C\(state)\0Mforged\0\0".utf8))
  }

  private static func packed(_ type: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
    [UInt8(ascii: type)] + withUnsafeBytes(of: UInt32(body.count + 4).bigEndian) { Array($0) }
      + body
  }
}

extension ServerProxy.State {
  /// Counts a message, and returns how it passes.
  fileprivate mutating func step(
    _ message: [UInt8], _ direction: ServerProxy.Direction
  ) -> ServerProxy.Step {
    let before = passed[direction.rawValue]
    passed[direction.rawValue].bytes += message.count
    passed[direction.rawValue].messages += 1
    let number = before.messages + 1
    func share(_ limit: Int) -> Int? {
      limit < before.bytes + message.count ? max(0, limit - before.bytes) : nil
    }
    switch disturbance {
    case .cut(direction, let limit)?:
      guard let count = share(limit) else { return .whole }
      disturbance = nil
      hasHappened = true
      return .cut(count)
    case .hold(direction, let limit, let time, let thenCuts)?:
      guard let count = share(limit) else { return .whole }
      hasHappened = true
      let end = heldUntil ?? .now + .milliseconds(time)
      heldUntil = end
      return end > .now ? .hold(count, end, thenCuts: thenCuts) : .whole
    case .halve(let pause)?:
      hasHappened = true
      return .halves(pause)
    case .refuse(let wanted, let state, let isFatal)?:
      // The end of what an error skips can't be one, nor the message that ends the connection.
      guard direction == .toServer, number >= wanted, let type = message.first,
        "\0PBDEQdc".utf8.contains(type)
      else { return .whole }
      disturbance = nil
      hasHappened = true
      forged = (state, isFatal)
      return .refuse
    case .call(direction, number, let body)?:
      disturbance = nil
      hasHappened = true
      return .call(body)
    default: return .whole
    }
  }
}
