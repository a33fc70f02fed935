internal import Foundation
public import StrataShell

/// A program put together from plugins: it reads its arguments, opens the store and runs the shell.
@MainActor
public struct Application {
  /// The program's name.
  public let name: String
  /// The program's version.
  public let version: String
  /// What the program is, in a few words.
  public let summary: String
  /// All plugins, in the order in which help lists their commands.
  public let plugins: [any Plugin]
  /// Files that the program brings along, by name.
  public let samples: [String: [UInt8]]
  /// Lines that `demo` runs on a store of its own.
  public let demo: [String]

  /// Puts a program together.
  public init(
    name: String, version: String, summary: String = "commands over a store", plugins: [any Plugin],
    samples: [String: [UInt8]] = [:],
    demo: [String] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.plugins = plugins
    self.samples = samples
    self.demo = demo
  }

  /// The words that are no commands.
  var words: [String] { demo.isEmpty ? [] : ["demo"] }

  /// The settings that there are.
  var settings: [Setting] { ProgramSettings.all + plugins.flatMap(\.settings) }

  /// Runs the program with the arguments that it was started with, and ends it.
  public func runAndExit() async -> Never {
    StandardFiles.fillGaps()
    if let number = Self.unreadableArgument {
      Output(ProgramOptions(), program: name, variables: ProcessInfo.processInfo.environment)
        .report(
          ShellError(
            "argument \(number) is no text: it has bytes that aren't UTF-8", kind: .programUsage))
      exit(ExitStatus.wrongUsage.rawValue)
    }
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// The number of the first argument with bytes that are no text: Swift's own arguments have other
  /// characters in their place.
  private static var unreadableArgument: Int? {
    // The C library's array, which lives as long as the process and isn't changed.
    (1..<max(1, Int(CommandLine.argc))).first { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  /// Runs the program with its arguments, the program's name left out.
  public func run(_ arguments: [String]) async -> ExitStatus {
    let variables = ProcessInfo.processInfo.environment
    // For the completion of other shells; a person types it never, and help is silent about it.
    if arguments.first == "complete" {
      return complete(Array(arguments.dropFirst()), variables)
    }
    var options = ProgramOptions()
    do {
      try options.read(arguments, words: words)
      if options.showsHelp || options.showsVersion { return try show(options, variables) }
      let (settings, path) = try readSettings(options, variables)
      let run = ProgramRun(self, options, settings, configurationPath: path, variables)
      return await run.run()
    } catch {
      // Shown as the options before it ask for.
      Output(options, program: name, variables: variables).report(error)
      return ShellError(error).exitStatus
    }
  }

  private func show(
    _ options: ProgramOptions, _ variables: [String: String]
  ) throws -> ExitStatus {
    let help = ProgramOptions.help(
      program: name, words: words.map { ($0, "shows what the program does, on sample data") })
    let output = Output(options, program: name, variables: variables)
    output.answer(options.showsHelp ? help : "\(name) \(version)")
    try output.flush()
    return .success
  }

  func readSettings(
    _ options: ProgramOptions, _ variables: [String: String]
  ) throws -> (Settings, path: String?) {
    var settings = try Settings(settings)
    let file = ConfigurationFile(options, program: name, variables: variables)
    let path = try file?.read(into: &settings)
    return (settings, path)
  }
}
