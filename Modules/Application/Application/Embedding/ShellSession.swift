public import Strata
public import StrataShell

/// An application's commands without a terminal: for tests of plugins, and for programs that have a
/// shell among other things.
///
/// ```swift
/// let session = try ShellSession(plugins: [TrackerPlugin(), RemindersPlugin()])
/// let answer = await session.run("item add Weight --kind singleValue", "item list")
/// ```
@MainActor public final class ShellSession {
  /// What some lines have led to.
  public struct Answer: Sendable, Equatable {
    /// What a program would end with.
    public let status: ExitStatus
    /// What was written to standard output.
    public let output: String
    /// What was written to standard error: errors and warnings.
    public let errors: String
  }

  /// What the commands run in.
  public let environment: ApplicationEnvironment
  private let output = CapturedOutput()
  private let errors = CapturedOutput()
  private var work: PluginWork?
  private var seen = (output: 0, errors: 0)

  /// Opens a store, in memory unless said otherwise, for some plugins, and readies them.
  ///
  /// - Parameters:
  ///   - author: In whose name changes are made.
  ///   - settings: What the plugins' settings are set to, as in the configuration file: lines
  ///     `name = value`.
  /// - Throws: `PlacedError` for a setting that isn't understood, what opening the store throws, and
  ///   what the plugins throw.
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

  /// Runs lines until one fails.
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

  /// Begins what the plugins do beside the shell.
  public func startWork() { work = PluginWork(environment.plugins, in: environment) }

  /// Ends what the plugins do beside the shell, and gives what was written since the last lines.
  @discardableResult
  public func stopWork() async -> Answer {
    await work?.stop()
    work = nil
    return answer(.success)
  }

  /// What was written since the last lines: what plugins have told meanwhile.
  public func heard() -> Answer { answer(.success) }

  private func answer(_ status: ExitStatus) -> Answer {
    defer { seen = (output.bytes.count, errors.bytes.count) }
    return Answer(
      status: status,
      output: String(decoding: output.bytes[seen.output...], as: UTF8.self),
      errors: String(decoding: errors.bytes[seen.errors...], as: UTF8.self))
  }
}
