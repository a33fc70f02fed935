internal import Foundation
internal import StrataPlatform
import StrataSQLite

/// A connection of libpq's: its handle, and waiting for its socket.
///
/// Only opening it throws. Any other function that can fail returns false if the connection has ended.
final class LibpqConnection {
  let library: ClientLibrary
  // `close()` alone frees it. It is nil after that, which libpq's functions take for a connection that has ended.
  private var handle: OpaquePointer?

  /// Connects to a server.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``, also for a server that a store can't be on.
  init(_ address: ServerAddress) throws(StorageError) {
    library = try ClientLibrary.load(for: address.description)
    handle = Self.connect(address, library)
    // libpq would write warnings, and why the server ends the connection, to the program's standard error. The next
    // statement throws the latter.
    _ = library.setNotices(handle, { _, _ in }, nil)
    guard isOpen else {
      throw .cannotOpen(path: address.description, reason: Self.advised(failure))
    }
    try check(address)
  }

  deinit { close() }

  func close() {
    library.finish(handle)
    handle = nil
  }

  // MARK: State

  var isOpen: Bool { library.status(handle) == ClientLibrary.Status.ok }

  /// True unless the server has said that no transaction is open.
  var isInTransaction: Bool {
    library.transactionStatus(handle) != ClientLibrary.TransactionStatus.idle
  }

  var user: String { library.user(handle).map { String(cString: $0) } ?? "" }
  /// The server's version, as in 140000.
  var serverVersion: CInt { library.serverVersion(handle) }
  /// The number of the server's process for the connection.
  var processNumber: CInt { library.processNumber(handle) }

  /// A setting that the server reports by itself.
  func setting(_ name: String) -> String? {
    library.parameterStatus(handle, name).map { String(cString: $0) }
  }

  /// Why the connection has ended, or couldn't be made.
  var failure: String {
    guard handle != nil else { return "it was closed" }
    let text = library.errorMessage(handle).map { String(cString: $0) } ?? ""
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    return lines.isEmpty ? "the connection was lost" : lines.joined(separator: "; ")
  }

  // MARK: Sending

  func setNonblocking() -> Bool { library.setNonblocking(handle, 1) == 0 }

  func enterPipeline() -> Bool { library.enterPipeline(handle) == 1 }

  func exitPipeline() -> Bool { library.exitPipeline(handle) == 1 }

  /// Runs statements outside of the pipeline, and waits for them. Nil if there is no answer.
  func execute(_ sql: String) -> ServerResult? {
    library.execute(handle, sql).map { ServerResult($0, library) }
  }

  func send(_ sql: String) -> Bool {
    library.sendQuery(handle, sql, 0, nil, nil, nil, nil, ResultFormat.binary.rawValue) == 1
  }

  /// - Parameters:
  ///   - types: The types of the parameters, or nil if the server finds them.
  ///   - name: The name by which the statement was prepared, or nil if its text is sent.
  func send(
    _ sql: String, _ values: PackedParameters, of types: [CUnsignedInt]?, named name: String?,
    format: ResultFormat
  ) -> Bool {
    let (count, format) = (CInt(values.count), format.rawValue)
    return values.withPointers { pointers, lengths, formats in
      if let name {
        library.sendPrepared(handle, name, count, pointers, lengths, formats, format)
      } else {
        library.sendQuery(handle, sql, count, types, pointers, lengths, formats, format)
      }
    } == 1
  }

  func sendPreparation(of name: String, _ sql: String) -> Bool {
    library.sendPrepare(handle, name, sql, 0, nil) == 1
  }

  func sendDescription(of name: String) -> Bool { library.sendDescribe(handle, name) == 1 }

  func sendSync() -> Bool { library.sync(handle) == 1 }

  /// Asks the server to send its answers so far.
  func sendFlushRequest() -> Bool { library.requestFlush(handle) == 1 }

