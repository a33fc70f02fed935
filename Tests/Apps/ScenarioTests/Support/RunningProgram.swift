import Foundation
import StrataTestSupport

/// A program that was started. What it writes goes to files, so that nothing waits for a reader.
final class RunningProgram {
  private let process = Process()
  private let hasEnded = DispatchSemaphore(value: 0)
  private let output: URL
  private let error: URL
  private let input: URL
  // The folder stays for as long as the program runs in it.
  private let folder: TemporaryFolder

  /// It didn't end in time.
  struct TimedOut: Error, CustomStringConvertible {
    let arguments: [String]

    var description: String { "it doesn't end: appshell \(arguments.joined(separator: " "))" }
  }

  init(
    _ program: URL, _ arguments: [String], input: URL, environment: [String: String],
    folder: TemporaryFolder
  ) throws {
    let name = UUID().uuidString
    self.folder = folder
    self.input = input
    output = folder.file("output-\(name)")
    error = folder.file("error-\(name)")
    for url in [output, error] { try Data().write(to: url) }
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment.merging(Self.instruments) { own, _ in own }
    process.currentDirectoryURL = folder.url
    let files = try (
      FileHandle(forReadingFrom: input), FileHandle(forWritingTo: output),
      FileHandle(forWritingTo: error)
    )
    // The process keeps them open for longer than it lives, and many of them are too many.
    defer { for file in [files.0, files.1, files.2] { try? file.close() } }
    process.standardInput = files.0
    process.standardOutput = files.1
    process.standardError = files.2
    process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
    try process.run()
  }

  /// The environment variables of an instrumented program: for a sanitizer, or for code coverage.
  static var instruments: [String: String] {
    let all = ProcessInfo.processInfo.environment
    var found = all.filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
    // Swift's backtrace of a program that ends with an error goes through the terabytes that a sanitizer reserves.
    if !found.isEmpty { found["SWIFT_BACKTRACE"] = "enable=no" }
    if let profile = all["LLVM_PROFILE_FILE"] {
      let counts = URL(fileURLWithPath: profile).deletingLastPathComponent()
      // Programs share a few files.
      found["LLVM_PROFILE_FILE"] = counts.appendingPathComponent("programs-%4m.profraw").path
    }
    return found
  }

  /// The program's standard output so far.
  var outputSoFar: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end.
  ///
  /// - Throws: ``TimedOut`` when it takes longer than two minutes, times the factor of `TimeScale`; it is ended then.
  func result() throws -> AppShell.Result {
    guard hasEnded.wait(timeout: .now() + Double(TimeScale.seconds(120))) == .success else {
      process.terminate()
      kill(process.processIdentifier, SIGKILL)
      throw TimedOut(arguments: process.arguments ?? [])
    }
    let isSignalled = process.terminationReason == .uncaughtSignal
    let result = AppShell.Result(
      status: process.terminationStatus + (isSignalled ? 128 : 0),
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: error), as: UTF8.self))
    for url in [output, error, input] { try? FileManager.default.removeItem(at: url) }
    return result
  }
}
