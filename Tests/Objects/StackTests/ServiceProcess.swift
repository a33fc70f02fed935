import Foundation
import StrataTestSupport
import Testing

/// A program that uses a store at the same time, and answers line by line.
final class ServiceProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  init(_ arguments: String...) throws {
    process.executableURL = try BuiltProgram.url("StrataServicePeer")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    // It may have ended already, and with it the pipe.
    try? input.fileHandleForWriting.close()
    process.terminate()
    process.waitUntilExit()
  }

  /// Lets the program go on that waits for a line.
  func start() throws { try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

  /// The next line. Blocks the thread.
  func line() throws -> String {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the process has ended")
      rest += more
    }
  }

  /// The numbers of the next line, each by the word before it.
  func numbers() throws -> [String: Int] {
    let line = try line()
    let words = line.split(separator: " ").map(String.init)
    try #require(words.count.isMultiple(of: 2) && words.first != "error:", "\(line)")
    var numbers: [String: Int] = [:]
    for index in stride(from: 0, to: words.count, by: 2) {
      let number: Int = try #require(Int(words[index + 1]), "\(line)")
      numbers[words[index]] = number
    }
    return numbers
  }
}