  /// Sends what libpq has gathered, and takes in what the server has sent meanwhile.
  func flush() -> Bool {
    while true {
      switch library.flush(handle) {
      case 0: return true
      case 1: guard waitForSocket(Int16(POLLIN | POLLOUT)) else { return false }
      default: return false
      }
    }
  }

  /// Sends rows of a COPY.
  func sendCopy(_ bytes: [UInt8]) -> Bool {
    repeatUntilSent {
      bytes.withUnsafeBytes { memory in
        library.putCopyData(
          handle, memory.assumingMemoryBound(to: CChar.self).baseAddress,
          CInt(clamping: memory.count))
      }
    }
  }

  func sendCopyEnd() -> Bool { repeatUntilSent { library.putCopyEnd(handle, nil) } }

  /// Sends what libpq had no room for (0) again, and everything that it has gathered.
  private func repeatUntilSent(_ send: () -> CInt) -> Bool {
    var code = send()
    while code == 0 {
      guard flush() else { return false }
      code = send()
    }
    return code > 0 && flush()
  }

  // MARK: Receiving

  /// True if the next result isn't there yet.
  var isBusy: Bool { library.isBusy(handle) == 1 }

  /// The next result of a command, or nil at its end.
  func nextResult() -> ServerResult? {
    library.getResult(handle).map { ServerResult($0, library) }
  }

  /// Lets the rows of the command that is received next come one by one.
  func receiveSingleRows() { _ = library.setSingleRow(handle) }

  /// Takes in what the server has sent.
  func consumeInput() -> Bool { library.consumeInput(handle) == 1 }

  /// True if the server has sent something, or has ended the connection.
  var hasInput: Bool {
    var entry = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Sends what it can, waits for input, and takes it in.
  ///
  /// - Parameter milliseconds: The longest time to wait, or nil for as long as it takes.
  func waitForInput(milliseconds: Int32? = nil) -> Bool {
    switch library.flush(handle) {
    case 0: waitForSocket(Int16(POLLIN), milliseconds: milliseconds)
    case 1: waitForSocket(Int16(POLLIN | POLLOUT), milliseconds: milliseconds)
    default: false
    }
  }

  /// Blocks until the socket is ready or the time is over, and takes in what the server has sent.
  private func waitForSocket(_ events: Int16, milliseconds: Int32? = nil) -> Bool {
    var entry = pollfd(fd: library.socket(handle), events: events, revents: 0)
    let isCancellable = statementsEndWithTask
    while true {
      let count = poll(&entry, 1, milliseconds ?? (isCancellable ? 50 : -1))
      if count > 0 { break }
      if count < 0, errno != EINTR { return false }
      if isCancellable, Task.isCancelled { cancelStatement() }
      if count == 0, milliseconds != nil { return true }
    }
    return entry.revents & Int16(POLLIN | POLLERR | POLLHUP) == 0 || consumeInput()
  }

  // The server then refuses the statement as interrupted. A request that comes too late does nothing.
  private func cancelStatement() {
    guard let request = library.getCancel(handle) else { return }
    defer { library.freeCancel(request) }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      _ = library.cancel(request, message.baseAddress, CInt(message.count))
    }
  }

  // MARK: Notifications

  /// Removes the notifications that were received. Returns false if there were none.
  func removeNotifications() -> Bool {
    var isNotified = false
    while let notification = library.notification(handle) {
      library.free(notification)
      isNotified = true
    }
    return isNotified
  }

  /// Waits for input of the server, and takes it in, or for that of another file.
  ///
  /// - Returns: True if the other file has input, or nil if the connection has ended.
  func waitForInput(orThatOf other: CInt) -> Bool? {
    var entries = [
      pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&entries, 2, -1) >= 0 || errno == EINTR else { return nil }
    if entries[1].revents != 0 { return true }
    guard entries[0].revents == 0 || consumeInput() else { return nil }
    return false
  }
}
