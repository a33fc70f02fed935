package import Foundation
internal import StrataTestSupport
internal import Testing

/// Another process, which answers one line at a time.
package final class PeerProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  package init(_ program: String) throws {
    process.executableURL = try BuiltProgram.url(program)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    // Its input ends, and with it the process. It may have ended already.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  package func tell(_ line: String) throws -> String {
    try send(line)
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = rest[(end + 1)...] }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the process has ended")
      rest += more
    }
  }

  /// Kills the process some time after it was told something.
  package func tell(_ line: String, killedAfter time: Duration) throws {
    try send(line)
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }
}

/// Another process on the store of a contest, which changes a few objects when it is told to.
package struct ContestProcess {
  private let process: PeerProcess

  package init() throws { process = try PeerProcess("StrataContestPeer") }

  package func open(_ url: URL, seed: UInt64) throws {
    let place = url.isFileURL ? url.path : url.absoluteString
    try #require(try process.tell("open \(seed) \(place)") == "opened")
  }

  /// Lets the process change a few objects and save.
  ///
  /// - Returns: What it did.
  package func step(serial: Int) throws -> String {
    let answer = try process.tell("step \(serial)")
    try #require(!answer.hasPrefix("error"), "\(answer)")
    return answer
  }
}
