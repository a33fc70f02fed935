public import Strata
import StrataStack
public import StrataShell

/// A session that runs an application's commands without a terminal: for tests of plugins, and for
/// programs that contain a shell.
///
/// ```swift
/// let session = try ShellSession(plugins: [TrackerPlugin(), RemindersPlugin()])
/// let answer = await session.run("item add Weight --kind singleValue", "item list")
/// ```
@MainActor public final class ShellSession {
  /// The result of running some lines.
  public struct Answer: Sendable, Equatable {
    /// The exit status that a program would end with.
    public let status: ExitStatus
    /// Text written to standard output.
    public let output: String
    /// Text written to standard error: errors and warnings.
    public let errors: String
  }

  /// The environment that the commands run in.
  public let environment: ApplicationEnvironment
  private let output = CapturedOutput()
  private let errors = CapturedOutput()
  private var work: PluginWork?
  private var seen = (output: 0, errors: 0)

  /// Opens a store for some plugins, in memory by default, and starts the plugins.
  ///
  /// - Parameters:
  ///   - author: The author that the history names for the changes.
  ///   - settings: The plugins' settings as in the configuration file: lines `name = value`.
  /// - Throws: `PlacedError` for a setting that can't be parsed, errors from opening the store, and
  ///   errors from the plugins.
  public init(
    plugins: [any Plugin],
    store: ModelConfiguration = ModelConfiguration(isStoredInMemoryOnly: true),
    author: TransactionAuthor = "session", settings text: String = "",
    format: OutputFormat = .table
  ) throws {
    var settings = try Settings(plugins.flatMap(\.settings))
    try settings.read(text, name: "settings", folder: "/")
    environment = ApplicationEnvironment(
      stack: try BasicDataStack(
        try ModelContainer(plugins: plugins, store), mainAuthor: author),
      output: Output(standardOutput: output, standardError: errors, format: format),
      plugins: plugins, samples: [:], settings: settings)
    for plugin in plugins { try plugin.start(in: environment) }
  }

  /// Runs lines in order until one fails.
  public func run(_ lines: String...) async -> Answer {
    do {
      let shell = try Shell(
        environment: environment, commands: environment.plugins.flatMap(\.commands))
      return answer(await shell.run(lines.map { .line($0) }))
    } catch {
      environment.output.report(error)
      return answer(ShellError(error).exitStatus)
    }
  }

  /// Starts the plugins' background work.
  public func startWork() { work = PluginWork(environment.plugins, in: environment) }

  /// Stops the plugins' background work, and returns the output since the last answer.
  @discardableResult
  public func stopWork() async -> Answer {
    await work?.stop()
    work = nil
    return answer(.success)
  }

  /// Returns the output since the last answer, such as notices from plugins.
  public func heard() -> Answer { answer(.success) }

  private func answer(_ status: ExitStatus) -> Answer {
    defer { seen = (output.bytes.count, errors.bytes.count) }
    return Answer(
      status: status,
      output: String(decoding: output.bytes[seen.output...], as: UTF8.self),
      errors: String(decoding: errors.bytes[seen.errors...], as: UTF8.self))
  }
}
