import Foundation
import TestSupport
import Testing

/// Another process on the store of a contest; it does one thing at a time, when it is told to.
final class PeerProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  init() throws {
    let program = try BuiltProgram.url("ContestPeer")
    process.executableURL = program
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    // Its input ends, and with it the process. It may have ended already.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func open(_ url: URL, seed: UInt64) throws {
    try #require(
      try tell("open \(seed) \(url.isFileURL ? url.path : url.absoluteString)") == "opened")
  }

  /// Lets the process change a few objects and save.
  ///
  /// - Returns: What it did.
  func step(serial: Int) throws -> String {
    let answer = try tell("step \(serial)")
    try #require(!answer.hasPrefix("error"), "\(answer)")
    return answer
  }

  private func tell(_ line: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
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
}
