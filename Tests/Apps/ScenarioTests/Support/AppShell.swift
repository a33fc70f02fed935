import Foundation
import StrataTestSupport

/// The built program, run in a folder of its own that is its home too.
struct AppShell: Sendable {
  /// The result of a run: the exit status and the output.
  struct Result: Equatable, Sendable {
    /// The exit status; 128 and the signal's number when a signal ended it, as shells have it.
    var status: Int32
    var output: String
    var error: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The time zone of the programs.
  var timeZone = "UTC"

  /// A time zone in which it is noon: from 12:00 to 13:00.
  static var zoneOfNoon: String {
    let hour = Int(Date.now.timeIntervalSince1970 / 3600) % 24
    // The names have the opposite sign: GMT-2 is two hours ahead.
    return hour <= 12 ? "Etc/GMT-\(12 - hour)" : "Etc/GMT+\(hour - 12)"
  }

  /// A store that most runs of a test share.
  var store: String { folder.file("tracker.store").path }

  /// Runs lines on the shared store, each as a `-c` of its own.
  func lines(
    _ lines: String..., options: [String] = [], environment: [String: String] = [:]
  ) throws -> Result {
    try run(
      ["--store", store] + options + lines.flatMap { ["-c", $0] }, environment: environment)
  }

  /// Runs the program to its end.
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try start(arguments, input: input, environment: environment).result()
  }

  /// Starts the program.
  func start(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> RunningProgram {
    try start(
      try Self.executable, arguments, input: try write(input, to: "input-\(UUID().uuidString)"),
      environment: environment)
  }

  /// Runs a line of the system's shell, in which `$APPSHELL` is the program.
  func pipeline(_ line: String, environment: [String: String] = [:]) throws -> Result {
    var environment = environment
    environment["APPSHELL"] = try Self.executable.path
    return try start(
      URL(fileURLWithPath: "/bin/sh"), ["-c", line], input: try write("", to: "nothing"),
      environment: environment
    ).result()
  }

  private func start(
    _ program: URL, _ arguments: [String], input: URL, environment: [String: String]
  ) throws -> RunningProgram {
    var variables = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": folder.url.path, "TZ": timeZone, "LANG": "C.UTF-8",
    ]
    variables.merge(environment) { _, new in new }
    return try RunningProgram(
      program, arguments, input: input, environment: variables, folder: folder)
  }

  /// Writes a file into the folder.
  @discardableResult
  func write(_ text: String, to name: String) throws -> URL {
    let url = folder.file(name)
    try Data(text.utf8).write(to: url)
    return url
  }

  func read(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: folder.file(name)), as: UTF8.self)
  }
}

extension AppShell {
  /// The program that these tests are about.
  static var executable: URL { get throws { try BuiltProgram.url("appshell") } }
}
