import Foundation
import StrataHealthPlugin
import Strata
import StrataStack
import StrataTestSupport
import StrataTrackerPlugin
import StrataTransferPlugin

@testable import StrataApplication
@testable import StrataShell

/// A shell with the plugins that keep data points and read and write files.
@MainActor final class TrackerShell {
  let folder: TemporaryFolder
  let environment: ApplicationEnvironment
  private let shell: Shell<ApplicationEnvironment>
  private let output: CapturedOutput
  private let errors = CapturedOutput()

  /// - Parameters:
  ///   - folder: Where its files are; one of its own when nil.
  ///   - others: Further plugins.
  ///   - terminal: The size of the terminal that the output passes for; nil for none.
  ///   - now: The present moment; that of the machine when nil.
  init(
    _ folder: TemporaryFolder? = nil, and others: [any Plugin] = [], terminal: TerminalSize? = nil,
    now: Date? = nil
  ) throws {
    output = CapturedOutput(isTerminal: terminal != nil, size: terminal)
    self.folder = try folder ?? TemporaryFolder()
    let plugins: [any Plugin] = [TrackerPlugin(), TransferPlugin(), HealthPlugin()] + others
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.uniqueConflictPolicy = .error
    environment = ApplicationEnvironment(
      stack: try BasicDataStack(
        for: plugins.flatMap(\.models), configurations: configuration, mainAuthor: "shell"),
      output: Output(
        standardOutput: output, standardError: errors, timeZone: .gmt),
      plugins: plugins, samples: [:], clock: { now ?? Date() })
    for plugin in plugins { try plugin.start(in: environment) }
    shell = try Shell(environment: environment, commands: plugins.flatMap(\.commands))
  }

  var container: ModelContainer { environment.stack.container }

  /// Runs a line.
  ///
  /// - Returns: What it wrote, warnings first.
  @discardableResult
  func run(_ line: String) async throws -> String {
    let (before, errorsBefore) = (output.bytes.count, errors.bytes.count)
    try await shell.execute(line)
    return String(decoding: errors.bytes.dropFirst(errorsBefore), as: UTF8.self)
      + String(decoding: output.bytes.dropFirst(before), as: UTF8.self)
  }

  /// The warnings so far.
  var warnings: String { errors.text }

  /// The answers and messages so far.
  var messages: String {
    get throws {
      try environment.output.flush()
      return output.text
    }
  }

  func path(_ name: String) -> String { "'\(folder.file(name).path)'" }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.file(name))
    return path(name)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.file(name), encoding: .utf8)
  }
}
