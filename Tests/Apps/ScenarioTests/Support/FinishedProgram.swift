import Foundation
import StrataTestSupport

/// A program that ran to its end in a folder, such as a build.
struct FinishedProgram {
  let status: Int32
  /// What the program wrote on its two streams.
  let output: String

  /// Runs a program and waits for its end. Variables with nil are left out of its environment.
  init(
    _ program: URL, _ arguments: [String], in folder: URL, _ variables: [String: String?] = [:]
  ) throws {
    let scratch = try TemporaryFolder()
    // A file and no pipe: a full pipe would block the process.
    let output = scratch.file("output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in variables { environment[name] = value }
    process.environment = environment
    let file = try FileHandle(forWritingTo: output)
    defer { try? file.close() }  // Dropped: the file is only read from here on.
    process.standardOutput = file
    process.standardError = file
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    self.output = try String(contentsOf: output, encoding: .utf8)
  }
}
